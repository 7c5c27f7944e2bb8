import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { Result } from '../../model/problem';
import type { SiteChange, SiteEdit, StoreFault } from '../../store';
import { useFaultText } from '../fault-text';
import { useServices } from '../services';
import { say } from '../toasts';

/** Stores an edit of the site, says so, and offers to take it back. A failure is said, and nothing was changed. */
export function useSiteChange(): (edit: SiteEdit, done: string) => Promise<Result<SiteChange, StoreFault>> {
  const t = useTranslations('site');
  const undo = useTranslations('app')('undoIt');
  const services = useServices();
  const faultText = useFaultText();
  return useCallback(
    async (edit, done) => {
      const failed = (fault: StoreFault) =>
        say(t('failed', { message: faultText(fault) }), { tone: 'danger' });
      const result = await services.site.change(edit);
      if (!result.ok) {
        failed(result.error);
        return result;
      }
      const takeBack = async () => {
        const back = await services.site.revert(result.value);
        if (back.ok) say(t('undone'));
        else failed(back.error);
      };
      say(done, { action: { label: undo, run: () => void takeBack() } });
      return result;
    },
    [services, t, undo, faultText],
  );
}
