import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './resizer.module.css';

/**
 * A bar between two panels. Dragged, or moved by the arrow keys; Home and End go to the bounds.
 *
 * @param direction which way the panel grows, on the screen.
 */
export function Resizer({
  label,
  size,
  min,
  max,
  direction,
  onSize,
}: {
  readonly label: string;
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly direction: 'right' | 'left' | 'up';
  readonly onSize: (size: number) => void;
}) {
  const from = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const vertical = direction !== 'up';
  const sign = direction === 'right' ? 1 : -1;
  const place = (event: PointerEvent) => (vertical ? event.clientX : event.clientY);

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { at: place(event), size };
  }
  function onPointerMove(event: PointerEvent) {
    if (from.current !== null) onSize(from.current.size + sign * (place(event) - from.current.at));
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? 40 : 8;
    const grow = { right: 'ArrowRight', left: 'ArrowLeft', up: 'ArrowUp' }[direction];
    const shrink = { right: 'ArrowLeft', left: 'ArrowRight', up: 'ArrowDown' }[direction];
    if (event.key === grow) onSize(size + step);
    else if (event.key === shrink) onSize(size - step);
    else if (event.key === 'Home') onSize(min);
    else if (event.key === 'End') onSize(max);
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no <hr>.
    <div
      role="separator"
      aria-label={label}
      aria-orientation={vertical ? 'vertical' : 'horizontal'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={vertical ? styles.vertical : styles.horizontal}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
