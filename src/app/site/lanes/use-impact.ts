import { useEffect, useState } from 'react';
import { createCatalog } from '../../../catalog/catalog';
import type { LaneRecords } from '../../../catalog/lane-overlay';
import type { SiteRecords } from '../../../catalog/types';
import type { WorkflowDocument } from '../../../model/document';
import { sameLaneRecords } from '../../../store';
import { whenIdle } from '../../idle';
import { type Services, useServices } from '../../services';
import { type Impact, moreProblems, problemsUnder, wiresOn } from './lane-impact';

export type WorkflowImpact = Impact & { readonly id: string; readonly name: string };

export type ImpactState =
  | { readonly state: 'none' }
  | { readonly state: 'looking' }
  /** `unread`: workflows that could not be opened and so were not looked at. */
  | {
      readonly state: 'known';
      readonly of: LaneRecords;
      readonly workflows: readonly WorkflowImpact[];
      readonly unread: number;
    };

/** Compares every stored workflow under two sets of lanes; workflows on which it tells nothing are left out. */
export async function impactOnAll(
  services: Pick<Services, 'drafts'>,
  site: SiteRecords,
  stored: LaneRecords,
  draft: LaneRecords,
  options: { readonly cache: DocumentCache; readonly pause: () => Promise<boolean> },
): Promise<Extract<ImpactState, { state: 'known' }> | null> {
  const list = await services.drafts.list();
  if (!list.ok) return { state: 'known', of: draft, workflows: [], unread: 0 };
  const before = createCatalog(withLanes(site, stored));
  const after = createCatalog(withLanes(site, draft));
  const workflows: WorkflowImpact[] = [];
  let unread = list.value.unreadable.length;
  for (const { id, head, revision } of list.value.drafts) {
    if (!(await options.pause())) return null;
    const document = await options.cache(id, revision);
    if (document === null) unread += 1;
    else {
      // In slices, so that a large workflow holds up no keystroke for long.
      const found = wiresOn(document, before, after);
      if (!(await options.pause())) return null;
      const known = problemsUnder(document, before);
      if (!(await options.pause())) return null;
      const impact = { ...found, problems: moreProblems(known, problemsUnder(document, after)) };
      if (impact.lost.length + impact.mended + impact.problems > 0)
        workflows.push({ id, name: head.name, ...impact });
    }
  }
  return { state: 'known', of: draft, workflows, unread };
}

/** The site's records with these lanes. */
export function withLanes(site: SiteRecords, { overlay, shapes }: LaneRecords): SiteRecords {
  const { laneOverlay: _, ...rest } = site;
  return { ...rest, shapes, ...(overlay === undefined ? {} : { laneOverlay: overlay }) };
}

export type DocumentCache = (id: string, revision: number) => Promise<WorkflowDocument | null>;

/** Opens each revision of a workflow once. */
export function createDocumentCache(services: Pick<Services, 'drafts'>): DocumentCache {
  const known = new Map<string, { readonly revision: number; readonly document: WorkflowDocument }>();
  return async (id, revision) => {
    const old = known.get(id);
    if (old?.revision === revision) return old.document;
    const opened = await services.drafts.open(id);
    if (!opened.ok) return null;
    known.set(id, { revision, document: opened.value.document });
    return opened.value.document;
  };
}

const REST_MILLIS = 250;

/** What the draft would do to the workflows, looked up a moment after the last change, in pieces, when the page is idle. */
export function useImpact(
  site: SiteRecords,
  stored: LaneRecords,
  draft: LaneRecords,
): { readonly impact: ImpactState; readonly now: () => Promise<ImpactState> } {
  const services = useServices();
  const [cache] = useState(() => createDocumentCache(services));
  const [impact, setImpact] = useState<ImpactState>({ state: 'none' });
  useEffect(() => {
    if (sameLaneRecords(stored, draft)) {
      setImpact({ state: 'none' });
      return;
    }
    let ended = false;
    setImpact({ state: 'looking' });
    const pause = () => new Promise<boolean>((resolve) => whenIdle(() => resolve(!ended)));
    const timer = setTimeout(() => {
      void impactOnAll(services, site, stored, draft, { cache, pause }).then((found) => {
        if (!ended && found !== null) setImpact(found);
      });
    }, REST_MILLIS);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [services, cache, site, stored, draft]);
  return {
    impact,
    async now() {
      if (impact.state === 'known' && impact.of === draft) return impact;
      const found = await impactOnAll(services, site, stored, draft, {
        cache,
        pause: () => Promise.resolve(true),
      });
      return found ?? { state: 'none' };
    },
  };
}
