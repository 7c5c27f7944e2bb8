import { useSyncExternalStore } from 'react';

/** The direction that the page is read in, as its root says; followed while it changes. */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(watch, read);
}

function read(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['dir'] });
  return () => observer.disconnect();
}
