import { useEffect, useState } from 'react';
import type { DraftSummary, UnreadableDraft } from '../../store';
import { useFaultText } from '../fault-text';
import { useServices } from '../services';

export type Drafts =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly drafts: readonly DraftSummary[];
      readonly unreadable: readonly UnreadableDraft[];
    }
  | { readonly state: 'failed'; readonly message: string };

/** The list of workflows, newest change first; read again whenever this or another tab stores something of it. */
export function useDrafts(): Drafts {
  const services = useServices();
  const faultText = useFaultText();
  const [list, setList] = useState<Drafts>({ state: 'loading' });
  useEffect(() => {
    let ended = false;
    let asked = 0;
    async function read() {
      asked += 1;
      const mine = asked;
      const result = await services.drafts.list();
      if (ended || mine !== asked) return;
      setList(
        result.ok
          ? { state: 'ready', ...result.value }
          : { state: 'failed', message: faultText(result.error) },
      );
    }
    void read();
    const stop = services.onChange((kind) => {
      if (kind === 'drafts' || kind === 'run') void read();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [services, faultText]);
  return list;
}
