import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeTypeProblem } from '../../../catalog/node-type-problems';
import type { Catalog, NodeType, Processor } from '../../../catalog/types';
import { describeViolation } from '../../../model/violation-text';
import styles from './node-types.module.css';

/** What every section of a node type's form is given. */
export type SectionProps = {
  readonly nodeType: NodeType;
  readonly edit: (change: (nodeType: NodeType) => NodeType) => void;
  readonly problems: readonly NodeTypeProblem[];
  readonly processor: Processor | undefined;
  /** With the edited record in it. */
  readonly catalog: Catalog;
};

/** The attribute of a sentence about a fault that no field bears. */
export const FAULT = 'data-fault';

/** A titled part of the form. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-labelledby={`section-${id}`}>
      <h3 id={`section-${id}`} className={styles.heading}>
        {title}
      </h3>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

/** Words the first problem at a path of the record; `undefined` where there is none. */
export function useProblemText({
  nodeType,
  problems,
}: Pick<SectionProps, 'nodeType' | 'problems'>): (path: string) => string | undefined {
  const t = useTranslations('nodeTypes.problem');
  const edit = useTranslations('nodeTypes.edit');
  return (path) => {
    const found = problems.find((problem) => problem.path === path);
    if (found === undefined) return undefined;
    if (found.code === 'defaultInvalid')
      return describeViolation(found.violation, edit('editDefault', { name: path.split('.')[1] ?? '' }));
    return found.code === 'categoryUnknown'
      ? t('categoryUnknown', { value: nodeType.category })
      : t(found.code);
  };
}

/** A box to tick, with its label behind it. */
export function Check({
  label,
  hidden = false,
  checked,
  disabled = false,
  title,
  onChange,
}: {
  readonly label: string;
  /** The column says what it is; the label is for those who do not see the column. */
  readonly hidden?: boolean;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className={styles.check} title={title}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={hidden ? label : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      {!hidden && label}
    </label>
  );
}
