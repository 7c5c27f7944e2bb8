import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { StoreFault } from '../store';

/** Words why the store could not do what it was asked. */
export function useFaultText(): (fault: StoreFault) => string {
  const t = useTranslations('app.fault');
  return useCallback(
    (fault) => {
      switch (fault.reason) {
        case 'write':
          return fault.message;
        case 'unreadable':
          return t('unreadable', {
            message: fault.problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; '),
          });
        default:
          return t(fault.reason);
      }
    },
    [t],
  );
}
