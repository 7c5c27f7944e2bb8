import { useSyncExternalStore } from 'react';
import { type IconBook, iconBook } from './icon-book';

/** Path data of one Material Design icon, drawn in the text's colour. Names look like `mdi:robot`. */
export function MdiIcon({ name, size = 18 }: { readonly name: string; readonly size?: number }) {
  const path = useSyncExternalStore(iconBook.subscribe, () => readIcon(iconBook, name));
  const settled = useSyncExternalStore(iconBook.subscribe, iconBook.settled);
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="currentColor"
    >
      {path === null ? (
        // The neutral mark would flash where the icon is on its way.
        settled && <circle cx="12" cy="12" r="7" fill="none" stroke="currentColor" strokeWidth="2" />
      ) : (
        <path d={path} />
      )}
    </svg>
  );
}

function readIcon(book: IconBook, name: string): string | null {
  return book.path(name.startsWith('mdi:') ? name.slice(4) : name);
}
