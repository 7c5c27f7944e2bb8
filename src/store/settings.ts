import { DEFAULT_MODELS, type ModelSettings } from '../engine/models/settings';
import type { StrategyId } from '../engine/ports';
import { DEFAULT_STRATEGY, IMPLEMENTED } from '../engine/strategy-ids';
import { isObject, type Json, own } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { boolean, number, object, oneOf, type Reader } from './decode';
import { faultOf, type StoreFault } from './faults';
import { readModels } from './model-settings';
import { decodeSetting } from './rows';

/** What this person set in this browser. */
export type Settings = {
  readonly theme: 'system' | 'light' | 'dark';
  /** Which models answer. Keys are secrets; here stand their names alone. */
  readonly model: ModelSettings;
  /** NET-1: whether nodes may dial private and reserved addresses. */
  readonly allowInternalAddresses: boolean;
  /** ORC-2, rung 3: what drives a run for which nothing was chosen. */
  readonly strategy: StrategyId;
  /** Whether the Service Worker answers the HTTP doors for pages of this address. */
  readonly doors: boolean;
  /** Width or height in CSS pixels, and whether it is open. */
  readonly panels: {
    readonly left: PanelSetting;
    readonly right: PanelSetting;
    readonly bottom: PanelSetting;
  };
};
export type PanelSetting = { readonly size: number; readonly open: boolean };

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  model: DEFAULT_MODELS,
  allowInternalAddresses: false,
  strategy: DEFAULT_STRATEGY,
  doors: true,
  panels: {
    left: { size: 260, open: true },
    right: { size: 340, open: true },
    bottom: { size: 240, open: false },
  },
};

const panel = object({ size: number, open: boolean });
const READERS: { readonly [K in keyof Settings]: Reader<Settings[K]> } = {
  theme: oneOf(['system', 'light', 'dark']),
  model: readModels,
  allowInternalAddresses: boolean,
  strategy: oneOf(IMPLEMENTED),
  doors: boolean,
  panels: object({ left: panel, right: panel, bottom: panel }),
};

export type SettingsStore = {
  /** Every setting: what is stored, else its default. A setting that cannot be read is its default, and told. */
  read(): Promise<{ readonly settings: Settings; readonly problems: readonly Problem[] }>;
  write<K extends keyof Settings>(key: K, value: Settings[K]): Promise<Result<null, StoreFault>>;
};

function readKey<K extends keyof Settings>(key: K, stored: unknown, problems: Problem[]): Settings[K] {
  if (stored === undefined) return DEFAULT_SETTINGS[key];
  const row = decodeSetting(stored);
  if (!row.ok) {
    problems.push(...row.error.map(({ path, message }) => ({ path: `${key}.${path}`, message })));
    return DEFAULT_SETTINGS[key];
  }
  const found: Problem[] = [];
  const value = READERS[key](row.value.value, key, found);
  problems.push(...found);
  return found.length === 0 ? value : DEFAULT_SETTINGS[key];
}

export function createSettings(db: SluiceDatabase, world: { readonly announce: Announce }): SettingsStore {
  return {
    async read() {
      const problems: Problem[] = [];
      const rows = new Map<Json | undefined, unknown>();
      for (const row of await db.settings.toArray())
        rows.set(isObject(row) ? own(row, 'key') : undefined, row);
      return {
        settings: {
          theme: readKey('theme', rows.get('theme'), problems),
          model: readKey('model', rows.get('model'), problems),
          allowInternalAddresses: readKey(
            'allowInternalAddresses',
            rows.get('allowInternalAddresses'),
            problems,
          ),
          strategy: readKey('strategy', rows.get('strategy'), problems),
          doors: readKey('doors', rows.get('doors'), problems),
          panels: readKey('panels', rows.get('panels'), problems),
        },
        problems,
      };
    },

    async write(key, value) {
      try {
        await db.settings.put({ v: 1, key, value });
        world.announce({ kind: 'settings' });
        return ok(null);
      } catch (error) {
        return fail(faultOf(error));
      }
    },
  };
}
