import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { Button } from '../../ui/button';
import notices from '../editor/editor-notices.module.css';
import type { PublishSession } from './publish-state';

/** What a server had against the workflow, for as long as its nodes are marked; and an answer that was lost. */
export function PublishNotice({ session }: { readonly session: PublishSession }) {
  const t = useTranslations('publish.notice');
  const { open, step, about } = useStore(session.store);
  if (open || about === null || (step.step !== 'refused' && !(step.step === 'lost' && !step.asked)))
    return null;
  const server = about.name;
  const marked = step.step === 'refused' && step.reasons.some(({ place }) => place.nodes.length > 0);
  const text =
    step.step === 'lost'
      ? t('lost', { server })
      : marked
        ? t('title', { server, count: step.reasons.length })
        : t('plain', { server });
  return (
    <div className={`${notices.notice} ${notices.warning}`} role="status">
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
