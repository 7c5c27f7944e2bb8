import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { anchorOf, titleOf, type WorkflowNode } from '../../model/document';
import type { Finding } from '../../model/finding';
import { IconButton } from '../../ui/icon-button';
import { MdiIcon } from '../../ui/mdi-icon';
import { Tabs } from '../../ui/tabs';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { AboutTab } from './about-tab';
import { ConfigForm } from './config-form';
import { EdgePanel } from './edge-panel';
import { focusEntry } from './focus-entry';
import styles from './panels.module.css';
import { PortsTab } from './ports-tab';
import { WorkflowPanel } from './workflow-panel';

/**
 * The right panel: the one selected node or wire, or the workflow where nothing is selected. `dataTab` draws what a run
 * gave a node; it is left out where the app looks at no run.
 */
export function SelectionPanel({
  dataTab,
  contractTab,
  aboutNode,
  onClose,
  onEditType,
}: {
  /** Draws what the workflow publishes. */
  readonly contractTab?: ReactNode;
  /** Says more of a node than its type does. */
  readonly aboutNode?: ((node: WorkflowNode) => ReactNode) | undefined;
  readonly dataTab?: ((nodeId: string) => ReactNode) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** Opens a node type where it can be changed. */
  readonly onEditType?: ((nodeType: string) => void) | undefined;
}) {
  const t = useTranslations('config');
  useEntryReveal();
  const selection = useEditorState((state) => state.selection);
  const count = selection.nodes.size + selection.edges.size;
  const [nodeKey] = selection.nodes;
  const [edgeKey] = selection.edges;
  const node = useEditorState((state) =>
    count === 1 && nodeKey !== undefined
      ? state.document.nodes.find((other) => other.key === nodeKey)
      : undefined,
  );
  const edge = useEditorState((state) =>
    count === 1 && edgeKey !== undefined
      ? state.document.edges.find((other) => other.key === edgeKey)
      : undefined,
  );
  const close =
    onClose === undefined ? null : (
      <IconButton size="small" label={t('close')} onClick={onClose}>
        <X size={16} aria-hidden />
      </IconButton>
    );
  if (node !== undefined) {
    return (
      <NodePanel
        key={node.key}
        node={node}
        dataTab={dataTab}
        aboutNode={aboutNode}
        close={close}
        onEditType={onEditType}
      />
    );
  }
  if (edge !== undefined) {
    return (
      <div className={styles.panel}>
        <EdgePanel edge={edge} />
      </div>
    );
  }
  if (count > 1) {
    return (
      <div className={styles.body}>
        <h2 className={styles.title}>{t('severalSelected', { count })}</h2>
        <p className={styles.quiet}>{t('severalHelp')}</p>
      </div>
    );
  }
  return (
    <div className={styles.panel}>
      <header className={styles.header}>
        <h2 className={styles.title}>{t('workflow')}</h2>
        {close}
      </header>
      <div className={styles.fill}>
        <WorkflowPanel contractTab={contractTab} />
      </div>
    </div>
  );
}

/** A problem of a declared input or output is shown at its entry. */
function useEntryReveal(): void {
  const editor = useEditor();
  const ui = useCanvasUi();
  const reveal = useEditorState((state) => state.reveal);
  useEffect(() => {
    if (reveal === null || reveal.finding.target.kind !== 'entry') return;
    const { key } = reveal.finding.target;
    editor.select({});
    ui.set({ workflowTab: 'interface' });
    return focusEntry(key);
  }, [reveal, editor, ui]);
}

function NodePanel({
  node,
  dataTab,
  aboutNode,
  close,
  onEditType,
}: {
  readonly aboutNode: ((node: WorkflowNode) => ReactNode) | undefined;
  readonly node: WorkflowNode;
  readonly dataTab: ((nodeId: string) => ReactNode) | undefined;
  readonly close: ReactNode;
  readonly onEditType: ((nodeType: string) => void) | undefined;
}) {
  const t = useTranslations('config');
  const catalog = useEditorState((state) => state.catalog);
  const findings = useEditorState((state) => state.findingsByKey.get(node.key)) ?? NONE;
  const reveal = useEditorState((state) => state.reveal);
  const readOnly = useEditorState((state) => state.readOnly);
  const anchor = anchorOf(node);
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  const [tab, setTab] = useState('config');
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (reveal === null || reveal.finding.target.kind !== 'node' || reveal.finding.target.key !== node.key)
      return;
    const part = reveal.finding.target.part;
    if (reveal.finding.code === 'W_WORKFLOW_CONTRACT') setTab('about');
    if (part === undefined) return;
    setTab('config');
    const key = part.replace(/^config\.?/, '');
    const frame = requestAnimationFrame(() => {
      const field = [...(root.current?.querySelectorAll('[data-config-key]') ?? [])].find(
        (element) => element.getAttribute('data-config-key') === key,
      );
      field?.closest('details')?.setAttribute('open', '');
      field?.scrollIntoView({ block: 'center' });
      const control = field?.querySelector<HTMLElement>(
        'input, textarea, select, button, [contenteditable="true"]',
      );
      control?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [reveal, node.key]);

  const body = (content: ReactNode) => <div className={styles.body}>{content}</div>;
  return (
    <div ref={root} className={styles.panel}>
      <header className={styles.header}>
        {built !== undefined && <MdiIcon name={built.nodeType.icon} />}
        <h2 className={styles.title} title={titleOf(node)}>
          {titleOf(node)}
        </h2>
        {close}
      </header>
      <div className={styles.fill}>
        <Tabs
          label={t('selection')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'config',
              label: t('tabConfig'),
              content: body(<ConfigForm node={node} built={built} findings={findings} readOnly={readOnly} />),
            },
            {
              id: 'ports',
              label: t('tabPorts'),
              content: body(<PortsTab node={node} built={built} readOnly={readOnly} />),
            },
            ...(dataTab === undefined
              ? []
              : [{ id: 'data', label: t('tabData'), content: dataTab(node.id) }]),
            {
              id: 'about',
              label: t('tabAbout'),
              content: (
                <AboutTab node={node} built={built} more={aboutNode?.(node)} onEditType={onEditType} />
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
const NONE: readonly Finding[] = [];
