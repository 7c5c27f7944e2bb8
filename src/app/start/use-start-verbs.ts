import { useTranslations } from 'use-intl';
import { decodeWorkflow } from '../../model/api-form';
import { emptyDocument, type WorkflowDocument } from '../../model/document';
import type { DraftSummary, StoreFault } from '../../store';
import type { Example } from '../examples';
import { exportWorkflow } from '../export-workflow';
import { useFaultText } from '../fault-text';
import { editorRoute, navigate } from '../routes';
import { useServices } from '../services';
import { say } from '../toasts';

/** What the start page can do. Every verb tells when it could not, and what destroys can be taken back. */
export function useStartVerbs() {
  const t = useTranslations('start');
  const app = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  const fail = (fault: StoreFault) => say(t('failed', { message: faultText(fault) }), { tone: 'danger' });
  const failed = (message: string) => say(t('failed', { message }), { tone: 'danger' });

  async function add(document: WorkflowDocument) {
    const result = await services.drafts.create(document);
    if (result.ok) navigate(editorRoute(document.id));
    else fail(result.error);
  }

  return {
    create() {
      void add(emptyDocument(crypto.randomUUID(), t('newName')));
    },
    openExample(example: Example) {
      const read = decodeWorkflow(example.document, { kind: 'sluice', verbatim: {} });
      if (!read.ok) return;
      const name = t(`examples.${example.id}.name`);
      void add({ ...read.value.document, id: crypto.randomUUID(), name });
    },
    async rename(draft: DraftSummary, name: string) {
      const result = await services.drafts.rename(draft.id, name);
      if (!result.ok) fail(result.error);
    },
    async duplicate(draft: DraftSummary) {
      const copy = { id: crypto.randomUUID(), name: t('copyName', { name: draft.head.name }) };
      const result = await services.drafts.duplicate(draft.id, copy);
      if (!result.ok) fail(result.error);
    },
    async exportAs(draft: DraftSummary, kind: 'editor' | 'bundle') {
      const opened = await services.drafts.open(draft.id);
      if (!opened.ok) {
        fail(opened.error);
        return;
      }
      const { document } = opened.value;
      const stored = await services.workflows.get(draft.id);
      const contract = (stored.ok ? stored.value.contract : undefined) ?? document.contract;
      const done = await exportWorkflow({ ...document, contract }, kind, await services.catalog());
      if (!done.ok) failed(done.error);
    },
    async remove(draft: DraftSummary) {
      const result = await services.drafts.remove(draft.id);
      if (!result.ok) {
        fail(result.error);
        return;
      }
      say(t('deleted', { name: draft.head.name }), {
        action: { label: app('undoIt'), run: () => void services.drafts.restore(draft.id) },
      });
    },
  };
}
