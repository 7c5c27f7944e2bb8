import { DropdownMenu } from 'radix-ui';
import styles from './menu.module.css';
import type { MenuProps } from './menu-item';

/** A menu under a button; it begins open, since whoever asked for it first made it load. */
export function MenuList({ trigger, items, align = 'end' }: MenuProps) {
  return (
    // Modal it would hide the page from assistive technology while what it hides can still have the focus.
    <DropdownMenu.Root modal={false} defaultOpen>
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
