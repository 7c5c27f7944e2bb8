import { useTranslations } from 'use-intl';
import type { Refusal } from '../wiring/verdict';
import type { Said } from './canvas-ui';

const NO_REFUSAL_WORDS = { from: '', fromLane: '', node: '', port: '', side: 'input', to: '', toLane: '' };
const NO_WORDS = { from: '', to: '', name: '', x: '', y: '', count: 0, nodes: 0, edges: 0 };

/** Why a wire was refused, in the reader's language. */
export function useRefusalText(): (refusal: Refusal) => string {
  const t = useTranslations('canvas.refusal');
  return ({ reason, params }) => t(reason, { ...NO_REFUSAL_WORDS, ...params });
}

/** What happened, in the reader's language. */
export function useSaidText(): (said: Said) => string {
  const say = useTranslations('canvas.say');
  const t = useTranslations('canvas.refusal');
  const refusalText = useRefusalText();
  return (said) =>
    said.kind === 'say'
      ? say(said.key, { ...NO_WORDS, ...said.params })
      : `${t('title')}. ${refusalText(said.refusal)}`;
}
