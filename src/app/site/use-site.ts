import { useEffect, useState } from 'react';
import type { Catalog, SiteRecords } from '../../catalog/types';
import type { Problem } from '../../model/problem';
import { useServices } from '../services';

/** What is shipped and what is the site's. */
export type Site = {
  readonly catalog: Catalog;
  readonly records: SiteRecords;
  /** Records that cannot be read; they are left as they are stored. */
  readonly problems: readonly Problem[];
};

/** The site as it is stored, read again whenever it changes here or in another tab; null until it is read. */
export function useSite(): Site | null {
  const services = useServices();
  const [site, setSite] = useState<Site | null>(null);
  useEffect(() => {
    let ended = false;
    let reading = 0;
    const read = async () => {
      reading += 1;
      const mine = reading;
      const [catalog, { records, problems }] = await Promise.all([services.catalog(), services.site.read()]);
      // Of two readings that overlap, the later one holds.
      if (!ended && mine === reading) setSite({ catalog, records, problems });
    };
    void read();
    const stop = services.onChange((kind) => {
      if (kind === 'site' || kind === 'contracts') void read();
    });
    return () => {
      ended = true;
      stop();
    };
  }, [services]);
  return site;
}
