import { Switch as Radix } from 'radix-ui';
import styles from './switch.module.css';

/** On or off, at once. Named by a label (`id`) or by `label`. */
export function Switch({
  id,
  label,
  checked,
  disabled,
  describedBy,
  onChange,
}: {
  readonly id?: string;
  readonly label?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <Radix.Root
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      className={styles.switch}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <Radix.Thumb className={styles.thumb} />
    </Radix.Root>
  );
}
