import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';

const FIELDS = 'input:not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** A modal dialog. Focus goes in, stays in, and returns to where it was. Escape and the close button close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  children,
  footer,
  wide = false,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  readonly closeLabel: string;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly wide?: boolean;
}) {
  const content = useRef<HTMLDivElement>(null);
  // Radix gives the focus back to a trigger of its own only, and here whoever opens a dialog keeps the button.
  const opener = useRef<HTMLElement | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.scrim} />
        <Radix.Content
          ref={content}
          // Into the first field, or onto the dialog itself: on the close button, its tooltip would take the first Escape.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            opener.current = openerOf(document.activeElement);
            (content.current?.querySelector<HTMLElement>(FIELDS) ?? content.current)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Whoever closed it may have put the focus elsewhere.
            if (document.activeElement === document.body) opener.current?.focus();
          }}
          className={wide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles.header}>
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={closeLabel} size="small">
                <X size={16} aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {description !== undefined && (
            <Radix.Description className={styles.description}>{description}</Radix.Description>
          )}
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** What had the focus; of a menu, which goes with what is chosen from it, the button that opened it. */
function openerOf(active: Element | null): HTMLElement | null {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button == null ? (active instanceof HTMLElement ? active : null) : document.getElementById(button);
}
