import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSize } from '../../playground/words';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { hrefOf, START } from '../routes';
import { useServices } from '../services';
import { say } from '../toasts';
import { DoorsLine } from './doors-line';
import { deleteEverything, exportEverything } from './everything';
import styles from './settings-page.module.css';

/** What is stored, how to take it along, and how to end it. */
export function DataSection() {
  const t = useTranslations('settings');
  const services = useServices();
  const [exporting, setExporting] = useState(false);
  const [deleting, setDeleting] = useState<number | null>(null);

  async function exportAll() {
    setExporting(true);
    const result = await exportEverything(services);
    setExporting(false);
    if (!result.ok) say(t('failed', { message: result.error }), { tone: 'danger' });
    else if (result.value === 0) say(t('data.nothing'));
  }

  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('data.title')}</h2>
      <p className={styles.help}>{t('data.text')}</p>
      <Usage />
      <DoorsLine />
      <div className={styles.row}>
        <Button disabled={exporting} onClick={() => void exportAll()}>
          {exporting ? t('data.exporting') : t('data.export')}
        </Button>
        <span className={styles.help}>{t('data.exportText')}</span>
      </div>
      <div className={styles.row}>
        <Button
          variant="danger"
          onClick={() =>
            void services.drafts.list().then((list) => setDeleting(list.ok ? list.value.drafts.length : 0))
          }
        >
          {t('data.delete')}
        </Button>
        <span className={styles.help}>{t('data.deleteText')}</span>
      </div>
      {deleting !== null && <DeleteDialog count={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}

type Estimate = { readonly usage: number; readonly quota: number; readonly persisted: boolean };

function Usage() {
  const t = useTranslations('settings.data');
  const size = useSize();
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    void readEstimate().then(setEstimate);
  }, []);
  if (estimate === null) return <p>{t('usedUnknown')}</p>;
  async function persist() {
    const granted = await navigator.storage.persist();
    setRefused(!granted);
    setEstimate(await readEstimate());
  }
  return (
    <div className={styles.row}>
      <p>
        {t('used', { used: size(estimate.usage), quota: size(estimate.quota) })}{' '}
        {estimate.persisted ? t('persistent') : t('notPersistent')}
      </p>
      {!estimate.persisted && (
        <Button size="small" onClick={() => void persist()}>
          {t('persist')}
        </Button>
      )}
      {refused && <p role="status">{t('persistRefused')}</p>}
    </div>
  );
}

async function readEstimate(): Promise<Estimate | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    if (usage === undefined || quota === undefined) return null;
    return { usage, quota, persisted: await navigator.storage.persisted() };
  } catch {
    return null;
  }
}

function DeleteDialog({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
  const t = useTranslations('settings.data');
  const app = useTranslations('app');
  const settings = useTranslations('settings');
  const services = useServices();
  const [word, setWord] = useState('');
  const sure = word.trim().toLowerCase() === t('deleteWordValue').toLowerCase();
  async function go() {
    const result = await deleteEverything(services);
    if (!result.ok) {
      say(settings('failed', { message: result.error }), { tone: 'danger' });
      return;
    }
    window.location.hash = hrefOf(START);
    window.location.reload();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('deleteTitle')}
      description={t('deleteConfirm', { count })}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="danger" disabled={!sure} onClick={() => void go()}>
            {t('deleteDo')}
          </Button>
        </>
      }
    >
      <Field label={t('deleteWord', { word: t('deleteWordValue') })}>
        {(ids) => <TextInput {...ids} value={word} onChange={(event) => setWord(event.target.value)} />}
      </Field>
    </Dialog>
  );
}
