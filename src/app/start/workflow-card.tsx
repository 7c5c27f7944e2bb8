import { CloudUpload, Ellipsis, TriangleAlert } from 'lucide-react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { StatusMark } from '../../playground/status-mark';
import type { DraftSummary, LiveCopy } from '../../store';
import { Badge } from '../../ui/badge';
import { IconButton } from '../../ui/icon-button';
import { Menu } from '../../ui/menu';
import { editorRoute, hrefOf, navigate, publishRoute } from '../routes';
import styles from './cards.module.css';
import { Thumbnail } from './thumbnail';

export type CardActions = {
  rename(draft: DraftSummary): void;
  duplicate(draft: DraftSummary): void;
  exportAs(draft: DraftSummary, kind: 'editor' | 'bundle'): void;
  remove(draft: DraftSummary): void;
};

/** One workflow of the list. The whole card opens it; rare actions are in its menu. */
export function WorkflowCard({
  draft,
  fresh,
  live,
  actions,
}: {
  readonly draft: DraftSummary;
  /** It was just imported. */
  readonly fresh: boolean;
  /** Where it is live, by the names of the servers. */
  readonly live: readonly { readonly server: string; readonly copy: LiveCopy }[];
  readonly actions: CardActions;
}) {
  const t = useTranslations('start');
  const top = useTranslations('app.top');
  const publish = useTranslations('publish');
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  const { head } = draft;
  const name = head.name === '' ? top('unnamed') : head.name;
  const problems = head.problems.errors + head.problems.warnings;
  return (
    <li className={styles.card}>
      <div className={styles.drawing}>
        <Thumbnail drawing={head.thumbnail} />
      </div>
      <div className={styles.body}>
        <h3 className={styles.name}>
          <a className={styles.link} href={hrefOf(editorRoute(draft.id))}>
            {name}
          </a>
          {fresh && <Badge tone="accent">{t('fresh')}</Badge>}
        </h3>
        <p className={styles.meta}>
          <span>{t('nodes', { count: head.nodes })}</span>
          <time dateTime={new Date(draft.changed).toISOString()}>
            {t('changed', { when: format.relativeTime(Math.min(draft.changed, now.getTime()), now) })}
          </time>
        </p>
        <p className={styles.meta}>
          {draft.lastRun === null ? (
            <span>{t('neverRun')}</span>
          ) : (
            <span className={styles.run}>
              <StatusMark status={draft.lastRun.status} text />
              {format.relativeTime(Math.min(draft.lastRun.created, now.getTime()), now)}
            </span>
          )}
          {problems > 0 && (
            <span className={head.problems.errors > 0 ? styles.errors : styles.warnings}>
              <TriangleAlert size={13} aria-hidden />
              {t('problems', { count: problems })}
            </span>
          )}
        </p>
        {live.map(({ server, copy }) => (
          <p key={copy.server} className={styles.live}>
            <CloudUpload size={13} aria-hidden />
            {publish(draft.changed > copy.at ? 'live.cardEdited' : 'live.card', { server })}
          </p>
        ))}
      </div>
      <div className={styles.menu}>
        <Menu
          trigger={
            <IconButton size="small" label={t('more', { name })}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
          items={[
            { id: 'rename', label: t('rename'), onSelect: () => actions.rename(draft) },
            { id: 'publish', label: publish('card'), onSelect: () => navigate(publishRoute(draft.id)) },
            { id: 'duplicate', label: t('duplicate'), onSelect: () => actions.duplicate(draft) },
            { id: 'json', label: t('export'), onSelect: () => actions.exportAs(draft, 'editor') },
            { id: 'bundle', label: t('exportBundle'), onSelect: () => actions.exportAs(draft, 'bundle') },
            { id: 'line', separator: true },
            { id: 'delete', label: t('delete'), danger: true, onSelect: () => actions.remove(draft) },
          ]}
        />
      </div>
    </li>
  );
}

/** The place of a card while the list is read, of a card's size. */
export function CardSkeleton() {
  return (
    <li className={styles.card} aria-hidden>
      <div className={styles.drawing} />
      <div className={styles.body}>
        <span className={styles.bar} />
        <span className={styles.bar} />
        <span className={styles.bar} />
      </div>
    </li>
  );
}
