import { useTranslations } from 'use-intl';
import type { Catalog } from '../../catalog/types';
import { anchorOf, configOf, type WorkflowNode } from '../../model/document';
import { ownString } from '../../model/json';
import { Button } from '../../ui/button';
import { navigate, siteRoute } from '../routes';

/** What the nodes of the local content use where nothing is set. */
const USUAL = 'node';
const PROCESSORS = ['entity_query', 'entity_save'];

/** The collection that a node reads or writes by its configuration; `undefined` where it uses none. */
export function collectionOf(node: WorkflowNode, catalog: Catalog): string | undefined {
  const anchor = anchorOf(node);
  const type = anchor === undefined ? undefined : catalog.nodeType(anchor);
  if (type === undefined || !PROCESSORS.includes(type.executor_plugin.replace(/^.*:/, ''))) return undefined;
  return ownString(configOf(node), 'entity_type') || USUAL;
}

/** Whether runs begin at a node because something fires it. */
export function isTrigger(node: WorkflowNode, catalog: Catalog): boolean {
  const anchor = anchorOf(node);
  const type = anchor === undefined ? undefined : catalog.nodeType(anchor);
  return type?.executor_plugin === 'flowdrop_trigger:trigger';
}

/** Leads to the documents that a node reads or writes. */
export function ContentLink({ collection }: { readonly collection: string }) {
  const t = useTranslations('app.content');
  return (
    <div>
      <Button size="small" onClick={() => navigate(siteRoute('content', collection))}>
        {t('show', { name: collection })}
      </Button>
    </div>
  );
}
