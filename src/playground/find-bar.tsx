import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../ui/icon-button';
import { TextInput } from '../ui/inputs';
import styles from './find-bar.module.css';
import { MATCH_LIMIT } from './json-find';

/** Searching in one value: what is wanted, which match is looked at, and the way to the next and the one before. */
export function FindBar({
  wanted,
  at,
  count,
  onWanted,
  onStep,
  onClose,
}: {
  readonly wanted: string;
  /** Place of the match that is looked at, from 0. */
  readonly at: number;
  readonly count: number;
  readonly onWanted: (wanted: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('run.json');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const position = { at: count === 0 ? 0 : at + 1, count };
  return (
    <div className={styles.bar}>
      <TextInput
        ref={input}
        type="search"
        className={styles.input}
        aria-label={t('find')}
        placeholder={t('find')}
        value={wanted}
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
          else if (event.key === 'Escape') onClose();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <span className={styles.count} role="status">
        {wanted !== '' && t(count >= MATCH_LIMIT ? 'foundMany' : 'found', position)}
      </span>
      <IconButton size="small" label={t('findBefore')} disabled={count === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={t('findNext')} disabled={count === 0} onClick={() => onStep(1)}>
        <ChevronDown size={14} aria-hidden />
      </IconButton>
      <IconButton size="small" label={t('findClose')} onClick={onClose}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
