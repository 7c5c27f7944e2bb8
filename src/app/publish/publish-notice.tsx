import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Button } from '../../ui/button';
import notices from '../editor/editor-notices.module.css';
import type { PublishSession, PublishStep } from './publish-state';

/** What a server had against the workflow, for as long as its nodes are marked; and what came after the dialog was closed. */
export function PublishNotice({ session }: { readonly session: PublishSession }) {
  const t = useTranslations('publish.notice');
  const wordsOf = useWords();
  const { open, step, about } = useStore(session.store);
  if (open || about === null) return null;
  const text = wordsOf(step, about.name);
  if (text === null) return null;
  return (
    <div
      className={`${notices.notice} ${step.step === 'live' ? notices.plain : notices.warning}`}
      role="status"
    >
      <p>{text}</p>
      <div className={notices.actions}>
        <Button size="small" onClick={session.open}>
          {t('show')}
        </Button>
        <Button size="small" onClick={session.dismiss}>
          {t('dismiss')}
        </Button>
      </div>
    </div>
  );
}

function useWords(): (step: PublishStep, server: string) => string | null {
  const t = useTranslations('publish.notice');
  return (step, server) => {
    switch (step.step) {
      case 'refused': {
        const marked = step.reasons.some(({ place }) => place.nodes.length > 0);
        return marked ? t('title', { server, count: step.reasons.length }) : t('plain', { server });
      }
      case 'lost':
        return step.asked ? null : t('lost', { server });
      case 'live':
        return t('live', { server });
      case 'taken':
      case 'stuck':
        return t('answered', { server });
      default:
        return null;
    }
  };
}
