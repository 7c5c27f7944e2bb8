import { useMemo, useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { useCanvasUi, useEditor, useEditorState } from '../../canvas';
import { DOORS_OF } from '../../formats/door-calls';
import { bundleToPublish, contentsOf } from '../../formats/publish-bundle';
import type { PublishServer } from '../../store';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select, TextInput } from '../../ui/inputs';
import { useServices } from '../services';
import { say } from '../toasts';
import styles from './publish.module.css';
import { FLOW_ID, PublishResult } from './publish-result';
import { createPublishRunner } from './publish-runner';
import type { PublishSession, Reason } from './publish-state';
import { PublishingMessages } from './publishing-messages';
import { ServerForm } from './server-form';
import { builtVersion, type LiveHere, useLiveHere } from './use-live';
import { type Publishing, usePublishing } from './use-publishing';

type Props = {
  readonly session: PublishSession;
  /** Shows the list of problems. */
  readonly onProblems: () => void;
};

/** Sends the workflow on the screen to a server, and shows what the server says to it. */
export default function PublishDialog(props: Props) {
  return (
    <PublishingMessages>
      <Opened {...props} />
    </PublishingMessages>
  );
}

function Opened({ session, onProblems }: Props) {
  const t = useTranslations('publishing');
  const app = useTranslations('app');
  const top = useTranslations('app.top');
  const id = useEditorState((state) => state.document.id);
  const name = useEditorState((state) => state.document.name);
  const publishing = usePublishing(id);
  const [adding, setAdding] = useState(false);
  const shownName = name === '' ? top('unnamed') : name;
  if (publishing === null) return null;
  if (adding)
    return (
      <ServerForm
        server={null}
        onClose={() => setAdding(false)}
        onSaved={(server) => session.choose({ server: server.id, id: null })}
      />
    );
  if (publishing.servers.length === 0) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && session.close()}
        title={t('dialog.title', { name: shownName })}
        closeLabel={app('close')}
        footer={
          <>
            <Button onClick={session.close}>{app('cancel')}</Button>
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t('servers.add')}
            </Button>
          </>
        }
      >
        <p>{t('servers.text')}</p>
        <p className={styles.small}>{t('servers.none')}</p>
      </Dialog>
    );
  }
  return (
    <Publish
      session={session}
      publishing={publishing}
      title={t('dialog.title', { name: shownName })}
      onProblems={onProblems}
      onAdd={() => setAdding(true)}
    />
  );
}

function Publish({
  session,
  publishing,
  title,
  onProblems,
  onAdd,
}: {
  readonly session: PublishSession;
  readonly publishing: Publishing;
  readonly title: string;
  readonly onProblems: () => void;
  readonly onAdd: () => void;
}) {
  const t = useTranslations('publishing');
  const app = useTranslations('app');
  const services = useServices();
  const editor = useEditor();
  const ui = useCanvasUi();
  const runner = useMemo(
    () => createPublishRunner({ services, editor, session }),
    [services, editor, session],
  );
  const state = useStore(session.store);
  const here = useLiveHere(publishing);
  const document = useEditorState((one) => one.document);
  const catalog = useEditorState((one) => one.catalog);
  const errors = useEditorState(
    ({ findings }) => findings.filter(({ severity }) => severity === 'error').length,
  );
  const [taking, setTaking] = useState(false);
  const { servers } = publishing;
  // A server that was removed meanwhile is nobody to send to.
  const server =
    servers.find(({ id }) => id === state.server) ??
    servers.find(({ id }) => here[0]?.server.id === id) ??
    servers[0];
  const live = here.find((one) => one.server.id === server?.id);
  const usual = useMemo(() => bundleToPublish(document, catalog), [document, catalog]);
  if (server === undefined) return null;
  const id = state.id ?? live?.copy.id ?? usual.id;
  const valid = FLOW_ID.test(id);
  const busy = state.step.step === 'busy';
  const updates = live !== undefined && live.copy.id === id;
  const unchanged = updates && live.same === true;

  function show({ place }: Reason): void {
    session.store.setState({ open: false });
    editor.select({ nodes: place.nodes, edges: place.edges });
    // After the dialog has given the focus back.
    requestAnimationFrame(() => {
      ui.view?.fitNodes(place.nodes);
      ui.view?.focus();
    });
  }
  function problems(): void {
    session.close();
    onProblems();
  }

  const send = () => void runner.publish(server, id);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && session.close()}
      title={title}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={session.close}>
            {state.step.step === 'live' ? t('dialog.close') : app('cancel')}
          </Button>
          <Button
            variant={unchanged ? 'default' : 'primary'}
            disabled={busy || !valid || errors > 0}
            onClick={send}
          >
            {t(unchanged ? 'dialog.updateSame' : updates ? 'dialog.update' : 'dialog.publish')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <div className={styles.fields}>
          <Field label={t('dialog.server')}>
            {({ id: field }) => (
              <Select
                id={field}
                value={server.id}
                disabled={busy}
                onChange={(event) => session.choose({ server: event.target.value, id: null })}
                options={servers.map((one) => ({ value: one.id, label: one.name }))}
              />
            )}
          </Field>
          <Field
            label={t('dialog.id')}
            help={t('dialog.idHelp')}
            error={valid ? undefined : t('dialog.idInvalid')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                mono
                value={id}
                disabled={busy}
                spellCheck={false}
                onChange={(event) => session.choose({ id: event.target.value })}
              />
            )}
          </Field>
        </div>
        <Status server={server} live={live} />
        {live !== undefined && (
          <div className={styles.buttons}>
            <Button size="small" disabled={busy} onClick={() => void runner.compare(server, live.copy.id)}>
              {t('dialog.compare')}
            </Button>
            <Button
              size="small"
              onClick={() =>
                void navigator.clipboard.writeText(DOORS_OF.workflow(server.address, live.copy.id)).then(
                  () => say(t('dialog.copied')),
                  () => undefined,
                )
              }
            >
              {t('dialog.copyAddress')}
            </Button>
            <Button size="small" variant="danger" disabled={busy} onClick={() => setTaking(true)}>
              {t('dialog.takeDown')}
            </Button>
          </div>
        )}
        {taking && live !== undefined && (
          <div className={`${styles.box} ${styles.danger}`} role="alert">
            <p>{t('dialog.takeDownSure', { server: server.name })}</p>
            <div className={styles.buttons}>
              <Button
                variant="danger"
                onClick={() => {
                  setTaking(false);
                  void runner.takeDown(server, live.copy.id);
                }}
              >
                {t('dialog.takeDownDo')}
              </Button>
              <Button onClick={() => setTaking(false)}>{app('cancel')}</Button>
            </div>
          </div>
        )}
        <Sent server={server} id={id} />
        {errors > 0 && (
          <PublishResult
            step={{ step: 'invalid', errors }}
            server={server}
            id={id}
            actions={{ runner, onShow: show, onProblems: problems, onCopy: () => undefined }}
          />
        )}
        <div role="status">
          {errors === 0 && (
            <PublishResult
              step={state.step}
              server={state.about ?? server}
              id={id}
              actions={{
                runner,
                onShow: show,
                onProblems: problems,
                onCopy(copyId) {
                  session.choose({ id: copyId });
                  void runner.publish(server, copyId);
                },
              }}
            />
          )}
        </div>
        <div className={styles.buttons}>
          <Button size="small" variant="quiet" onClick={onAdd}>
            {t('servers.add')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Status({ server, live }: { readonly server: PublishServer; readonly live: LiveHere | undefined }) {
  const t = useTranslations('publishing.status');
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  if (live === undefined) return <p className={styles.small}>{t('notLive', { server: server.name })}</p>;
  const { copy, same } = live;
  const when = format.relativeTime(Math.min(copy.at, now.getTime()), now);
  return (
    <p className={styles.small}>
      {t('live', { server: server.name, id: copy.id, version: builtVersion(copy) ?? 'none', when })}{' '}
      {same !== null && <strong>{t(same ? 'same' : 'changed')}</strong>}
    </p>
  );
}

function Sent({ server, id }: { readonly server: PublishServer; readonly id: string }) {
  const t = useTranslations('publishing.dialog');
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  const { contents, notes } = useMemo(() => {
    const made = bundleToPublish(document, catalog, { publisher: server.publisher, id });
    return { contents: contentsOf(made.bundle), notes: made.notes };
  }, [document, catalog, server.publisher, id]);
  const { nodes, edges, nodeTypes, publisher } = contents;
  const parts = [
    t('sentGraph', { nodes, edges }),
    nodeTypes.length > 0 && t('sentTypes', { count: nodeTypes.length, names: nodeTypes.join(', ') }),
    publisher === '' ? t('publisherNone') : t('publisherNamed', { publisher }),
  ].filter((part) => part !== false);
  return (
    <section className={styles.small}>
      <h3 className={styles.heading}>{t('sent')}</h3>
      <p>{parts.join(' · ')}</p>
      <p>{t('left')}</p>
      {notes.map(({ path, message }) => (
        <p key={`${path} ${message}`}>{message}</p>
      ))}
    </section>
  );
}
