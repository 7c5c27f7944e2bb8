import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export type Tab = {
  readonly id: string;
  readonly label: string;
  readonly badge?: ReactNode;
  readonly content: ReactNode;
};

/**
 * Tabs with their panels. Arrow keys move between tabs. Only the chosen panel is mounted. `activation`: whether a tab is
 * chosen as soon as it has the focus, or when it is pressed.
 */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
  end,
  activation = 'focus',
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** Controls at the end of the row. */
  readonly end?: ReactNode;
  readonly activation?: 'focus' | 'press';
}) {
  return (
    <Radix.Root
      className={styles.root}
      value={value}
      onValueChange={onChange}
      activationMode={activation === 'press' ? 'manual' : 'automatic'}
    >
      <div className={styles.bar}>
        <Radix.List className={styles.list} aria-label={label}>
          {tabs.map((tab) => (
            <Radix.Trigger key={tab.id} className={styles.tab} value={tab.id}>
              {tab.label}
              {tab.badge}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {end}
      </div>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} className={styles.panel} value={tab.id} tabIndex={-1}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
