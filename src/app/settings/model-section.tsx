import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ModelSettings } from '../../store';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { createBuiltinModel } from '../client/builtin-model';
import { useFaultText } from '../fault-text';
import { useServices } from '../services';
import { say } from '../toasts';
import { type TestResult, testOpenAi } from './model-test';
import styles from './settings-page.module.css';

const SECRET = 'model-api-key';
type OpenAi = Extract<ModelSettings, { readonly kind: 'openai' }>;
const FIRST: OpenAi = { kind: 'openai', baseUrl: 'http://localhost:11434/v1', model: '', secret: null };

/** Which model answers: the offline stand-in, a server, or the browser's own. */
export function ModelSection({
  model,
  onChange,
}: {
  readonly model: ModelSettings;
  readonly onChange: (model: ModelSettings) => Promise<boolean>;
}) {
  const t = useTranslations('settings.model');
  const [builtin, setBuiltin] = useState(false);
  // What was typed for a server stays while another kind is chosen.
  const [server, setServer] = useState<OpenAi>(model.kind === 'openai' ? model : FIRST);
  useEffect(() => {
    void createBuiltinModel()
      .availability()
      .then((found) => setBuiltin(found !== 'unavailable'));
  }, []);
  const kinds = [
    { kind: 'offline', label: t('offline'), text: t('offlineText'), disabled: false },
    { kind: 'openai', label: t('openai'), text: t('openaiText'), disabled: false },
    {
      kind: 'builtin',
      label: t('builtin'),
      text: builtin ? t('builtinText') : t('builtinMissing'),
      disabled: !builtin && model.kind !== 'builtin',
    },
  ] as const;
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('title')}</h2>
      <p className={styles.help}>{t('text')}</p>
      <fieldset className={styles.kinds}>
        <legend className="visually-hidden">{t('kind')}</legend>
        {kinds.map(({ kind, label, text, disabled }) => (
          <label key={kind} className={disabled ? `${styles.kind} ${styles.off}` : styles.kind}>
            <input
              type="radio"
              name="model-kind"
              checked={model.kind === kind}
              disabled={disabled}
              onChange={() => void onChange(kind === 'openai' ? server : { kind })}
            />
            <span>
              <span className={styles.label}>{label}</span>
              <span className={styles.help}>{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {model.kind === 'openai' && (
        <Server
          server={server}
          onChange={(next) => {
            setServer(next);
            return onChange(next);
          }}
        />
      )}
    </section>
  );
}

function Server({
  server,
  onChange,
}: {
  readonly server: OpenAi;
  readonly onChange: (server: OpenAi) => Promise<boolean>;
}) {
  const t = useTranslations('settings.model');
  const [baseUrl, setBaseUrl] = useState(server.baseUrl);
  const [name, setName] = useState(server.model);
  const valid = /^https?:\/\/\S+$/.test(baseUrl.trim());
  const keep = (changes: Partial<OpenAi>) => void onChange({ ...server, ...changes });
  return (
    <div className={styles.server}>
      <Field label={t('baseUrl')} help={t('baseUrlHelp')} error={valid ? undefined : t('baseUrlInvalid')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="url"
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.target.value)}
            onBlur={() => valid && baseUrl.trim() !== server.baseUrl && keep({ baseUrl: baseUrl.trim() })}
          />
        )}
      </Field>
      <Field label={t('name')} help={t('nameHelp')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onBlur={() => name.trim() !== server.model && keep({ model: name.trim() })}
          />
        )}
      </Field>
      <ApiKey secret={server.secret} onSecret={(secret) => keep({ secret })} />
      <ConnectionTest server={{ ...server, baseUrl: baseUrl.trim(), model: name.trim() }} enabled={valid} />
    </div>
  );
}

/** The key is written once, encrypted, and never read back onto the page. */
function ApiKey({
  secret,
  onSecret,
}: {
  readonly secret: string | null;
  readonly onSecret: (secret: string | null) => void;
}) {
  const t = useTranslations('settings');
  const services = useServices();
  const faultText = useFaultText();
  const [text, setText] = useState('');
  async function store() {
    const result = await services.secrets.set(SECRET, text);
    if (result.ok) {
      setText('');
      onSecret(SECRET);
      say(t('saved'));
    } else say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
  }
  async function forget() {
    const result = await services.secrets.remove(SECRET);
    if (result.ok) onSecret(null);
    else say(t('failed', { message: faultText(result.error) }), { tone: 'danger' });
  }
  return (
    <Field label={t('model.key')} help={secret === null ? t('model.keyHelp') : t('model.keyStored')}>
      {(ids) => (
        <form
          className={styles.row}
          onSubmit={(event) => {
            event.preventDefault();
            if (text !== '') void store();
          }}
        >
          <TextInput
            {...ids}
            type="password"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" disabled={text === ''}>
            {t('model.keySave')}
          </Button>
          {secret !== null && (
            <Button variant="quiet" onClick={() => void forget()}>
              {t('model.keyForget')}
            </Button>
          )}
        </form>
      )}
    </Field>
  );
}

function ConnectionTest({ server, enabled }: { readonly server: OpenAi; readonly enabled: boolean }) {
  const t = useTranslations('settings.model');
  const services = useServices();
  const [result, setResult] = useState<TestResult | 'testing' | null>(null);
  async function test() {
    setResult('testing');
    const key = server.secret === null ? null : await services.secrets.get(server.secret);
    setResult(await testOpenAi(server, key?.ok === true ? key.value : null, t('testPrompt')));
  }
  return (
    <div className={styles.row}>
      <Button disabled={!enabled || result === 'testing'} onClick={() => void test()}>
        {t('test')}
      </Button>
      <p role="status" className={styles.result}>
        {result === 'testing' && t('testing')}
        {result !== null && result !== 'testing' && <Verdict result={result} />}
      </p>
    </div>
  );
}

function Verdict({ result }: { readonly result: TestResult }) {
  const t = useTranslations('settings.model');
  switch (result.kind) {
    case 'ok':
      return t('testOk', { millis: result.millis, text: result.text });
    case 'refused':
      return t('testFailed', {
        message: t('testRefused', {
          status: result.status,
          detail: result.detail === '' ? '' : `: ${result.detail}`,
        }),
      });
    case 'timeout':
      return t('testFailed', { message: t('testTimeout', { seconds: result.seconds }) });
    case 'shape':
      return t('testFailed', { message: t('testShape') });
    case 'unreachable':
      return t('testFailed', { message: t('testUnreachable') });
  }
}
