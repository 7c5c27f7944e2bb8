import { useEffect, useState } from 'react';
import type { LiveCopy, PublishServer } from '../../store';
import { useServices } from '../services';

export type Publishing = {
  readonly servers: readonly PublishServer[];
  /** By workflow. */
  readonly live: ReadonlyMap<string, readonly LiveCopy[]>;
};

/** Servers, and what is live where; of one workflow where it is named. Null until they are read. */
export function usePublishing(workflow?: string): Publishing | null {
  const services = useServices();
  const [found, setFound] = useState<Publishing | null>(null);
  useEffect(() => {
    let ended = false;
    const read = () =>
      Promise.all([services.publishing.servers(), services.publishing.live(workflow)]).then(
        ([servers, live]) => {
          if (!ended) setFound({ servers, live });
        },
        () => undefined,
      );
    void read();
    const stop = services.onChange((kind) => {
      if (kind === 'settings') void read();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [services, workflow]);
  return found;
}
