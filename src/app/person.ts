// Small things remembered for this person beside the settings: the arrangement of panels, what was typed into run forms.
import { isObject, type Json, own } from '../model/json';
import type { SluiceDatabase } from '../store';

export type Memory = {
  /** What is remembered under a key; `undefined` where nothing is, or it cannot be read. Never rejects. */
  recall(key: string): Promise<Json | undefined>;
  /** Remembers. A failure is let go: nothing of the work depends on it. */
  remember(key: string, value: Json): Promise<void>;
};

/** Keys here begin with `ui:`, so that they never meet a setting's. */
export function createMemory(db: SluiceDatabase): Memory {
  return {
    async recall(key) {
      try {
        const row = await db.settings.get(`ui:${key}`);
        return isObject(row) ? own(row, 'value') : undefined;
      } catch {
        return undefined;
      }
    },
    async remember(key, value) {
      try {
        await db.settings.put({ v: 1, key: `ui:${key}`, value });
      } catch {
        // See above.
      }
    },
  };
}
