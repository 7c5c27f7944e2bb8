import { useTranslations } from 'use-intl';
import type { Example } from '../examples';
import styles from './cards.module.css';
import { drawingOf } from './drawing';
import { Thumbnail } from './thumbnail';

/** One example: what it shows, in a sentence. Opens as a workflow of one's own. */
export function ExampleCard({ example, onOpen }: { readonly example: Example; readonly onOpen: () => void }) {
  const t = useTranslations('start.examples');
  return (
    <li className={styles.card}>
      <div className={styles.drawing}>
        <Thumbnail drawing={drawingOf(example.document)} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.name}>
          <button type="button" className={styles.link} onClick={onOpen}>
            {t(`${example.id}.name`)}
          </button>
        </h3>
        <p className={styles.text}>{t(`${example.id}.text`)}</p>
      </div>
    </li>
  );
}
