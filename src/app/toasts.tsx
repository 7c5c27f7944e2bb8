import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import styles from './toasts.module.css';

export type Toast = {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'danger';
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

/** How long a notice stays: longer where it offers something or is about a failure. */
const MILLIS = { passing: 5000, weighty: 8000 };
const store = createStore<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));
let last = 0;

/** Says something in passing. With an action it can be taken back or followed. */
export function say(text: string, options: Partial<Pick<Toast, 'tone' | 'action'>> = {}): void {
  last += 1;
  const toast: Toast = { id: last, text, tone: options.tone ?? 'plain', action: options.action ?? null };
  store.setState(({ toasts }) => ({
    toasts: [...toasts.filter((one) => one.text !== text).slice(-2), toast],
  }));
}

function close(id: number): void {
  store.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Where notices appear. Put once. */
export function Toaster() {
  const t = useTranslations('app');
  const toasts = useStore(store, (state) => state.toasts);
  return (
    <section className={styles.area} aria-label={t('notifications')}>
      <div role="status" className={styles.stack}>
        {toasts.map((toast) => (
          <Notice key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function Notice({ toast }: { readonly toast: Toast }) {
  const t = useTranslations('app');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const weighty = toast.action !== null || toast.tone === 'danger';
    const timer = setTimeout(() => close(toast.id), weighty ? MILLIS.weighty : MILLIS.passing);
    return () => clearTimeout(timer);
  }, [held, toast.id, toast.action, toast.tone]);
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer only keeps the notice longer.
    <div
      className={toast.tone === 'danger' ? `${styles.toast} ${styles.danger}` : styles.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={styles.text}>{toast.text}</span>
      {action !== null && (
        <Button
          size="small"
          onClick={() => {
            close(toast.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" label={t('dismiss')} onClick={() => close(toast.id)}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
