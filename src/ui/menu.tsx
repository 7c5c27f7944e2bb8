import { DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';

export type MenuItem =
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly id: string; readonly separator: true };

/** A menu under a button. The trigger brings its own name. */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
}) {
  return (
    // Modal it would hide the page from assistive technology while what it hides can still have the focus.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
          {items.map((item) =>
            'separator' in item ? (
              <DropdownMenu.Separator key={item.id} className={styles.separator} />
            ) : (
              <DropdownMenu.Item
                key={item.id}
                className={item.danger === true ? `${styles.item} ${styles.danger}` : styles.item}
                disabled={item.disabled}
                onSelect={item.onSelect}
              >
                {item.icon}
                <span>{item.label}</span>
                {item.shortcut !== undefined && <kbd className={styles.key}>{item.shortcut}</kbd>}
              </DropdownMenu.Item>
            ),
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
