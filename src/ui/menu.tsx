import { cloneElement, type KeyboardEvent, useState } from 'react';
import type { MenuProps } from './menu-item';

export type { MenuItem } from './menu-item';

type List = typeof import('./menu-list').MenuList;

let list: List | undefined;
/** Loads what a menu is drawn with, so that the first one opens at once. */
export async function loadMenus(): Promise<void> {
  list ??= (await import('./menu-list')).MenuList;
}

/** A menu under a button. The trigger brings its own name. */
export function Menu(props: MenuProps) {
  // What it opened with it keeps: the button keeps the focus that the menu gives back to it.
  const [opened, setOpened] = useState<{ readonly List: List } | null>(null);
  if (opened !== null) return <opened.List {...props} />;
  const open = () => {
    loadMenus().then(
      () => list !== undefined && setOpened({ List: list }),
      // The next click tries again.
      () => undefined,
    );
  };
  const prepare = () => void loadMenus().catch(() => undefined);
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
}
