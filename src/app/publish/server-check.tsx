import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Catalog } from '../../catalog/types';
import { workflowOfExecutor } from '../../contract/workflow-ids';
import { usedTypes } from '../../formats/written-form';
import type { PublishServer } from '../../store';
import { storedWorkflow } from '../../store';
import { Button } from '../../ui/button';
import { type Services, useServices } from '../services';
import { checkServer, type Needs, type ServerCheck } from './check-server';
import { useServerFault } from './fault-words';
import styles from './publish.module.css';
import { serverClient } from './server-client';

type Shown = ServerCheck | { readonly state: 'asking' } | { readonly state: 'token' };

/** Asks a server whether it can be published to, and says so in words. */
export function ServerCheckButton({ server }: { readonly server: PublishServer }) {
  const t = useTranslations('publishing.servers');
  const services = useServices();
  const [shown, setShown] = useState<Shown | null>(null);
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  async function check() {
    setShown({ state: 'asking' });
    const token = await services.publishing.token(server);
    setCatalog(await services.catalog());
    setShown(
      token.ok
        ? await checkServer(
            serverClient(server.address, token.value, { seconds: 20 }),
            await needsOf(services),
          )
        : { state: 'token' },
    );
  }
  return (
    <>
      <Button
        size="small"
        disabled={shown?.state === 'asking'}
        aria-label={t('checkOf', { name: server.name })}
        onClick={() => void check()}
      >
        {t('check')}
      </Button>
      <div role="status" className={styles.verdict}>
        {shown?.state === 'asking' && <p>{t('checking')}</p>}
        {shown !== null && shown.state !== 'asking' && (
          <Verdict shown={shown} server={server} catalog={catalog} />
        )}
      </div>
    </>
  );
}

function Verdict({
  shown,
  server,
  catalog,
}: {
  readonly shown: Exclude<Shown, { state: 'asking' }>;
  readonly server: PublishServer;
  readonly catalog: Catalog | null;
}) {
  const t = useTranslations('publishing.check');
  const fault = useServerFault();
  switch (shown.state) {
    case 'token':
      return <Line tone="bad">{fault({ kind: 'token' }, server.address)}</Line>;
    case 'fault':
      return <Line tone="bad">{fault(shown.fault, server.address)}</Line>;
    case 'stranger':
      return <Line tone="bad">{t('stranger', { service: nameOf(shown.service) })}</Line>;
    case 'ready':
      return <Ready check={shown} named={server.publisher !== ''} catalog={catalog} />;
  }
}

function Ready({
  check,
  named,
  catalog,
}: {
  readonly check: Extract<ServerCheck, { readonly state: 'ready' }>;
  /** Whether a publisher is named in what is sent there. */
  readonly named: boolean;
  /** The one here, for the names of workflows. */
  readonly catalog: Catalog | null;
}) {
  const t = useTranslations('publishing.check');
  const { may, offers, lacks, version } = check;
  const service = nameOf(check.service);
  const right =
    may.publish === null ? 'unknown' : !may.publish ? 'no' : may.confirm === true ? 'confirm' : 'publish';
  const processors = lacks.processors.filter((id) => workflowOfExecutor(id) === undefined);
  const callees = lacks.processors.filter((id) => workflowOfExecutor(id) !== undefined);
  const nameOfCallee = (executor: string) =>
    catalog?.nodeTypes.find((type) => type.executor_plugin === executor)?.label ?? executor;
  const nodeTypes = lacks.nodeTypes.filter((id) => catalog?.nodeType(id)?.workflow === undefined);
  const missing = lacks.processors.length + lacks.nodeTypes.length > 0;
  return (
    <>
      <Line tone="good">{t('ready', { service, version: version ?? 'none' })}</Line>
      <Line tone={right === 'no' ? 'bad' : right === 'unknown' ? 'warn' : 'good'}>{t(`may.${right}`)}</Line>
      {right === 'publish' && !named && <Line tone="warn">{t('may.nameless')}</Line>}
      {offers === null ? (
        <Line tone="warn">{t('may.blind')}</Line>
      ) : (
        <Line tone={missing ? 'warn' : 'good'}>
          {t('offers', { nodeTypes: offers.nodeTypes.length, processors: offers.processors.length })}{' '}
          {!missing && t('complete')}
        </Line>
      )}
      {processors.length > 0 && (
        <Line tone="bad">{t('lacksProcessors', { names: processors.join(', ') })}</Line>
      )}
      {nodeTypes.length > 0 && <Line tone="bad">{t('lacksNodeTypes', { names: nodeTypes.join(', ') })}</Line>}
      {callees.length > 0 && (
        <Line tone="warn">{t('lacksWorkflows', { names: callees.map(nameOfCallee).join(', ') })}</Line>
      )}
    </>
  );
}

/** Servers give their names in small letters. */
function nameOf(service: string): string {
  return service === 'sluice' ? 'Sluice' : service;
}

const ICONS = { good: CircleCheck, warn: CircleAlert, bad: CircleX } as const;

function Line({ tone, children }: { readonly tone: keyof typeof ICONS; readonly children: React.ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <p className={`${styles.line} ${styles[tone]}`}>
      <Icon size={15} aria-hidden /> <span>{children}</span>
    </p>
  );
}

/**
 * What the workflows here need of a server: their processors, and of their node types those that no bundle brings along,
 * because they ship with the program.
 */
async function needsOf(services: Pick<Services, 'workflows' | 'catalog' | 'site'>): Promise<Needs> {
  const [rows, catalog, { records }] = await Promise.all([
    services.workflows.list(),
    services.catalog(),
    services.site.read(),
  ]);
  const used = new Set(rows.ok ? rows.value.flatMap((row) => usedTypes(storedWorkflow(row))) : []);
  const brought = new Set((records.nodeTypes ?? []).map(({ id }) => id));
  const types = [...used].flatMap((id) => catalog.nodeType(id) ?? []);
  return {
    nodeTypes: types.map(({ id }) => id).filter((id) => !brought.has(id)),
    processors: [...new Set(types.map(({ executor_plugin }) => executor_plugin))],
  };
}
