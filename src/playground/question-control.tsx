// The control that fits a question: one for each type. Calls `onAnswer` with the value.
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { InterruptRow } from '../engine/interrupts/row';
import { type Json, own, ownString } from '../model/json';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Select, TextArea, TextInput } from '../ui/inputs';
import styles from './question.module.css';
import {
  boundsOf,
  changesOf,
  type FormFault,
  type FormField,
  formFields,
  optionsOf,
  readForm,
  reviewAnswer,
  startTexts,
} from './question-value';

type Props = {
  readonly row: InterruptRow;
  readonly busy: boolean;
  readonly onAnswer: (value: Json) => void;
};

export function QuestionControl(props: Props) {
  switch (props.row.type) {
    case 'confirmation':
      return <Confirm {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'form':
      return <FormAnswer {...props} />;
    case 'review':
      return <Review {...props} />;
    default:
      return <TextAnswer {...props} />;
  }
}

function Confirm({ row, busy, onAnswer }: Props) {
  const t = useTranslations('question');
  return (
    <div className={styles.buttons}>
      <Button variant="primary" disabled={busy} onClick={() => onAnswer(true)}>
        {ownString(row.context, 'confirm_label') || t('yes')}
      </Button>
      <Button disabled={busy} onClick={() => onAnswer(false)}>
        {ownString(row.context, 'cancel_label') || t('no')}
      </Button>
    </div>
  );
}

function Choice({ row, busy, onAnswer }: Props) {
  const t = useTranslations('question');
  const name = useId();
  const several = own(row.context, 'multiple') === true;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = (value: string, on: boolean) =>
    setPicked(several ? (on ? [...picked, value] : picked.filter((one) => one !== value)) : [value]);
  const order = optionsOf(row);
  const limits = useLimits(row, 'pick');
  const answer = several
    ? order.flatMap(({ value }) => (picked.includes(value) ? [value] : []))
    : (picked[0] ?? null);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(answer);
      }}
    >
      <fieldset className={styles.options} disabled={busy}>
        <legend>{several ? (limits ?? t('pickSeveral')) : t('pickOne')}</legend>
        {order.map(({ value, label, description }) => (
          <label key={value} className={styles.option}>
            <input
              type={several ? 'checkbox' : 'radio'}
              name={name}
              checked={picked.includes(value)}
              onChange={(event) => pick(value, event.target.checked)}
            />
            <span>
              {label}
              {description !== '' && <small>{description}</small>}
            </span>
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="primary" disabled={busy || (!several && picked.length === 0)}>
        {t('answer')}
      </Button>
    </form>
  );
}

/** The limits of an answer in words; `undefined` where there are none. */
function useLimits(row: InterruptRow, of: 'pick' | 'length'): string | undefined {
  const t = useTranslations('question');
  const { least, most } = boundsOf(row);
  if (least === undefined) return most === undefined ? undefined : t(`${of}AtMost`, { most });
  if (most === undefined) return t(`${of}AtLeast`, { least });
  return t(`${of}Between`, { least, most, same: least === most ? 'yes' : 'no' });
}

function TextAnswer({ row, busy, onAnswer }: Props) {
  const t = useTranslations('question');
  const [text, setText] = useState(typeof row.defaultValue === 'string' ? row.defaultValue : '');
  const placeholder = ownString(row.context, 'placeholder');
  const Input = own(row.context, 'multiline') === true ? TextArea : TextInput;
  const limits = useLimits(row, 'length');
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(text);
      }}
    >
      <Field label={t('yourAnswer')} help={limits}>
        {(ids) => (
          <Input
            {...ids}
            value={text}
            disabled={busy}
            {...(placeholder === undefined ? {} : { placeholder })}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={busy}>
        {t('answer')}
      </Button>
    </form>
  );
}

function FormAnswer({ row, busy, onAnswer }: Props) {
  const t = useTranslations('question');
  const [texts, setTexts] = useState(() => startTexts(row));
  const [fault, setFault] = useState<FormFault | null>(null);
  const faultText = (of: FormFault) =>
    of.wanted === 'number' ? t('notNumber') : t('notJson', { message: of.message });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const read = readForm(row, texts);
        setFault(read.ok ? null : read.fault);
        if (read.ok) onAnswer(read.value);
      }}
    >
      {formFields(row).map((field) => (
        <Field
          key={field.name}
          label={field.label}
          help={field.help}
          required={field.required}
          requiredLabel={t('required')}
          error={fault?.field === field.name ? faultText(fault) : undefined}
        >
          {(ids) => (
            <FieldControl
              ids={ids}
              field={field}
              text={texts[field.name] ?? ''}
              disabled={busy}
              onText={(text) => setTexts({ ...texts, [field.name]: text })}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="primary" disabled={busy}>
        {t('answer')}
      </Button>
    </form>
  );
}

function FieldControl({
  ids,
  field,
  text,
  disabled,
  onText,
}: {
  readonly ids: { readonly id: string; readonly describedBy?: string; readonly invalid?: boolean };
  readonly field: FormField;
  readonly text: string;
  readonly disabled: boolean;
  readonly onText: (text: string) => void;
}) {
  const shared = { ...ids, value: text, disabled };
  switch (field.kind) {
    case 'boolean':
      return (
        <input
          type="checkbox"
          id={ids.id}
          aria-describedby={ids.describedBy}
          checked={text === 'true'}
          disabled={disabled}
          onChange={(event) => onText(String(event.target.checked))}
        />
      );
    case 'choice': {
      const named = field.choices.map((choice) =>
        typeof choice === 'string' ? choice : JSON.stringify(choice),
      );
      const options = ['', ...named].map((value) => ({ value, label: value }));
      return <Select {...shared} options={options} onChange={(event) => onText(event.target.value)} />;
    }
    case 'long':
    case 'json':
      return (
        <TextArea {...shared} mono={field.kind === 'json'} onChange={(event) => onText(event.target.value)} />
      );
    default:
      return (
        <TextInput
          {...shared}
          inputMode={field.kind === 'number' ? 'decimal' : 'text'}
          onChange={(event) => onText(event.target.value)}
        />
      );
  }
}

function Review({ row, busy, onAnswer }: Props) {
  const t = useTranslations('question');
  const changes = changesOf(row);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  const label = (name: string, fallback: string) => ownString(row.context, name) || fallback;
  const toggle = (field: string, on: boolean) => {
    const next = new Set(accepted);
    if (on) next.add(field);
    else next.delete(field);
    setAccepted(next);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(reviewAnswer(row, accepted));
      }}
    >
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">{t('change')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">
                <label className={styles.option}>
                  <input
                    type="checkbox"
                    aria-label={t('accept', { field: change.label })}
                    checked={accepted.has(change.field)}
                    disabled={busy}
                    onChange={(event) => toggle(change.field, event.target.checked)}
                  />
                  <span>{change.label}</span>
                </label>
              </th>
              <td>{change.original}</td>
              <td>{change.proposed}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.buttons}>
        <Button disabled={busy} onClick={() => setAccepted(new Set(changes.map(({ field }) => field)))}>
          {label('accept_all_label', t('acceptAll'))}
        </Button>
        <Button disabled={busy} onClick={() => setAccepted(new Set())}>
          {label('reject_all_label', t('rejectAll'))}
        </Button>
        <Button type="submit" variant="primary" disabled={busy}>
          {label('submit_label', t('submit'))}
        </Button>
      </div>
    </form>
  );
}
