import { Play } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useEditorState } from '../canvas/editor/editor-context';
import { Button } from '../ui/button';
import { InputField } from './input-field';
import { RunChoicesView } from './run-choices';
import { useRunState, useRuns } from './run-context';
import { modeKey, type NodeFields, type RunField, runForm } from './run-form';
import styles from './run-form-view.module.css';
import { RUN_FORM } from './use-launch';

/** The form before a run: the workflow's own inputs, then what single nodes take. */
export function RunFormView({ onRun }: { readonly onRun: () => void }) {
  const t = useTranslations('run');
  const document = useEditorState((state) => state.document);
  const catalog = useEditorState((state) => state.catalog);
  const form = useMemo(() => runForm(document, catalog), [document, catalog]);
  const launching = useRunState((state) => state.launching);
  const ready = useRunState((state) => state.entered !== null);
  const asks = form.declared.length > 0 || form.nodes.length > 0;
  return (
    <form
      className={styles.form}
      {...{ [RUN_FORM]: '' }}
      aria-label={t('inputs')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <div className={styles.fields}>
        {!asks && <p className={styles.none}>{t(document.nodes.length === 0 ? 'noNodes' : 'noInputs')}</p>}
        {ready && <Fields fields={form.declared} />}
        {ready && form.nodes.length > 0 && <NodeInputs nodes={form.nodes} />}
        {document.nodes.length > 0 && <RunChoicesView />}
      </div>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" icon={<Play size={15} aria-hidden />} disabled={launching}>
          {t('run')}
        </Button>
      </div>
    </form>
  );
}

/** Shown at once where an entry node waits for a value; else folded, for nothing of it is needed. */
function NodeInputs({ nodes }: { readonly nodes: readonly NodeFields[] }) {
  const t = useTranslations('run');
  const waits = nodes.some(({ fields }) => fields.length > 0);
  const groups = (
    <>
      <p className={styles.help}>{t('authorInputsHelp')}</p>
      {nodes.map((node) => (
        <fieldset key={node.node} className={styles.node}>
          <legend>{node.title}</legend>
          <Fields fields={node.fields} />
          {waits && node.more.length > 0 ? (
            <details>
              <summary>{t('moreInputs', { count: node.more.length })}</summary>
              <Fields fields={node.more} />
            </details>
          ) : (
            <Fields fields={node.more} />
          )}
        </fieldset>
      ))}
    </>
  );
  if (waits) {
    return (
      <section className={styles.author}>
        <h3 className={styles.title}>{t('authorInputs')}</h3>
        {groups}
      </section>
    );
  }
  return (
    <details className={styles.folded}>
      <summary>{t('authorInputs')}</summary>
      <div className={styles.author}>{groups}</div>
    </details>
  );
}

function Fields({ fields }: { readonly fields: readonly RunField[] }) {
  const runs = useRuns();
  const entered = useRunState((state) => state.entered) ?? {};
  const faults = useRunState((state) => state.faults);
  if (fields.length === 0) return null;
  return (
    <div className={styles.list}>
      {fields.map((field) => (
        <InputField
          key={field.key}
          field={field}
          text={Object.hasOwn(entered, field.key) ? (entered[field.key] ?? '') : ''}
          mode={entered[modeKey(field)] === 'json' ? 'json' : 'text'}
          fault={Object.hasOwn(faults, field.key) ? faults[field.key] : undefined}
          onText={(text) => runs.enter({ ...entered, [field.key]: text })}
          onMode={(mode) => runs.enter({ ...entered, [modeKey(field)]: mode })}
        />
      ))}
    </div>
  );
}
