import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { secretReference } from '../../../model/secret-reference';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { useFaultText } from '../../fault-text';
import { editorRoute, hrefOf } from '../../routes';
import { useServices } from '../../services';
import { say } from '../../toasts';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import { PassphrasePart } from './passphrase-part';
import { SecretForm } from './secret-form';
import { SecretMessages } from './secret-messages';
import { type ListedSecret, useSecrets } from './use-secrets';

/** The secrets of this browser: their names, who refers to them, and never a value. */
export function SecretsView(_: { readonly item: string | null }) {
  return (
    <SecretMessages>
      <Secrets />
    </SecretMessages>
  );
}

type Form = { readonly name: string; readonly fixed: boolean };

function Secrets() {
  const t = useTranslations('secrets');
  useTitle(t('title'));
  const { now, again } = useSecrets();
  const [form, setForm] = useState<Form | null>(null);
  const [removing, setRemoving] = useState<ListedSecret | null>(null);
  const stored = now?.secrets.filter(({ changed }) => changed !== null) ?? [];
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text', { reference: secretReference('NAME') })}</p>
          <p className={shared.text}>{t('where')}</p>
        </div>
        <Button
          variant="primary"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => setForm({ name: '', fixed: false })}
        >
          {t('new')}
        </Button>
      </div>
      {now !== null && <PassphrasePart state={now.state} onChanged={() => void again()} />}
      {now?.secrets.length === 0 && <p>{t('none')}</p>}
      {now !== null && now.secrets.length > 0 && (
        <ul className={shared.rows} aria-label={t('list')}>
          {now.secrets.map((secret) => (
            <Row key={secret.name} secret={secret} onForm={setForm} onRemove={() => setRemoving(secret)} />
          ))}
        </ul>
      )}
      {form !== null && (
        <SecretForm
          name={form.name}
          fixed={form.fixed}
          taken={(name) => stored.some((secret) => secret.name === name)}
          onSaved={() => void again()}
          onClose={() => setForm(null)}
        />
      )}
      {removing !== null && (
        <RemoveDialog secret={removing} onDone={() => void again()} onClose={() => setRemoving(null)} />
      )}
    </>
  );
}

function Row({
  secret,
  onForm,
  onRemove,
}: {
  readonly secret: ListedSecret;
  readonly onForm: (form: Form) => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('secrets');
  const { name, changed, uses } = secret;
  const reference = secretReference(name);
  async function copy() {
    const copied = await navigator.clipboard.writeText(reference).then(
      () => true,
      () => false,
    );
    say(t(copied ? 'copied' : 'copyFailed', { reference }));
  }
  return (
    <li className={`${shared.row} ${shared.wrapping}`} data-secret={name}>
      <div className={shared.names}>
        <div className={shared.name}>
          <code>{name}</code>
          {changed === null && <Badge tone="warning">{t('missing')}</Badge>}
        </div>
        <div className={shared.detail}>
          {changed === null ? t('missingText') : t('stored', { date: new Date(changed) })} ·{' '}
          {uses.length === 0 ? (
            t('unused')
          ) : (
            <>
              {t('usedIn')}{' '}
              {uses.map((use, at) => (
                <span key={use.id}>
                  {at > 0 && ', '}
                  <a href={hrefOf(editorRoute(use.id))}>{use.name}</a>
                </span>
              ))}
            </>
          )}
        </div>
      </div>
      {/* The same button, so that whoever added the secret has the focus still. */}
      <Button
        size="small"
        aria-label={t(changed === null ? 'addOf' : 'copyOf', { name })}
        onClick={() => (changed === null ? onForm({ name, fixed: false }) : void copy())}
      >
        {t(changed === null ? 'add' : 'copy')}
      </Button>
      {changed !== null && (
        <>
          <Button
            size="small"
            aria-label={t('replaceOf', { name })}
            onClick={() => onForm({ name, fixed: true })}
          >
            {t('replace')}
          </Button>
          <Button size="small" variant="danger" aria-label={t('removeOf', { name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      )}
    </li>
  );
}

function RemoveDialog({
  secret: { name, uses },
  onDone,
  onClose,
}: {
  readonly secret: ListedSecret;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('secrets');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  async function remove() {
    const result = await services.secrets.remove(name);
    if (result.ok) say(t('removed', { name }));
    else say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
    onDone();
    onClose();
  }
  const names = uses.map((use) => use.name).join(', ');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { name })}
      description={
        uses.length === 0
          ? t('removeText')
          : `${t('removeUsed', { count: uses.length, names })} ${t('removeText')}`
      }
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
