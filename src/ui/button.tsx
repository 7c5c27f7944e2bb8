import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** One `primary` on a screen; `quiet` for rare actions; `danger` for what destroys. */
  readonly variant?: 'primary' | 'default' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal';
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button with text. For an icon alone use IconButton, which demands a name. */
export function Button({
  variant = 'default',
  size = 'normal',
  icon,
  className,
  children,
  type,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={[styles.button, styles[variant], styles[size], className].filter(Boolean).join(' ')}
    >
      {icon}
      {children}
    </button>
  );
}
