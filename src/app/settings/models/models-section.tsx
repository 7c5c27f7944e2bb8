import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { BROWSER, type ModelConnection, type ModelSettings, OFFLINE } from '../../../engine/models/settings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { createBuiltinModel } from '../../client/builtin-model';
import { useServices } from '../../services';
import { say } from '../../toasts';
import styles from '../settings-page.module.css';
import { type AskResult, type TestAnswer, testConnection } from './ask-model';
import { ConnectionForm } from './connection-form';
import { ModelMessages } from './model-messages';
import { ScriptDialog } from './script-dialog';

type Props = {
  readonly model: ModelSettings;
  readonly onChange: (model: ModelSettings) => Promise<boolean>;
};

/** Which models there are, and which one answers: the offline stand-in, the browser's own, or a connection. */
export function ModelsSection(props: Props) {
  return (
    <ModelMessages>
      <Models {...props} />
    </ModelMessages>
  );
}

function Models({ model, onChange }: Props) {
  const t = useTranslations('models');
  const services = useServices();
  const [builtin, setBuiltin] = useState(false);
  const [form, setForm] = useState<ModelConnection | 'new' | null>(null);
  const [removing, setRemoving] = useState<ModelConnection | null>(null);
  const [scripting, setScripting] = useState(false);
  useEffect(() => {
    void createBuiltinModel()
      .availability()
      .then((found) => setBuiltin(found !== 'unavailable'));
  }, []);
  const choose = (id: string) => void onChange({ ...model, default: id });

  async function save(connection: ModelConnection): Promise<boolean> {
    const known = model.connections.some(({ id }) => id === connection.id);
    const connections = known
      ? model.connections.map((one) => (one.id === connection.id ? connection : one))
      : [...model.connections, connection];
    // Whoever adds a connection while nothing but the stand-in answers wants it to answer.
    const first = !known && model.default === OFFLINE;
    const saved = await onChange({ ...model, connections, default: first ? connection.id : model.default });
    if (saved) say(t('saved'));
    return saved;
  }

  async function remove(connection: ModelConnection) {
    const connections = model.connections.filter(({ id }) => id !== connection.id);
    const saved = await onChange({
      ...model,
      connections,
      default: model.default === connection.id ? OFFLINE : model.default,
    });
    if (saved && connection.secret !== null) await services.secrets.remove(connection.secret);
    if (saved) say(t('removed', { name: connection.name }));
    setRemoving(null);
  }

  const builtinOff = !builtin && model.default !== BROWSER;
  return (
    <section className={styles.section} aria-labelledby="models">
      <h2 id="models" className={styles.heading}>
        {t('title')}
      </h2>
      <p className={styles.help}>{t('text')}</p>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('choice')}</legend>
        <div className={styles.choice}>
          <Choice
            label={t('offline')}
            text={model.script === '' ? t('offlineText') : `${t('offlineText')} ${t('scripted')}`}
            checked={model.default === OFFLINE}
            onChoose={() => choose(OFFLINE)}
          />
          <Button size="small" onClick={() => setScripting(true)}>
            {t('script')}
          </Button>
        </div>
        <div className={styles.choice}>
          <Choice
            label={t('builtin')}
            text={builtin ? t('builtinText') : t('builtinMissing')}
            checked={model.default === BROWSER}
            disabled={builtinOff}
            onChoose={() => choose(BROWSER)}
          />
        </div>
        {model.connections.map((connection) => (
          // A changed connection has to be asked anew.
          <Connection
            key={`${connection.id} ${connection.baseUrl} ${connection.model} ${connection.secret}`}
            connection={connection}
            checked={model.default === connection.id}
            onChoose={() => choose(connection.id)}
            onEdit={() => setForm(connection)}
            onRemove={() => setRemoving(connection)}
          />
        ))}
      </fieldset>
      <div className={styles.row}>
        <Button onClick={() => setForm('new')}>{t('add')}</Button>
      </div>
      {form !== null && (
        <ConnectionForm
          connection={form === 'new' ? null : form}
          others={model.connections.filter((one) => one !== form)}
          onSave={save}
          onClose={() => setForm(null)}
        />
      )}
      {scripting && (
        <ScriptDialog
          script={model.script}
          onSave={(script) => onChange({ ...model, script })}
          onClose={() => setScripting(false)}
        />
      )}
      {removing !== null && (
        <RemoveDialog
          connection={removing}
          onRemove={() => void remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function Choice({
  label,
  text,
  checked,
  disabled = false,
  onChoose,
}: {
  readonly label: string;
  readonly text: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label className={disabled ? `${styles.kind} ${styles.off}` : styles.kind}>
      <input type="radio" name="model" checked={checked} disabled={disabled} onChange={onChoose} />
      <span>
        <span className={styles.label}>{label}</span>
        <span className={styles.help}>{text}</span>
      </span>
    </label>
  );
}

function Connection({
  connection,
  checked,
  onChoose,
  onEdit,
  onRemove,
}: {
  readonly connection: ModelConnection;
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('models');
  const { secrets } = useServices();
  const [result, setResult] = useState<AskResult<TestAnswer> | 'testing' | null>(null);
  const { id, name, kind, model, baseUrl, secret } = connection;
  const held = useKeyState(secret);
  async function test() {
    setResult('testing');
    setResult(await testConnection(connection, secrets.answer, t('testPrompt')));
  }
  return (
    <div className={styles.choice}>
      <Choice
        label={name}
        text={[
          t(`kinds.${kind}`),
          model || t('noModel'),
          hostOf(baseUrl),
          t(held),
          t('inNodes', { id }),
        ].join(' · ')}
        checked={checked}
        onChoose={onChoose}
      />
      <Button
        size="small"
        aria-label={t('testOf', { name })}
        disabled={result === 'testing'}
        onClick={() => void test()}
      >
        {t('test')}
      </Button>
      <Button size="small" aria-label={t('editOf', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button size="small" variant="danger" aria-label={t('removeOf', { name })} onClick={onRemove}>
        {t('remove')}
      </Button>
      <p role="status" className={styles.result}>
        {result === 'testing' && t('testing')}
        {result !== null &&
          result !== 'testing' &&
          (result.ok ? t('testOk', result.value) : t('testFailed', { message: result.message }))}
      </p>
    </div>
  );
}

/** How it stands with the key of a connection, as a message. */
function useKeyState(secret: string | null): 'withKey' | 'withoutKey' | 'lockedKey' | 'lostKey' {
  const { secrets } = useServices();
  const [state, setState] = useState<'withKey' | 'withoutKey' | 'lockedKey' | 'lostKey'>(
    secret === null ? 'withoutKey' : 'withKey',
  );
  useEffect(() => {
    if (secret === null) {
      setState('withoutKey');
      return undefined;
    }
    let ended = false;
    const look = () =>
      secrets.answer(secret).then(({ kind }) => {
        if (ended) return;
        setState(
          kind === 'found'
            ? 'withKey'
            : kind === 'locked'
              ? 'lockedKey'
              : kind === 'missing'
                ? 'withoutKey'
                : 'lostKey',
        );
      });
    void look();
    const stop = secrets.onLock(() => void look());
    return () => {
      ended = true;
      stop();
    };
  }, [secret, secrets]);
  return state;
}

function RemoveDialog({
  connection,
  onRemove,
  onClose,
}: {
  readonly connection: ModelConnection;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { name: connection.name })}
      description={t('removeText')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="danger" onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      }
    />
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
