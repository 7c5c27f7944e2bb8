import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isToken, readAddress } from '../../formats/door-calls';
import type { PublishServer } from '../../store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { useFaultText } from '../fault-text';
import { useServices } from '../services';
import { say } from '../toasts';
import styles from './publish.module.css';

/** Adds a server, or changes one. The token goes from its field into the secrets, and never comes back onto the page. */
export function ServerForm({
  server,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  readonly server: PublishServer | null;
  readonly onClose: () => void;
  readonly onSaved?: (server: PublishServer) => void;
}) {
  const t = useTranslations('publishing.servers');
  const app = useTranslations('app');
  const why = useTranslations('publishing.address');
  const services = useServices();
  const faultText = useFaultText();
  const [name, setName] = useState(server?.name ?? '');
  const [address, setAddress] = useState(server?.address ?? '');
  const [publisher, setPublisher] = useState(server?.publisher ?? '');
  const [forget, setForget] = useState(false);
  const [strange, setStrange] = useState(false);
  const [tried, setTried] = useState(false);
  // Never the value of a controlled field: that would be written into the page's markup.
  const token = useRef<HTMLInputElement>(null);
  const read = readAddress(address, window.location.origin);
  const holds = server !== null && server.secret !== null && !forget;
  const moved = holds && read.ok && new URL(read.value).origin !== new URL(server.address).origin;

  async function save() {
    setTried(true);
    const typed = token.current?.value.trim() ?? '';
    setStrange(!isToken(typed));
    if (!read.ok || name.trim() === '' || !isToken(typed)) return;
    const id = server?.id ?? crypto.randomUUID();
    const result = await services.publishing.saveServer(
      { id, name: name.trim(), address: read.value, publisher: publisher.trim() },
      typed === '' ? (forget ? null : undefined) : typed,
    );
    if (!result.ok) {
      say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
      return;
    }
    if (token.current !== null) token.current.value = '';
    onSaved?.(result.value);
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={server === null ? t('addTitle') : t('editTitle', { name: server.name })}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={t('name')}
          help={t('nameHelp')}
          error={tried && name.trim() === '' ? t('nameMissing') : undefined}
        >
          {(ids) => <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field
          label={t('address')}
          help={t('addressHelp')}
          error={
            !read.ok && (tried || (address !== '' && read.error !== 'notAddress'))
              ? why(read.error)
              : undefined
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="url"
              inputMode="url"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('token')}
          help={moved ? t('tokenMoved') : holds ? t('tokenStored') : t('tokenHelp')}
          error={strange ? t('tokenInvalid') : undefined}
        >
          {(ids) => (
            <div className={styles.row}>
              <TextInput {...ids} ref={token} type="password" autoComplete="off" />
              {holds && (
                <Button variant="quiet" onClick={() => setForget(true)}>
                  {t('tokenForget')}
                </Button>
              )}
            </div>
          )}
        </Field>
        <Field label={t('publisher')} help={t('publisherHelp')}>
          {(ids) => (
            <TextInput {...ids} value={publisher} onChange={(event) => setPublisher(event.target.value)} />
          )}
        </Field>
        {/* Enter in any field saves. */}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </form>
    </Dialog>
  );
}
