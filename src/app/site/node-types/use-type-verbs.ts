import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { copyOf, sameNodeType, shippedNodeType } from '../../../catalog/edit-node-type';
import { freeId } from '../../../catalog/machine-name';
import { encodeNodeType } from '../../../catalog/node-type-record';
import type { NodeType } from '../../../catalog/types';
import type { SiteEdit } from '../../../store';
import { download, fileNameOf } from '../../download';
import { navigate, siteRoute } from '../../routes';
import { useServices } from '../../services';
import { say } from '../../toasts';
import { useSiteChange } from '../use-site-change';
import { openType } from './open-type';

/**
 * The edit that stores a record: put, or, where it says what ships, the site's record taken away, so that what ships later
 * is seen.
 */
export function storing(nodeType: NodeType): SiteEdit {
  const shipped = shippedNodeType(nodeType.id);
  return shipped !== undefined && sameNodeType(shipped, nodeType)
    ? { remove: [{ kind: 'nodeTypes', id: nodeType.id }] }
    : { put: { nodeTypes: [nodeType] } };
}

/** What can be done to a node type from the list and from its page. Every change can be taken back. */
export function useTypeVerbs() {
  const t = useTranslations('nodeTypes');
  const services = useServices();
  const change = useSiteChange();
  return useMemo(() => {
    return {
      async turn({ id, label }: NodeType, on: boolean) {
        const opened = await openType(services.site, id);
        if (opened.state !== 'found') return;
        const { nodeType, changed } = opened;
        await change(
          { ...storing({ ...nodeType, enabled: on }), expect: [{ kind: 'nodeTypes', id, changed }] },
          t(on ? 'turnedOn' : 'turnedOff', { label }),
        );
      },
      async duplicate(nodeType: NodeType) {
        const catalog = await services.catalog();
        const label = t('copyLabel', { label: nodeType.label });
        const id = freeId(nodeType.id, (one) => catalog.nodeType(one) !== undefined);
        const made = await change(
          {
            put: { nodeTypes: [copyOf(nodeType, id, label)] },
            expect: [{ kind: 'nodeTypes', id, changed: null }],
          },
          t('created', { label }),
        );
        if (made.ok) navigate(siteRoute('node-types', id));
      },
      reset: (nodeType: NodeType) =>
        change(
          { remove: [{ kind: 'nodeTypes', id: nodeType.id }] },
          t('wasReset', { label: shippedNodeType(nodeType.id)?.label ?? nodeType.label }),
        ),
      remove: (nodeType: NodeType) =>
        change({ remove: [{ kind: 'nodeTypes', id: nodeType.id }] }, t('removed', { label: nodeType.label })),
      async download(nodeType: NodeType, form: 'yaml' | 'json') {
        try {
          if (form === 'json') {
            const text = JSON.stringify(encodeNodeType(nodeType), null, 2);
            download(`${fileNameOf(nodeType.id)}.json`, `${text}\n`, 'application/json');
            return;
          }
          const { exportNodeType } = await import('../../../formats/export');
          const { name, bytes } = exportNodeType(nodeType);
          download(name, Uint8Array.from(bytes), 'application/yaml');
        } catch (cause) {
          say(cause instanceof Error ? cause.message : String(cause), { tone: 'danger' });
        }
      },
    };
  }, [services, change, t]);
}
export type TypeVerbs = ReturnType<typeof useTypeVerbs>;
