import { LogIn, LogOut } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { instancePorts } from '../../catalog/instance-ports';
import type { BuiltType, InstancePort } from '../../catalog/types';
import type { WorkflowNode } from '../../model/document';
import { sourcePort, targetPort } from '../../model/handle';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/icon-button';
import { Switch } from '../../ui/switch';
import { setPortExposure } from '../commands/config';
import { declaredNames, declaredPorts, isDeclarable } from '../derive/declared';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { LaneShape } from '../flow/lane-shape';
import { declareOrWithdraw } from '../lists/port-lists';
import styles from './fields/fields.module.css';

/** Which ports of a node are exposed, one switch a port (EXPO-2). Dynamic, branch and ghost ports have no exposure (DYN-6). */
export const PortsTab = memo(function PortsTab({
  node,
  built,
  readOnly,
}: {
  readonly node: WorkflowNode;
  readonly built: BuiltType | undefined;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const catalog = useEditorState((state) => state.catalog);
  const edges = useEditorState((state) => state.document.edges);
  const wired = useMemo(() => {
    const inputs = new Set<string>();
    const outputs = new Set<string>();
    for (const edge of edges) {
      const leaves = edge.source === node.id ? sourcePort(edge) : undefined;
      const enters = edge.target === node.id ? targetPort(edge) : undefined;
      if (leaves !== undefined) outputs.add(leaves);
      if (enters !== undefined) inputs.add(enters);
    }
    return { inputs, outputs };
  }, [edges, node.id]);
  const ports = useMemo(
    () => instancePorts(catalog, node, { inputs: [...wired.inputs], outputs: [...wired.outputs] }),
    [catalog, node, wired],
  );
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{t('exposureHelp')}</p>
      <PortList
        title={t('inputs')}
        ports={ports.inputs}
        wired={wired.inputs}
        node={node}
        built={built}
        readOnly={readOnly}
      />
      <PortList
        title={t('outputs')}
        ports={ports.outputs}
        wired={wired.outputs}
        node={node}
        built={built}
        readOnly={readOnly}
      />
    </div>
  );
});

function PortList({
  title,
  ports,
  wired,
  node,
  built,
  readOnly,
}: {
  readonly title: string;
  readonly ports: readonly InstancePort[];
  readonly wired: ReadonlySet<string>;
  readonly node: WorkflowNode;
  readonly built: BuiltType | undefined;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const contract = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  const entries = useEditorState((state) => declaredPorts(state.document, node.id));
  if (ports.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      {ports.map((port) => {
        const fixed = port.origin === 'dynamic' || port.origin === 'branch' || port.origin === 'ghost';
        const into = port.direction === 'input';
        const declared = declaredNames(entries, port);
        const ofType = built?.[port.direction === 'input' ? 'inputs' : 'outputs'].find(
          (other) => other.id === port.id,
        );
        return (
          <div key={`${port.direction}:${port.id}`} className={styles.row}>
            <LaneShape lane={port.lane} />
            <span className={styles.grow}>
              {port.name}
              <br />
              <span className={styles.mono}>
                {port.name === port.id ? port.lane : `${port.id} · ${port.lane}`}
              </span>
              {declared !== '' && (
                <span className={styles.about}>
                  <br />
                  {contract(into ? 'markInput' : 'markOutput', { names: declared })}
                </span>
              )}
              {/* What is not drawn has to say what it would be good for. */}
              {!port.exposed && port.description !== '' && (
                <span className={styles.about}>
                  <br />
                  {port.description}
                </span>
              )}
            </span>
            {wired.has(port.id) && <Badge>{t('usedByEdge')}</Badge>}
            {(isDeclarable(port) || declared !== '') && (
              <IconButton
                size="small"
                label={contract(
                  into
                    ? declared === ''
                      ? 'declareInputNamed'
                      : 'withdrawInputNamed'
                    : declared === ''
                      ? 'declareOutputNamed'
                      : 'withdrawOutputNamed',
                  { port: port.name },
                )}
                pressed={declared !== ''}
                disabled={readOnly}
                onClick={() => declareOrWithdraw(editor, ui, node.key, port)}
              >
                {into ? <LogIn size={14} aria-hidden /> : <LogOut size={14} aria-hidden />}
              </IconButton>
            )}
            {!fixed && (
              <Switch
                label={t('show', { port: port.name })}
                checked={port.exposed}
                disabled={readOnly}
                onChange={(exposed) =>
                  editor.dispatch(
                    setPortExposure(
                      node.key,
                      port.direction,
                      port.id,
                      exposed,
                      ofType?.exposedByDefault !== false,
                    ),
                  )
                }
              />
            )}
          </div>
        );
      })}
    </section>
  );
}
