import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import styles from './drop-zone.module.css';

/** Takes files dropped anywhere on the page, under a calm overlay that says what will happen. */
export function DropZone({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const t = useTranslations('start');
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const brings = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!brings(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const hover = (event: DragEvent) => {
      if (brings(event)) event.preventDefault();
    };
    const leave = (event: DragEvent) => {
      if (!brings(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!brings(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragover', hover);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragover', hover);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  if (!over) return null;
  return (
    <div className={styles.overlay}>
      <div className={styles.card}>
        <Upload size={28} aria-hidden />
        <strong>{t('drop')}</strong>
        <span>{t('dropText')}</span>
      </div>
    </div>
  );
}
