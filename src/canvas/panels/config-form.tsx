import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { readDynamicPorts } from '../../catalog/dynamic-ports';
import type { BuiltType, Schema } from '../../catalog/types';
import { configOf, type WorkflowNode } from '../../model/document';
import type { Finding } from '../../model/finding';
import { isArray, isObject, type Json, own, ownString } from '../../model/json';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';
import { setConfigValue } from '../commands/config';
import { setNodeLabel } from '../commands/nodes';
import { useEditor } from '../editor/editor-context';
import { BranchesEditor } from './branches-editor';
import { DynamicPortsEditor } from './dynamic-ports-editor';
import type { FieldContext } from './fields/field-types';
import styles from './fields/fields.module.css';
import { JsonField } from './fields/json-field';
import { useCommittedText } from './fields/use-committed-text';
import { ValueField } from './fields/value-field';
import { useFindingText } from './finding-text';
import { type FormGroup, layoutOf } from './form-layout';

/** Keys that have a place of their own and are no ordinary field. */
const OWN_PLACE = new Set(['ports', 'dynamicInputs', 'dynamicOutputs', 'branches']);

/** The configuration of one node as a form, generated from its derived config schema and ui schema. */
export const ConfigForm = memo(function ConfigForm({
  node,
  built,
  findings,
  readOnly,
}: {
  readonly node: WorkflowNode;
  readonly built: BuiltType | undefined;
  readonly findings: readonly Finding[];
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const editor = useEditor();
  const textOf = useFindingText();
  const config = configOf(node);
  const misshapen =
    node.data.config !== undefined && node.data.config !== null && !isObject(node.data.config);
  const groups = useMemo(() => (built === undefined ? [] : layoutOf(built, config)), [built, config]);
  const context = useMemo<FieldContext>(() => contextOf(built, node, readOnly), [built, node, readOnly]);
  const declared = own(built?.configSchema, 'properties');
  const stray = Object.keys(config).filter(
    (key) => !OWN_PLACE.has(key) && key !== 'ports' && !(isObject(declared) && Object.hasOwn(declared, key)),
  );
  const set = (key: string, value: Json | undefined) => editor.dispatch(setConfigValue(node.key, key, value));
  const findingsOf = (key: string) =>
    findings.filter((finding) => finding.target.kind === 'node' && finding.target.part === `config.${key}`);
  const problemOf = (key: string) => {
    const [found] = findingsOf(key);
    return found === undefined ? undefined : textOf(found);
  };

  const field = (key: string, schema: Schema) => (
    <div key={key} data-config-key={key}>
      <ValueField
        name={key}
        schema={schema}
        value={Object.hasOwn(config, key) ? config[key] : undefined}
        fallback={built?.configDefaults[key] ?? own(schema, 'default')}
        required={isRequired(built, key)}
        problem={problemOf(key)}
        context={context}
        onChange={(value) => set(key, value)}
      />
    </div>
  );

  return (
    <div className={styles.stack}>
      <LabelField node={node} readOnly={readOnly} />
      {built === undefined && <MissingType node={node} />}
      {built !== undefined && built.processor === undefined && (
        <p className={styles.hint}>
          {t('missingProcessor', { type: built.nodeType.id, processor: built.nodeType.executor_plugin })}
        </p>
      )}
      {misshapen ? (
        <div className={styles.stack}>
          <p className={styles.hint}>{t('configNotObject')}</p>
          <pre className={styles.mono}>{JSON.stringify(node.data.config, null, 2).slice(0, 2000)}</pre>
          <Button size="small" disabled={readOnly} onClick={() => set('instanceTitle', undefined)}>
            {t('replaceConfig')}
          </Button>
        </div>
      ) : (
        <>
          {has(built, 'branches') && (
            <div data-config-key="branches">
              <BranchesEditor
                node={node}
                branches={config.branches ?? built?.configDefaults.branches}
                problem={problemOf('branches')}
                readOnly={readOnly}
              />
            </div>
          )}
          {groups.map((group) => (
            <GroupFields key={group.id} group={group} field={field} />
          ))}
          {has(built, 'dynamicInputs') && (
            <div data-config-key="dynamicInputs">
              <DynamicPortsEditor
                node={node}
                direction="input"
                findings={findingsOf('dynamicInputs')}
                context={context}
                readOnly={readOnly}
              />
            </div>
          )}
          {has(built, 'dynamicOutputs') && (
            <div data-config-key="dynamicOutputs">
              <DynamicPortsEditor
                node={node}
                direction="output"
                findings={findingsOf('dynamicOutputs')}
                context={context}
                readOnly={readOnly}
              />
            </div>
          )}
          {built !== undefined && groups.length === 0 && stray.length === 0 && (
            <p className={styles.empty}>{t('nothingToConfigure')}</p>
          )}
          {stray.length > 0 && (
            <details className={styles.group} open={built === undefined}>
              <summary>{t('otherKeys')}</summary>
              <div className={styles.stack}>
                <p className={styles.hint}>{t('otherKeysHelp')}</p>
                {stray.map((key) => (
                  <div key={key} data-config-key={key}>
                    <Field label={key} error={problemOf(key)}>
                      {(ids) => (
                        <JsonField
                          {...ids}
                          label={key}
                          schema={NO_SCHEMA}
                          value={config[key]}
                          fallback={undefined}
                          context={context}
                          onChange={(value) => set(key, value)}
                        />
                      )}
                    </Field>
                  </div>
                ))}
              </div>
            </details>
          )}
        </>
      )}
    </div>
  );
});
const NO_SCHEMA: Schema = {};

function GroupFields({
  group,
  field,
}: {
  readonly group: FormGroup;
  readonly field: (key: string, schema: Schema) => React.ReactNode;
}) {
  const t = useTranslations('config');
  const fields = group.fields.filter(([key]) => !OWN_PLACE.has(key));
  if (fields.length === 0) return null;
  if (group.plain)
    return <div className={styles.stack}>{fields.map(([key, schema]) => field(key, schema))}</div>;
  const known = `group${group.id}` as const;
  return (
    <details className={styles.group} open={group.open}>
      <summary>{t.has(known as 'groupgeneral') ? t(known as 'groupgeneral') : group.label}</summary>
      <div className={styles.stack}>{fields.map(([key, schema]) => field(key, schema))}</div>
    </details>
  );
}

function LabelField({ node, readOnly }: { readonly node: WorkflowNode; readonly readOnly: boolean }) {
  const t = useTranslations('config');
  const editor = useEditor();
  const { text, change, flush } = useCommittedText(node.data.label ?? '', (label) =>
    editor.dispatch(setNodeLabel(node.key, label)),
  );
  return (
    <Field label={t('label')}>
      {(ids) => (
        <TextInput
          id={ids.id}
          value={text}
          readOnly={readOnly}
          onChange={(event) => change(event.target.value)}
          onBlur={flush}
        />
      )}
    </Field>
  );
}

function MissingType({ node }: { readonly node: WorkflowNode }) {
  const t = useTranslations('config');
  const type = ownString(node.data.metadata, 'node_type_id');
  return <p className={styles.hint}>{type === undefined ? t('noAnchor') : t('unknownType', { type })}</p>;
}

function has(built: BuiltType | undefined, key: string): boolean {
  const properties = own(built?.configSchema, 'properties');
  return isObject(properties) && Object.hasOwn(properties, key);
}

function isRequired(built: BuiltType | undefined, key: string): boolean {
  const required = own(built?.configSchema, 'required');
  return isArray(required) && required.includes(key);
}

function contextOf(built: BuiltType | undefined, node: WorkflowNode, readOnly: boolean): FieldContext {
  if (built === undefined) return { variables: [], engine: undefined, readOnly };
  const config = configOf(node);
  const names = readDynamicPorts(built, node.data.config).inputs.map((port) => port.name);
  const inputs = built.inputs
    .filter((port) => port.dataType !== 'trigger' && port.dataType !== 'tool')
    .map((port) => port.id);
  const engine = config.engine ?? built.configDefaults.engine;
  return {
    variables: [...names, ...inputs],
    engine: typeof engine === 'string' ? engine : undefined,
    readOnly,
  };
}
