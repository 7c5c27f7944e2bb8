import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Tooltip } from './tooltip';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> & {
  /** Accessible name, shown as tooltip too. */
  readonly label: string;
  /** Key shown behind the name in the tooltip. */
  readonly shortcut?: string;
  readonly children: ReactNode;
  readonly size?: 'small' | 'normal';
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button that shows an icon alone; always has a name and a tooltip. */
export function IconButton({
  label,
  shortcut,
  size = 'normal',
  pressed,
  className,
  children,
  type,
  ...rest
}: Props) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        {...rest}
        type={type ?? 'button'}
        aria-label={label}
        aria-pressed={pressed}
        className={[
          styles.button,
          styles.quiet,
          styles.icon,
          styles[size],
          pressed === true && styles.pressed,
          className,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        {children}
      </button>
    </Tooltip>
  );
}
