import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import styles from './tooltip.module.css';

/** Put once near the root. */
export const TooltipProvider = Radix.Provider;

/** Names what a control does, on hover and focus. The control keeps its own accessible name. */
export function Tooltip({
  text,
  shortcut,
  children,
  side = 'bottom',
}: {
  readonly text: string;
  readonly shortcut?: string;
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  return (
    <Radix.Root delayDuration={400}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {shortcut !== undefined && <kbd className={styles.key}>{shortcut}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
