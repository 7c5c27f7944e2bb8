import { useTranslations } from 'use-intl';
import { durationParts, sizeParts } from './format';

/** Words a length of time given in milliseconds. */
export function useDuration(): (millis: number) => string {
  const t = useTranslations('run.duration');
  return (millis) => {
    const parts = durationParts(millis);
    return parts.unit === 'min'
      ? t('min', { min: parts.min, s: parts.s })
      : t(parts.unit, { value: parts.value });
  };
}

/** Words a number of bytes. */
export function useSize(): (bytes: number) => string {
  const t = useTranslations('run.size');
  return (bytes) => {
    const parts = sizeParts(bytes);
    return t(parts.unit, { value: parts.value });
  };
}
