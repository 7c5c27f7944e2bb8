// How a person arranged the editor: which panels are open and how large. Remembered in the settings table.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isObject, type Json, own } from '../../model/json';

export const RAIL_VIEWS = ['nodes', 'outline', 'runs'] as const;
export type RailView = (typeof RAIL_VIEWS)[number];
export const DOCK_VIEWS = ['problems', 'run', 'log'] as const;
export type DockView = (typeof DOCK_VIEWS)[number];

export type Layout = {
  /** The open view of the left rail; null: collapsed to icons. */
  readonly rail: RailView | null;
  readonly railWidth: number;
  readonly right: boolean;
  readonly rightWidth: number;
  readonly dock: boolean;
  readonly dockView: DockView;
  readonly dockHeight: number;
};

/** Where side panels lie over the canvas; the same bound stands in shell.module.css. */
export const OVERLAID = '(max-width: 1000px)';

/** Where there is so little room that they lie over the dock too; the same bounds stand in shell.module.css. */
const COVERED = '(max-width: 699px), (max-width: 1000px) and (max-height: 560px)';

/** What has to close so that the dock can be seen: a panel that lies over it would hide what was asked for. */
export function clearDock(): Partial<Layout> {
  return window.matchMedia(COVERED).matches ? { rail: null, right: false } : {};
}

/** Where panels cover everything, one is open at a time: the one that is opened closes the other. */
export function oneAtATime(changes: Partial<Layout>): Partial<Layout> {
  if (!window.matchMedia(COVERED).matches) return changes;
  if (changes.right === true) return { ...changes, rail: null };
  return changes.rail != null ? { ...changes, right: false } : changes;
}

export const BOUNDS = {
  railWidth: { min: 180, max: 420 },
  rightWidth: { min: 260, max: 640 },
  dockHeight: { min: 120, max: 640 },
} as const;

const INITIAL: Layout = {
  rail: 'nodes',
  railWidth: 240,
  right: true,
  rightWidth: 320,
  dock: false,
  dockView: 'problems',
  dockHeight: 280,
};

/** Reads a stored layout; whatever is missing or unusable takes its first value. `narrow`: side panels begin closed. */
export function decodeLayout(value: unknown, narrow = false): Layout {
  if (!isObject(value)) return narrow ? { ...INITIAL, rail: null, right: false } : INITIAL;
  const rail = own(value, 'rail');
  return {
    rail: rail === null ? null : (RAIL_VIEWS.find((view) => view === rail) ?? INITIAL.rail),
    railWidth: within(own(value, 'railWidth'), 'railWidth'),
    right: flag(own(value, 'right'), INITIAL.right),
    rightWidth: within(own(value, 'rightWidth'), 'rightWidth'),
    dock: flag(own(value, 'dock'), INITIAL.dock),
    dockView: DOCK_VIEWS.find((view) => view === own(value, 'dockView')) ?? INITIAL.dockView,
    dockHeight: within(own(value, 'dockHeight'), 'dockHeight'),
  };
}

/** A store of the layout that hands changes to `keep`: what is open at once, sizes when the dragging has rested. */
export function createLayout(initial: Layout, keep: (layout: Layout) => void): StoreApi<Layout> {
  const store = createStore<Layout>(() => initial);
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe((layout, before) => {
    clearTimeout(timer);
    const opened = OPEN.some((key) => layout[key] !== before[key]);
    if (opened) keep(layout);
    else timer = setTimeout(() => keep(layout), 300);
  });
  return store;
}
const OPEN = ['rail', 'right', 'dock', 'dockView'] as const;

/** A size kept within its bounds. */
export function bounded(size: number, which: keyof typeof BOUNDS): number {
  const { min, max } = BOUNDS[which];
  return Math.round(Math.min(max, Math.max(min, size)));
}

function within(value: Json | undefined, which: keyof typeof BOUNDS): number {
  return typeof value === 'number' && Number.isFinite(value) ? bounded(value, which) : INITIAL[which];
}

function flag(value: Json | undefined, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}
