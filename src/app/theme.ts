// The theme is applied before the first paint, so it is mirrored in localStorage beside the settings table.
import { createStore } from 'zustand/vanilla';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'sluice.theme';
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What a person chose, not what it comes to. */
export const themeStore = createStore<{ readonly theme: Theme }>(() => ({ theme: remembered() }));

/** Whether a value names a theme. */
export function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** Applies and remembers a theme. */
export function setTheme(theme: Theme): void {
  themeStore.setState({ theme });
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage may be refused; the theme then lasts as long as the page.
  }
  apply();
}

/** Call once at the start. Follows the system where that was chosen, and other tabs. */
export function startTheme(): void {
  apply();
  dark().addEventListener('change', apply);
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY || !isTheme(event.newValue)) return;
    themeStore.setState({ theme: event.newValue });
    apply();
  });
}

function apply(): void {
  const { theme } = themeStore.getState();
  const isDark = theme === 'dark' || (theme === 'system' && dark().matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function remembered(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return isTheme(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}
