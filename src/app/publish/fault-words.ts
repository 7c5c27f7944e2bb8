import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { PublishStep } from './publish-state';

type Why = Extract<PublishStep, { readonly step: 'stuck' }>['why'];

/** Words why a server could not be asked, and what would put it right. */
export function useServerFault(): (why: Why, address: string) => string {
  const t = useTranslations('publishing.fault');
  return useCallback(
    (why, address) => {
      switch (why.kind) {
        case 'unreachable':
          return t('unreachable', { address });
        case 'cors':
          return t('cors', { origin: window.location.origin });
        case 'timeout':
          return t('timeout', { address, seconds: why.seconds });
        case 'redirect':
          return t('redirect', { address });
        case 'foreign':
          return t('foreign', { address, status: why.status });
        case 'cancelled':
          return t('cancelled');
        case 'token':
          return t('token');
        case 'refused':
          if (why.status === 401) return t('stranger');
          if (why.code === 'ACCESS_DENIED') return t('denied');
          return t('refused', { message: why.error });
      }
    },
    [t],
  );
}
