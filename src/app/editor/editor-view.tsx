import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { EditorProvider, NodePalette, useEditorState, WorkflowCanvas } from '../../canvas';
import { workflowOfNode } from '../../contract/workflow-ids';
import { RunProvider, useRuns } from '../../playground/run-context';
import { Badge } from '../../ui/badge';
import { whenIdle } from '../idle';
import { PublishNotice } from '../publish/publish-notice';
import { createPublishSession, type PublishSession } from '../publish/publish-state';
import { editorRoute, navigate, useRoute } from '../routes';
import { say } from '../toasts';
import { useTitle } from '../use-title';
import { afterPart } from './after-part';
import { ContentLink, collectionOf, isTrigger } from './content-link';
import { EditorNotices } from './editor-notices';
import { oneAtATime } from './layout-store';
import type { OpenEditor } from './open-editor';
import { Outline } from './outline';
import {
  CommandPalette,
  KeysDialog,
  LogPart,
  loadParts,
  NodeDataPart,
  ProblemsPart,
  PublishDialog,
  RunPart,
  RunsPart,
  SelectionPart,
} from './parts';
import { PROPERTIES, Shell } from './shell';
import { TopBar } from './top-bar';
import { useEditorKeys } from './use-editor-keys';
import { useEditorVerbs } from './use-editor-verbs';
import { useNarrow } from './use-narrow';
import { useNotices } from './use-notices';

const ContractTab = lazy(() => import('../contract/contract-tab'));
const TriggerPanel = lazy(() =>
  import('../site/triggers/trigger-panel').then((m) => ({ default: m.TriggerPanel })),
);
const WorkflowNodeFacts = lazy(() => import('../contract/workflow-node'));

/** The editor's page around one open workflow. */
export function EditorView(props: {
  readonly open: OpenEditor;
  readonly run: string | null;
  readonly onReload: () => void;
  readonly onImport: () => void;
}) {
  const { open, run } = props;
  const { runs } = open;
  useEffect(() => {
    if (run !== null) runs.look(run);
  }, [run, runs]);
  return (
    <EditorProvider editor={open.editor} ui={open.ui}>
      <RunProvider runs={open.runs}>
        <View {...props} />
      </RunProvider>
    </EditorProvider>
  );
}

function View({
  open,
  onReload,
  onImport,
}: {
  readonly open: OpenEditor;
  readonly onReload: () => void;
  readonly onImport: () => void;
}) {
  const top = useTranslations('app.top');
  const undo = useTranslations('app')('undoIt');
  const name = useEditorState((state) => state.document.name);
  const count = useEditorState((state) => state.findings.length);
  const [dialog, setDialog] = useState<'palette' | 'help' | null>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const publishing = usePublishSession(open);
  const verbs = useEditorVerbs(open, setDialog, publishing.open);
  const sending = useStore(publishing.store, (state) => state.open);
  useTitle(name === '' ? top('unnamed') : name);
  useEffect(() => whenIdle(loadParts), []);
  useNarrow(open.editor);
  useEditorKeys(verbs, open.editor, canvas);
  const workflow = useEditorState((state) => state.document.id);
  const runs = useRuns();
  useNotices(
    workflow,
    useCallback(
      (run: string) => {
        runs.look(run);
        verbs.showDock('log');
      },
      [runs, verbs],
    ),
  );
  const { layout } = open;
  const search = useRef<HTMLInputElement>(null);
  const parts = useMemo(
    () => ({
      top: <TopBar verbs={verbs} />,
      notices: (
        <>
          <EditorNotices open={open} onReload={onReload} />
          <PublishNotice session={publishing} />
        </>
      ),
      canvas: (
        <div ref={canvas} style={{ blockSize: '100%' }}>
          <WorkflowCanvas
            editNode={() => {
              layout.setState(oneAtATime({ right: true }));
              void afterPart(SelectionPart.load(), focusProperties);
            }}
            editInterface={() => {
              layout.setState(oneAtATime({ right: true }));
              open.editor.select({});
              open.ui.set({ workflowTab: 'interface' });
            }}
            searchPalette={() => {
              layout.setState(oneAtATime({ rail: 'nodes' }));
              requestAnimationFrame(() => search.current?.focus());
            }}
          />
        </div>
      ),
      rail: {
        nodes: <NodePalette searchRef={search} onEditType={verbs.openSite} />,
        outline: <Outline />,
        runs: (
          <RunsPart
            onOpen={verbs.showOpenedRun}
            onSay={(text, takeBack) =>
              say(text, takeBack === undefined ? {} : { action: { label: undo, run: takeBack } })
            }
          />
        ),
      },
      right: (
        <SelectionPart
          dataTab={(nodeId) => <NodeDataPart nodeId={nodeId} />}
          contractTab={
            <Suspense>
              <ContractTab open={open} />
            </Suspense>
          }
          aboutNode={(node) => {
            const { catalog } = open.editor.store.getState();
            const workflow = workflowOfNode(node, catalog);
            const collection = collectionOf(node, catalog);
            if (collection !== undefined) return <ContentLink collection={collection} />;
            if (isTrigger(node, catalog))
              return (
                <Suspense>
                  <TriggerPanel workflow={open.editor.store.getState().document.id} node={node.id} />
                </Suspense>
              );
            return workflow === undefined ? null : (
              <Suspense>
                <WorkflowNodeFacts node={node} workflow={workflow} />
              </Suspense>
            );
          }}
          onClose={() => verbs.arrange({ right: false })}
          onEditType={verbs.openSite}
        />
      ),
      dock: {
        problems: <ProblemsPart />,
        run: <RunPart onShowProblems={() => verbs.showDock('problems')} />,
        log: <LogPart />,
      },
      dockBadge: { problems: count > 0 ? <Badge>{count}</Badge> : undefined },
    }),
    [verbs, open, onReload, layout, count, undo, publishing],
  );
  return (
    <>
      <Shell layout={layout} arrange={verbs.arrange} parts={parts} />
      {dialog === 'palette' && (
        <CommandPalette verbs={verbs} onImport={onImport} onClose={() => setDialog(null)} />
      )}
      {dialog === 'help' && <KeysDialog onClose={() => setDialog(null)} />}
      {sending && <PublishDialog session={publishing} onProblems={() => verbs.showDock('problems')} />}
    </>
  );
}

/** How publishing the open workflow stands; opened at once where the route asks for it. */
function usePublishSession({ editor, ui }: OpenEditor): PublishSession {
  const session = useMemo(() => createPublishSession(ui), [ui]);
  const route = useRoute();
  const asked = route.page === 'editor' && route.publish === true;
  useEffect(() => {
    if (!asked) return;
    session.open();
    navigate(editorRoute(editor.store.getState().document.id), { replace: true });
  }, [asked, session, editor]);
  return session;
}

/** Puts the focus on the first field of the properties. */
function focusProperties(): void {
  const panel = document.querySelector(`[${PROPERTIES}]`);
  const field = panel?.querySelector<HTMLElement>(
    ['input', 'textarea', 'select', '[contenteditable="true"]']
      .map((tag) => `[data-config-key] ${tag}`)
      .join(', '),
  );
  (field ?? panel?.querySelector<HTMLElement>('[role="tab"]'))?.focus();
}
