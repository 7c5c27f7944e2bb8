import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  BROWSER,
  MODEL_KINDS,
  type ModelConnection,
  type ModelKind,
  OFFLINE,
  USUAL_ADDRESS,
} from '../../../engine/models/settings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { Select, TextInput } from '../../../ui/inputs';
import { useFaultText } from '../../fault-text';
import { useServices } from '../../services';
import { say } from '../../toasts';
import styles from '../settings-page.module.css';
import { listModels } from './ask-model';

/**
 * Adds a connection, or changes one. The key goes from its field into the secrets and never comes back onto the page. `id` is
 * made once, from the first name: nodes refer to it.
 */
export function ConnectionForm({
  connection,
  others,
  onSave,
  onClose,
}: {
  /** Null: a new one. */
  readonly connection: ModelConnection | null;
  readonly others: readonly ModelConnection[];
  readonly onSave: (connection: ModelConnection) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  const [kind, setKind] = useState<ModelKind>(connection?.kind ?? 'openai');
  const [name, setName] = useState(connection?.name ?? '');
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? USUAL_ADDRESS.openai);
  const [model, setModel] = useState(connection?.model ?? '');
  const [forget, setForget] = useState(false);
  const [tried, setTried] = useState(false);
  const [known, setKnown] = useState<readonly string[]>([]);
  const [told, setTold] = useState('');
  // Never the value of a controlled field: that would be written into the page's markup.
  const key = useRef<HTMLInputElement>(null);
  const holds = connection !== null && connection.secret !== null && !forget;
  const trimmed = name.trim();
  const taken = others.some((one) => one.name === trimmed);
  const valid = /^https?:\/\/\S+$/.test(baseUrl.trim());
  // A key is for the server that it was given for.
  const moved = holds && valid && originOf(baseUrl) !== originOf(connection.baseUrl);

  function choose(next: ModelKind) {
    if (baseUrl === USUAL_ADDRESS[kind] || baseUrl === '') setBaseUrl(USUAL_ADDRESS[next]);
    setKind(next);
  }

  async function typedKey(): Promise<string | undefined> {
    const typed = key.current?.value.trim() ?? '';
    if (typed !== '') return typed;
    if (!holds || moved || connection.secret === null) return undefined;
    const stored = await services.secrets.get(connection.secret);
    return stored.ok ? stored.value : undefined;
  }

  async function ask() {
    setTold(t('fetching'));
    const listed = await listModels({ kind, baseUrl: baseUrl.trim() }, await typedKey());
    setKnown(listed.ok ? listed.value : []);
    setTold(
      listed.ok
        ? t('fetched', { count: listed.value.length })
        : t('fetchFailed', { message: listed.message }),
    );
  }

  async function save() {
    setTried(true);
    if (trimmed === '' || taken || !valid) return;
    const id = connection?.id ?? idFrom(trimmed, others);
    const typed = key.current?.value.trim() ?? '';
    let secret = holds && !moved ? connection.secret : null;
    if (typed !== '') {
      secret = connection?.secret ?? `model:${id}`;
      const stored = await services.secrets.set(secret, typed);
      if (!stored.ok) {
        say(t('failed', { message: faultText(stored.error) }), { tone: 'danger' });
        return;
      }
    } else if (secret === null && connection !== null && connection.secret !== null) {
      await services.secrets.remove(connection.secret);
    }
    if (key.current !== null) key.current.value = '';
    const saved = await onSave({
      id,
      name: trimmed,
      kind,
      baseUrl: baseUrl.trim(),
      model: model.trim(),
      secret,
    });
    if (saved) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={connection === null ? t('addTitle') : t('editTitle', { name: connection.name })}
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
        className={styles.kinds}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={t('kind')} help={t('kindHelp')}>
          {(ids) => (
            <Select
              {...ids}
              value={kind}
              onChange={(event) => {
                const next = MODEL_KINDS.find((one) => one === event.target.value);
                if (next !== undefined) choose(next);
              }}
              options={MODEL_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
          )}
        </Field>
        <Field
          label={t('name')}
          error={tried && trimmed === '' ? t('nameMissing') : taken ? t('nameTaken') : undefined}
        >
          {(ids) => <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field
          label={t('baseUrl')}
          help={t('baseUrlHelp', { example: USUAL_ADDRESS[kind] })}
          error={valid ? undefined : t('baseUrlInvalid')}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="url"
              value={baseUrl}
              onChange={(event) => setBaseUrl(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('key')}
          help={t(forget ? 'keyForgotten' : moved ? 'keyMoved' : holds ? 'keyStored' : 'keyHelp')}
        >
          {(ids) => (
            <div className={styles.row}>
              <TextInput {...ids} ref={key} type="password" autoComplete="off" />
              {holds && (
                <Button variant="quiet" onClick={() => setForget(true)}>
                  {t('keyForget')}
                </Button>
              )}
            </div>
          )}
        </Field>
        <Field label={t('model')} help={t('modelHelp')}>
          {(ids) => (
            <div className={styles.row}>
              <TextInput
                {...ids}
                list="known-models"
                value={model}
                onChange={(event) => setModel(event.target.value)}
              />
              <datalist id="known-models">
                {known.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
              <Button disabled={!valid} onClick={() => void ask()}>
                {t('fetch')}
              </Button>
            </div>
          )}
        </Field>
        <p role="status" className={styles.result}>
          {told}
        </p>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

/** An id from a name, free among the others: lower-case letters and digits, words joined by `-`. */
export function idFrom(name: string, others: readonly { readonly id: string }[]): string {
  const slug =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'model';
  const taken = new Set([OFFLINE, BROWSER, ...others.map(({ id }) => id)]);
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
