// Lists about ports as inputs and outputs of the workflow: of one node by key, of one port by the other mouse button.
import { Link2, LogIn, LogOut, Pencil, Unlink } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { InstancePort } from '../../catalog/types';
import type { NodeKey } from '../../model/document';
import { declaredNames, declaredPorts, isDeclarable, toggleDeclared } from '../derive/declared';
import { findPort } from '../derive/graph-view';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import type { Editor } from '../editor/types';
import type { CanvasUi, OpenList } from '../interaction/canvas-ui';
import { Picker, type PickerItem } from './picker';

type Of<K extends OpenList['kind']> = Extract<OpenList, { readonly kind: K }>;

function useGraph() {
  const ui = useCanvasUi();
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  return useMemo(() => ui.graph({ document, catalog }), [ui, document, catalog]);
}

/** Declares a port of a node, or withdraws it, and says so. */
export function declareOrWithdraw(
  editor: Editor,
  ui: CanvasUi,
  node: NodeKey,
  port: Pick<InstancePort, 'direction' | 'id'>,
): void {
  const { document } = editor.store.getState();
  const id = document.nodes.find((other) => other.key === node)?.id;
  if (id === undefined) return;
  const { command, name, declares } = toggleDeclared(document, id, port);
  editor.dispatch(command);
  const said = port.direction === 'input' ? 'declaredInput' : 'declaredOutput';
  ui.say(declares ? said : 'withdrawn', { name });
}

function MarkIcon({ direction }: { readonly direction: InstancePort['direction'] }) {
  return direction === 'input' ? <LogIn size={15} aria-hidden /> : <LogOut size={15} aria-hidden />;
}

/** The ports of a node that can be declared; choosing one declares or withdraws it. */
export function DeclareList({ list }: { readonly list: Of<'declare'> }) {
  const t = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  const view = useGraph();
  const ports = view.ports(list.node);
  const id = view.wiring.node(list.node)?.id ?? '';
  const declared = declaredPorts(view.document, id);
  const choices = [...ports.inputs, ...ports.outputs].filter(isDeclarable);
  const items = choices.map((port): PickerItem => {
    const names = declaredNames(declared, port);
    return {
      id: `${port.direction}:${port.id}`,
      label: port.name,
      detail:
        names === ''
          ? t('notDeclared', { side: port.direction })
          : t(port.direction === 'input' ? 'markInput' : 'markOutput', { names }),
      icon: <MarkIcon direction={port.direction} />,
    };
  });
  return (
    <Picker
      title={t('declareWhich')}
      items={items}
      empty={t('noDeclarable')}
      at={list.at}
      onChoose={(chosen) => {
        const port = choices.find((other) => `${other.direction}:${other.id}` === chosen);
        if (port !== undefined) declareOrWithdraw(editor, ui, list.node, port);
        ui.closeList();
      }}
      onClose={() => ui.closeList()}
    />
  );
}

/** What can be done with one port. */
export function PortMenu({ list }: { readonly list: Of<'portMenu'> }) {
  const t = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  const view = useGraph();
  const ref = list.port;
  const port = findPort(view, ref.node, ref.direction, ref.port);
  const id = view.wiring.node(ref.node)?.id ?? '';
  const into = ref.direction === 'input';
  const names = port === undefined ? '' : declaredNames(declaredPorts(view.document, id), port);
  const items: PickerItem[] = [];
  if (names !== '') {
    items.push(
      {
        id: 'withdraw',
        label: t(into ? 'withdrawInput' : 'withdrawOutput'),
        detail: names,
        icon: <Unlink size={15} aria-hidden />,
      },
      { id: 'edit', label: t('editEntry'), detail: names, icon: <Pencil size={15} aria-hidden /> },
    );
  } else if (port !== undefined && isDeclarable(port)) {
    items.push({
      id: 'declare',
      label: t(into ? 'declareInput' : 'declareOutput'),
      icon: <MarkIcon direction={ref.direction} />,
    });
  }
  if (port?.exposed === true && port.origin !== 'ghost')
    items.push({ id: 'wire', label: t('wireFrom'), icon: <Link2 size={15} aria-hidden /> });
  return (
    <Picker
      title={t('portMenu', { port: port?.name ?? ref.port })}
      items={items}
      empty={t('noDeclarable')}
      at={list.at}
      onChoose={(chosen) => {
        if (chosen === 'wire') {
          const at = { x: list.at.x + 1, y: list.at.y };
          ui.openList({ kind: 'chooseTarget', from: ref, only: null, at });
          return;
        }
        ui.closeList();
        if (chosen === 'edit') ui.host.editInterface?.();
        else if (port !== undefined) declareOrWithdraw(editor, ui, ref.node, port);
      }}
      onClose={() => ui.closeList()}
    />
  );
}
