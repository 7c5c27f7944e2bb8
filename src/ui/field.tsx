import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

/**
 * A labelled field. The control is drawn by `children`, which is given the ids that tie label, help and error to it.
 */
export function Field({
  label,
  help,
  error,
  required = false,
  requiredLabel,
  hint,
  end,
  children,
}: {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly requiredLabel?: string;
  /** What the label means, for the one who rests on it. */
  readonly hint?: string;
  /** Small controls behind the label. */
  readonly end?: ReactNode;
  readonly children: (ids: {
    readonly id: string;
    readonly describedBy: string | undefined;
    readonly invalid: boolean;
  }) => ReactNode;
}) {
  const id = useId();
  const hasHelp = help !== undefined && help !== '';
  const hasError = error !== undefined && error !== null && error !== '';
  const describedBy =
    [hasHelp && `${id}-help`, hasError && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <label className={styles.label} htmlFor={id} title={hint}>
          {label}
          {required && (
            <span className={styles.required} title={requiredLabel}>
              *<span className="visually-hidden">{requiredLabel}</span>
            </span>
          )}
        </label>
        {end}
      </div>
      {children({ id, describedBy, invalid: hasError })}
      {hasHelp && (
        <div id={`${id}-help`} className={styles.help}>
          {help}
        </div>
      )}
      {hasError && (
        <div id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
