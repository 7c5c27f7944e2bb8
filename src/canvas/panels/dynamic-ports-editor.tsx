import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { dynamicNameFault } from '../../catalog/dynamic-ports';
import { configOf, type WorkflowNode } from '../../model/document';
import type { Finding } from '../../model/finding';
import type { Direction } from '../../model/handle';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Select, TextInput } from '../../ui/inputs';
import { renameDynamicPort, setDynamicPorts } from '../commands/ports';
import { useEditor, useEditorState } from '../editor/editor-context';
import type { FieldContext } from './fields/field-types';
import styles from './fields/fields.module.css';
import { TextField } from './fields/text-field';
import { useCommittedText } from './fields/use-committed-text';
import { useFindingText } from './finding-text';

/** The ports that an author adds to one node: name, label, lane, and for outputs with an expression, that too. */
export function DynamicPortsEditor({
  node,
  direction,
  findings,
  context,
  readOnly,
}: {
  readonly node: WorkflowNode;
  readonly direction: Direction;
  readonly findings: readonly Finding[];
  readonly context: FieldContext;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const editor = useEditor();
  const textOf = useFindingText();
  const root = useRef<HTMLElement>(null);
  const lanes = useEditorState((state) => state.catalog.portConfig.dataTypes);
  const config = configOf(node);
  const stored = config[direction === 'input' ? 'dynamicInputs' : 'dynamicOutputs'];
  const ports = isArray(stored) ? stored : [];
  const expressions = direction === 'output' && context.engine !== undefined;
  const write = (next: readonly Json[]) => editor.dispatch(setDynamicPorts(node.key, direction, next));
  const change = (at: number, fields: JsonObject) =>
    write(ports.map((port, i) => (i === at ? { ...(isObject(port) ? port : {}), ...fields } : port)));
  const move = (at: number, by: number) => {
    const next = [...ports];
    const [taken] = next.splice(at, 1);
    if (taken !== undefined) next.splice(at + by, 0, taken);
    write(next);
  };
  const laneOptions = lanes
    .filter((lane) => lane.enabled && lane.id !== 'trigger' && lane.id !== 'tool')
    .map((lane) => ({ value: lane.id, label: lane.name }));

  // A problem of one port stands at that port; what concerns the list as a whole stands above it.
  const problems = findings.map((finding) => ({ at: portIndex(finding), text: textOf(finding) }));
  const problemAt = (index: number | undefined) =>
    problems
      .filter(({ at }) => at === index)
      .map(({ text }) => text)
      .join(' ') || undefined;
  const problem = problemAt(undefined);

  return (
    <section
      ref={root}
      className={styles.tight}
      aria-label={t(direction === 'input' ? 'dynamicInputs' : 'dynamicOutputs')}
    >
      <h3 className={styles.heading}>{t(direction === 'input' ? 'dynamicInputs' : 'dynamicOutputs')}</h3>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {ports.length === 0 && (
        <p className={styles.empty}>{t(direction === 'input' ? 'noDynamicInputs' : 'noDynamicOutputs')}</p>
      )}
      {ports.map((port, i) => {
        const name = ownString(port, 'name') ?? '';
        const lane = ownString(port, 'dataType') ?? 'mixed';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a port's name changes while it is typed; its place is its identity
          <div key={i} className={styles.card}>
            <div className={styles.lineTop}>
              <NameField
                name={name}
                readOnly={readOnly}
                fault={(next) => nameFault(node, next, direction, i)}
                commit={(next) =>
                  name !== '' && ports.filter((other) => ownString(other, 'name') === name).length === 1
                    ? editor.dispatch(renameDynamicPort(node.key, direction, name, next))
                    : change(i, { name: next })
                }
              />
              <IconButton
                size="small"
                label={t('moveUp', { port: name })}
                disabled={readOnly || i === 0}
                onClick={() => move(i, -1)}
              >
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                label={t('moveDown', { port: name })}
                disabled={readOnly || i === ports.length - 1}
                onClick={() => move(i, 1)}
              >
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                label={t('removePort', { port: name })}
                disabled={readOnly}
                onClick={() => write(ports.filter((_, at) => at !== i))}
              >
                <Trash2 size={14} aria-hidden />
              </IconButton>
            </div>
            <div className={styles.line}>
              <div className={styles.grow}>
                <Labelled
                  label={t('portLabel')}
                  text={ownString(port, 'label') ?? ''}
                  placeholder={name}
                  readOnly={readOnly}
                  commit={(label) => change(i, { label })}
                />
              </div>
              <div className={styles.grow}>
                <Field label={t('portLane')} hint={t('portLaneHelp')}>
                  {(ids) => (
                    <Select
                      id={ids.id}
                      disabled={readOnly}
                      value={lane}
                      options={
                        laneOptions.some((option) => option.value === lane)
                          ? laneOptions
                          : [{ value: lane, label: lane }, ...laneOptions]
                      }
                      onChange={(event) => change(i, { dataType: event.target.value })}
                    />
                  )}
                </Field>
              </div>
            </div>
            {!expressions &&
              problemAt(i) !== undefined &&
              nameFault(node, name, direction, i) === undefined && (
                <p className={styles.problem} role="alert">
                  {problemAt(i)}
                </p>
              )}
            {expressions && (
              <Field label={t('expression')} error={problemAt(i)}>
                {(ids) => (
                  <TextField
                    {...ids}
                    label={`${t('expression')} ${name}`}
                    schema={{}}
                    kind={{ kind: 'code', language: 'twig' }}
                    value={own(port, 'value')}
                    fallback=""
                    context={context}
                    onChange={(value) => change(i, { value: value ?? '' })}
                  />
                )}
              </Field>
            )}
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={readOnly}
          onClick={() => {
            focusAdded(root.current, ports.length);
            const fresh = freshName(node, direction === 'input' ? 'in' : 'out');
            write([
              ...ports,
              {
                name: fresh,
                label: fresh,
                description: '',
                dataType: 'mixed',
                required: false,
                ...(expressions ? { value: '' } : {}),
              },
            ]);
          }}
        >
          {t(direction === 'input' ? 'addInput' : 'addOutput')}
        </Button>
      </div>
    </section>
  );
}

/** Which port of the list a finding is about; `undefined` where it is about the list. */
function portIndex({ params }: Finding): number | undefined {
  const [first] = isArray(params.path) ? params.path : [params.index ?? null];
  return typeof first === 'number' ? first : undefined;
}

/** Once the port at `index` is drawn, its name waits to be overwritten. */
function focusAdded(root: HTMLElement | null, index: number): void {
  requestAnimationFrame(() => {
    const field = root?.querySelectorAll<HTMLInputElement>('[data-port-name] input').item(index);
    field?.focus();
    field?.select();
  });
}

/** DYN-3: what is wrong with a name at its place; names are unique over both sides of a node. */
function nameFault(
  node: WorkflowNode,
  name: string,
  direction: Direction,
  index: number,
): 'format' | 'reserved' | 'taken' | undefined {
  const fault = dynamicNameFault(name);
  if (fault !== undefined) return fault === 'reserved' ? 'reserved' : 'format';
  const config = configOf(node);
  const own = direction === 'input' ? 'dynamicInputs' : 'dynamicOutputs';
  for (const side of ['dynamicInputs', 'dynamicOutputs'] as const) {
    const list = config[side];
    if (
      isArray(list) &&
      list.some((port, i) => !(side === own && i === index) && ownString(port, 'name') === name)
    )
      return 'taken';
  }
  return undefined;
}

function freshName(node: WorkflowNode, stem: string): string {
  const config = configOf(node);
  const taken = new Set(
    ['dynamicInputs', 'dynamicOutputs'].flatMap((key) =>
      isArray(config[key]) ? config[key].map((port) => ownString(port, 'name')) : [],
    ),
  );
  let n = 1;
  while (taken.has(`${stem}_${n}`)) n += 1;
  return `${stem}_${n}`;
}

function NameField({
  name,
  readOnly,
  fault,
  commit,
}: {
  readonly name: string;
  readonly readOnly: boolean;
  readonly fault: (name: string) => 'format' | 'reserved' | 'taken' | undefined;
  readonly commit: (name: string) => void;
}) {
  const t = useTranslations('config');
  const { text, change, flush } = useCommittedText(name, (next) => {
    if (next !== '') commit(next);
  });
  const wrong = fault(text);
  const said =
    wrong === undefined
      ? undefined
      : t(wrong === 'format' ? 'badPortName' : wrong === 'taken' ? 'takenPortName' : 'reservedPortName', {
          name: text,
        });
  return (
    <div className={styles.grow} data-port-name>
      <Field label={t('portName')} error={said}>
        {(ids) => (
          <TextInput
            id={ids.id}
            mono
            value={text}
            readOnly={readOnly}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={(event) => change(event.target.value)}
            onBlur={flush}
          />
        )}
      </Field>
    </div>
  );
}

function Labelled({
  label,
  text,
  placeholder,
  readOnly,
  commit,
}: {
  readonly label: string;
  readonly text: string;
  readonly placeholder: string;
  readonly readOnly: boolean;
  readonly commit: (text: string) => void;
}) {
  const field = useCommittedText(text, commit);
  return (
    <Field label={label}>
      {(ids) => (
        <TextInput
          id={ids.id}
          value={field.text}
          placeholder={placeholder}
          readOnly={readOnly}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.flush}
        />
      )}
    </Field>
  );
}
