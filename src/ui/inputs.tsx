import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react';
import styles from './field.module.css';

type Ids = { readonly describedBy?: string | undefined; readonly invalid?: boolean };

/** One line of text, a number, a date… as its `type` says. */
export function TextInput({
  describedBy,
  invalid,
  mono,
  className,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> &
  Ids & { readonly mono?: boolean; readonly ref?: Ref<HTMLInputElement> }) {
  return (
    <input
      {...rest}
      className={[styles.input, mono === true && styles.mono, className].filter(Boolean).join(' ')}
      aria-describedby={describedBy}
      aria-invalid={invalid === true ? true : undefined}
    />
  );
}

/** Several lines of text. */
export function TextArea({
  describedBy,
  invalid,
  mono,
  className,
  ...rest
}: TextareaHTMLAttributes<HTMLTextAreaElement> &
  Ids & { readonly mono?: boolean; readonly ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      {...rest}
      className={[styles.input, mono === true && styles.mono, className].filter(Boolean).join(' ')}
      aria-describedby={describedBy}
      aria-invalid={invalid === true ? true : undefined}
    />
  );
}

/** A choice of few, drawn by the browser. */
export function Select({
  describedBy,
  invalid,
  options,
  className,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> &
  Ids & {
    readonly options: readonly {
      readonly value: string;
      readonly label: string;
      readonly disabled?: boolean;
    }[];
  }) {
  return (
    <select
      {...rest}
      className={[styles.input, className].filter(Boolean).join(' ')}
      aria-describedby={describedBy}
      aria-invalid={invalid === true ? true : undefined}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
