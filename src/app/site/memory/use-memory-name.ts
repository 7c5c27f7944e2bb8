import { useCallback, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LOCAL_USER } from '../../../engine/memory/identity';
import { readMemoryName } from '../../../engine/memory/scopes';
import { useServices } from '../../services';

/** What counts rate limits is a memory of its own. */
export function isRateLimit(scope: string): boolean {
  return scope === 'rate_limit:';
}

/** Names of memories for people; workflows by the names that they have. */
export function useMemoryName(): (scope: string) => string {
  const t = useTranslations('memory.names');
  const { drafts } = useServices();
  const [workflows, setWorkflows] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let ended = false;
    drafts.list().then(
      (found) => {
        if (!ended && found.ok)
          setWorkflows(new Map(found.value.drafts.map(({ id, head }) => [id, head.name])));
      },
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, [drafts]);
  return useCallback(
    (name) => {
      if (isRateLimit(name)) return t('limits');
      const memory = readMemoryName(name);
      if (memory === undefined) return name;
      const { scope, id, run } = memory;
      const shown = scope === 'workflow' ? workflows.get(id) || id : id;
      const plain = scope === 'user' && id === LOCAL_USER ? t('you') : t(scope, { id: shown });
      return run === undefined ? plain : t('ofRun', { name: plain, run });
    },
    [t, workflows],
  );
}
