import { useTranslations } from 'use-intl';
import { canvasActions } from '../../canvas';
import { Dialog } from '../../ui/dialog';
import { keyText } from './keys';
import styles from './keys-dialog.module.css';

/** All keys. The canvas's come from its actions, so that none is forgotten. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('app.keys');
  const app = useTranslations('app');
  const action = useTranslations('canvas.action');
  const everywhere = [
    { id: 'palette', label: t('palette'), keys: ['Mod+K'] },
    { id: 'help', label: t('help'), keys: ['?'] },
  ];
  const canvas = [
    { id: 'run', label: app('top.runHint'), keys: ['R'] },
    { id: 'problems', label: app('top.problemsHint'), keys: ['P'] },
    ...canvasActions.map(({ id, label, keys }) => ({ id, label: action(label), keys })),
  ];
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('text')}
      closeLabel={app('close')}
    >
      <div className={styles.columns}>
        <Group title={t('everywhere')} rows={everywhere} />
        <Group title={t('canvas')} rows={canvas} />
      </div>
    </Dialog>
  );
}

function Group({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly label: string; readonly keys: readonly string[] }[];
}) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {rows
          .filter(({ keys }) => keys.length > 0)
          .map(({ id, label, keys }) => (
            <div key={id} className={styles.row}>
              <dt>{label}</dt>
              <dd>
                {keys.map((key) => (
                  <kbd key={key}>{keyText(key)}</kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
