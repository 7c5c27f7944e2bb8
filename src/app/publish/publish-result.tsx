import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { PublishServer } from '../../store';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { isFault } from './check-server';
import { DifferenceView } from './difference-view';
import { useServerFault } from './fault-words';
import { GateList, ReasonList } from './gate-list';
import styles from './publish.module.css';
import type { PublishRunner } from './publish-runner';
import type { PublishStep, Reason } from './publish-state';

export type ResultActions = {
  readonly runner: PublishRunner;
  readonly onShow: (reason: Reason) => void;
  readonly onProblems: () => void;
  /** Publishes under this id from now on. */
  readonly onCopy: (id: string) => void;
};

/** What came of the last thing that was asked of a server, with what can be done about it. */
export function PublishResult({
  step,
  server,
  id,
  actions,
}: {
  readonly step: PublishStep;
  readonly server: PublishServer;
  readonly id: string;
  readonly actions: ResultActions;
}) {
  const t = useTranslations('publishing');
  const fault = useServerFault();
  const { runner } = actions;
  const named = { server: server.name, id };
  switch (step.step) {
    case 'ready':
      return null;
    case 'busy':
      return (
        <div className={styles.row}>
          <p>{t(`busy.${step.what}`, { server: server.name })}</p>
          {step.what !== 'judging' && (
            <Button size="small" onClick={runner.cancel}>
              {t('dialog.stop')}
            </Button>
          )}
        </div>
      );
    case 'invalid':
      return (
        <Box tone="danger">
          <p>{t('result.invalid', { count: step.errors })}</p>
          <div className={styles.buttons}>
            <Button onClick={actions.onProblems}>{t('dialog.showProblems')}</Button>
          </div>
        </Box>
      );
    case 'stuck':
      return (
        <Box tone="danger">
          <p>
            {fault(step.why, server.address)}{' '}
            {step.removing !== true ? t('result.stuck') : isFault(step.why) && t('result.removalUnknown')}
          </p>
          {step.why.kind === 'refused' && (
            <p className={styles.code}>{t('fault.code', { code: step.why.code, status: step.why.status })}</p>
          )}
        </Box>
      );
    case 'live':
      return (
        <Box tone="positive">
          <p>
            {t(step.replaced ? 'result.replaced' : 'result.live', { server: server.name, id: step.copy.id })}
          </p>
          {!step.replaced && <GateList refusedBy={null} />}
        </Box>
      );
    case 'refused':
      return <Refused step={step} server={server} id={id} actions={actions} />;
    case 'taken':
      return <Taken step={step} server={server} actions={actions} />;
    case 'lost':
      return (
        <Box tone="warning">
          <p>{step.asked ? t('result.notThere') : t('result.lost')}</p>
          {!step.asked && (
            <>
              <p className={styles.small}>{fault(step.fault, server.address)}</p>
              <div className={styles.buttons}>
                <Button onClick={() => void runner.askAgain(server, id)}>{t('dialog.askAgain')}</Button>
              </div>
            </>
          )}
        </Box>
      );
    case 'compared':
      return (
        <Box>
          <Compared step={step} server={server} />
        </Box>
      );
    case 'gone':
      return (
        <Box>
          <p>{t(step.taken ? 'result.gone' : 'result.missing', named)}</p>
        </Box>
      );
  }
}

function Box({
  tone,
  children,
}: {
  readonly tone?: 'danger' | 'warning' | 'positive';
  readonly children: React.ReactNode;
}) {
  return <div className={tone === undefined ? styles.box : `${styles.box} ${styles[tone]}`}>{children}</div>;
}

function Refused({
  step,
  server,
  id,
  actions,
}: {
  readonly step: Extract<PublishStep, { readonly step: 'refused' }>;
  readonly server: PublishServer;
  readonly id: string;
  readonly actions: ResultActions;
}) {
  const t = useTranslations('publishing');
  const fault = useServerFault();
  const { gate, door, refusal, reasons, mayConfirm } = step;
  const untrusted = gate === 'publisher';
  const typesMissing = door === 'update' && reasons.some(({ code }) => code === 'R9_NODE_TYPE_UNKNOWN');
  return (
    <Box tone="danger">
      <p className={styles.strong}>
        {t(door === 'import' ? 'result.refused' : 'result.refusedUpdate', { server: server.name })}
      </p>
      {gate === null && <p>{fault({ kind: 'refused', ...refusal }, server.address)}</p>}
      {gate !== null && door === 'import' && <GateList refusedBy={gate} />}
      {(gate !== null || refusal.details.length > 0) && (
        <ReasonList reasons={reasons} onShow={actions.onShow} />
      )}
      {typesMissing && <p>{t('result.typesNotBrought')}</p>}
      {untrusted && (
        <p>
          {t(
            mayConfirm
              ? 'result.untrustedMay'
              : server.publisher === ''
                ? 'result.untrustedNameless'
                : 'result.untrustedMayNot',
          )}
        </p>
      )}
      {untrusted && mayConfirm && (
        <div className={styles.buttons}>
          <Button onClick={() => void actions.runner.publish(server, id, { confirm: true })}>
            {t('dialog.confirm')}
          </Button>
        </div>
      )}
      {gate === null && (
        <p className={styles.code}>{t('fault.code', { code: refusal.code, status: refusal.status })}</p>
      )}
    </Box>
  );
}

function Taken({
  step,
  server,
  actions,
}: {
  readonly step: Extract<PublishStep, { readonly step: 'taken' }>;
  readonly server: PublishServer;
  readonly actions: ResultActions;
}) {
  const t = useTranslations('publishing');
  const [copyId, setCopyId] = useState(`${step.id.slice(0, 59)}_copy`);
  const usable = FLOW_ID.test(copyId);
  const { copy, difference } = step;
  const words = copy === null ? 'result.takenHidden' : step.ours ? 'result.takenOurs' : 'result.taken';
  return (
    <Box tone="warning">
      <p className={styles.strong}>{t(words, { id: step.id, server: server.name })}</p>
      {copy !== null && difference !== null && (
        <Compared step={{ step: 'compared', copy, difference }} server={server} />
      )}
      <div className={styles.buttons}>
        <Button
          variant="danger"
          onClick={() => void actions.runner.replace(server, copy ?? { id: step.id, changed: null })}
        >
          {t('dialog.replace')}
        </Button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (usable) actions.onCopy(copyId);
        }}
      >
        <Field label={t('dialog.copyId')} error={usable ? undefined : t('dialog.idInvalid')}>
          {(ids) => (
            <div className={styles.row}>
              <TextInput {...ids} mono value={copyId} onChange={(event) => setCopyId(event.target.value)} />
              <Button type="submit" disabled={!usable}>
                {t('dialog.copy')}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </Box>
  );
}

function Compared({
  step: { copy, difference },
  server,
}: {
  readonly step: Extract<PublishStep, { readonly step: 'compared' }>;
  readonly server: PublishServer;
}) {
  const t = useTranslations('publishing.result');
  const format = useFormatter();
  const at = Date.parse(copy.changed);
  const when = Number.isNaN(at)
    ? copy.changed
    : format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <p>{t('compared', { server: server.name, when })}</p>
      <DifferenceView difference={difference} version={copy.version} />
    </>
  );
}

/** STORE-9: what the id of a flow may be. */
export const FLOW_ID = /^[a-z0-9_]{1,64}$/;
