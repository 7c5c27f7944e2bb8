import { useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { deriveNodeType } from '../../../catalog/derive-node-type';
import { freeId, machineName } from '../../../catalog/machine-name';
import { newIdProblem } from '../../../catalog/node-type-problems';
import { SHIPPED_NODE_TYPES } from '../../../catalog/shipped/node-types';
import { refusesNew } from '../../../catalog/store-node-type';
import type { Catalog, Processor } from '../../../catalog/types';
import { workflowOfExecutor } from '../../../contract/workflow-ids';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { Select, TextInput } from '../../../ui/inputs';
import { navigate, siteRoute } from '../../routes';
import shared from '../site.module.css';
import { useSiteChange } from '../use-site-change';

/** Makes a node type: its processor, label and id; the rest begins with what the processor suggests. */
export function CreateDialog({
  catalog,
  onClose,
}: {
  readonly catalog: Catalog;
  readonly onClose: () => void;
}) {
  const t = useTranslations('nodeTypes');
  const problem = useTranslations('nodeTypes.problem');
  const change = useSiteChange();
  const form = useId();
  const [processor, setProcessor] = useState<Processor | null>(null);
  const [label, setLabel] = useState('');
  const [ownId, setOwnId] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const taken = (id: string) => catalog.nodeType(id) !== undefined;
  const id = ownId ?? (label.trim() === '' ? '' : freeId(label, taken));
  const idFault = newIdProblem(id, taken);
  const options = useMemo(() => processorOptions(catalog), [catalog]);

  async function make() {
    setAsked(true);
    if (processor === null || label.trim() === '' || idFault !== undefined) return;
    const like = SHIPPED_NODE_TYPES.find(({ executor_plugin }) => executor_plugin === processor.id);
    const { description, category, icon } = like ?? {};
    const nodeType = deriveNodeType(processor, {
      id,
      label: label.trim(),
      ...(description === undefined ? {} : { description }),
      ...(category === undefined ? {} : { category }),
      ...(icon === undefined ? {} : { icon }),
    });
    // Judged as any record that is stored; the dialog has said before what could be wrong with it.
    if (refusesNew(nodeType, catalog) !== undefined) return;
    const made = await change(
      { put: { nodeTypes: [nodeType] }, expect: [{ kind: 'nodeTypes', id, changed: null }] },
      t('created', { label: nodeType.label }),
    );
    if (!made.ok) return;
    onClose();
    navigate(siteRoute('node-types', id));
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('create.title')}
      description={t('create.text')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('create.make')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={shared.form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field
          label={t('create.processor')}
          help={t('create.processorHelp')}
          error={asked && processor === null ? t('create.needsProcessor') : undefined}
        >
          {(ids) => (
            <Select
              {...ids}
              value={processor?.id ?? ''}
              options={[{ value: '', label: t('create.choose'), disabled: true }, ...options]}
              onChange={(event) => setProcessor(catalog.processor(event.target.value) ?? null)}
            />
          )}
        </Field>
        <Field
          label={t('create.label')}
          error={asked && label.trim() === '' ? problem('labelEmpty') : undefined}
        >
          {(ids) => <TextInput {...ids} value={label} onChange={(event) => setLabel(event.target.value)} />}
        </Field>
        <Field
          label={t('create.id')}
          help={t('create.idHelp')}
          error={(asked || ownId !== null) && idFault !== undefined ? problem(idFault) : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              mono
              value={id}
              placeholder={machineName('')}
              spellCheck={false}
              onChange={(event) => setOwnId(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** Every processor, named by the node type that ships on it; that of a workflow by the type that the catalog makes of it. */
function processorOptions(catalog: Catalog) {
  const names = new Map(
    [
      ...catalog.nodeTypes.filter(({ executor_plugin }) => workflowOfExecutor(executor_plugin) !== undefined),
      ...SHIPPED_NODE_TYPES,
    ].map(({ executor_plugin, label }) => [executor_plugin, label]),
  );
  return catalog.processors
    .map(({ id }) => ({ value: id, label: names.has(id) ? `${names.get(id)} (${id})` : id }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
