import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PublishServer } from '../../store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { useFaultText } from '../fault-text';
import publish from '../publish/publish.module.css';
import { PublishingMessages } from '../publish/publishing-messages';
import { ServerCheckButton } from '../publish/server-check';
import { ServerForm } from '../publish/server-form';
import { usePublishing } from '../publish/use-publishing';
import { useServices } from '../services';
import { say } from '../toasts';
import styles from './settings-page.module.css';

/** Where workflows can be published, each with a check of the connection. */
export function ServersSection() {
  return (
    <PublishingMessages>
      <Servers />
    </PublishingMessages>
  );
}

function Servers() {
  const t = useTranslations('publishing.servers');
  const publishing = usePublishing();
  const [form, setForm] = useState<PublishServer | 'new' | null>(null);
  const [removing, setRemoving] = useState<PublishServer | null>(null);
  return (
    <section className={styles.section} aria-labelledby="servers">
      <h2 id="servers" className={styles.heading}>
        {t('title')}
      </h2>
      <p className={styles.help}>{t('text')}</p>
      {publishing?.servers.length === 0 && <p>{t('none')}</p>}
      {publishing !== null && publishing.servers.length > 0 && (
        <ul className={publish.servers} aria-label={t('title')}>
          {publishing.servers.map((server) => (
            // A changed server has to be asked anew.
            <li key={`${server.id} ${server.address} ${server.secret}`} className={publish.server}>
              <div className={publish.serverName}>
                <p className={publish.strong}>{server.name}</p>
                <p className={publish.small}>{server.address}</p>
                <p className={publish.small}>
                  {[
                    server.secret === null ? t('withoutToken') : t('withToken'),
                    server.publisher !== '' && t('publisherOf', { publisher: server.publisher }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button
                size="small"
                aria-label={t('editOf', { name: server.name })}
                onClick={() => setForm(server)}
              >
                {t('edit')}
              </Button>
              <Button
                size="small"
                variant="danger"
                aria-label={t('removeOf', { name: server.name })}
                onClick={() => setRemoving(server)}
              >
                {t('remove')}
              </Button>
              <ServerCheckButton server={server} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <Button onClick={() => setForm('new')}>{t('add')}</Button>
      </div>
      {form !== null && (
        <ServerForm
          server={form === 'new' ? null : form}
          onClose={() => setForm(null)}
          onSaved={() => say(t('saved'))}
        />
      )}
      {removing !== null && <RemoveDialog server={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function RemoveDialog({ server, onClose }: { readonly server: PublishServer; readonly onClose: () => void }) {
  const t = useTranslations('publishing.servers');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  async function remove() {
    const result = await services.publishing.removeServer(server.id);
    if (result.ok) say(t('removed', { name: server.name }));
    else say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
    onClose();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { name: server.name })}
      description={t('removeText')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="danger" onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </>
      }
    />
  );
}
