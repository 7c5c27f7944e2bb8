import { useCallback, useEffect, useState } from 'react';
import { isSecretName } from '../../../model/secret-reference';
import { useServices } from '../../services';
import { type SecretUse, secretUses } from './secret-uses';

/** A secret that workflows can refer to; `changed` is null where they do and it is not there. */
export type ListedSecret = {
  readonly name: string;
  /** When it was stored, in milliseconds. */
  readonly changed: number | null;
  readonly uses: readonly SecretUse[];
};
export type SecretsNow = {
  readonly secrets: readonly ListedSecret[];
  readonly state: 'plain' | 'locked' | 'unlocked';
};

/** The secrets as they are stored, without a value; null until they are read. `again` reads them after a change. */
export function useSecrets(): { readonly now: SecretsNow | null; readonly again: () => Promise<void> } {
  const services = useServices();
  const [now, setNow] = useState<SecretsNow | null>(null);
  const again = useCallback(async () => {
    const [stored, uses, state] = await Promise.all([
      services.secrets.list(),
      secretUses(services.drafts),
      services.secrets.state(),
    ]);
    // Keys of models and tokens of servers have names that no workflow can refer to.
    const own = new Map(
      stored.filter(({ name }) => isSecretName(name)).map(({ name, changed }) => [name, changed]),
    );
    const names = new Set([...own.keys(), ...[...uses.keys()].filter(isSecretName)]);
    setNow({
      state,
      secrets: [...names].sort().map((name) => ({
        name,
        changed: own.get(name) ?? null,
        uses: uses.get(name) ?? [],
      })),
    });
  }, [services]);
  useEffect(() => {
    void again();
    const ends = [
      services.secrets.onLock(() => void again()),
      services.onChange((kind) => {
        if (kind === 'drafts') void again();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [services, again]);
  return { now, again };
}
