import { ArrowLeft, Brain, Ellipsis, Gauge, MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { MemoryRow } from '../../../engine/memory/store';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { hrefOf, siteRoute } from '../../routes';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import { EntryDialog } from './entry-dialog';
import { conversationOf, groupsOf } from './memories';
import styles from './memory.module.css';
import { useMemory, useMemoryVerbs } from './use-memory';
import { isRateLimit, useMemoryName } from './use-memory-name';

/** What workflows remember: the memories, or the entries of one (`item`: its name). */
export function MemoryView({ item }: { readonly item: string | null }) {
  const rows = useMemory();
  if (rows === null) return null;
  return item === null ? <Memories rows={rows} /> : <Entries key={item} scope={item} rows={rows} />;
}

function Memories({ rows }: { readonly rows: readonly MemoryRow[] }) {
  const t = useTranslations('memory');
  const nameOf = useMemoryName();
  const format = useFormatter();
  const now = useNow();
  const verbs = useMemoryVerbs();
  useTitle(t('title'));
  const groups = useMemo(() => groupsOf(rows), [rows]);
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text')}</p>
        </div>
        {groups.length > 0 && (
          <Button variant="danger" onClick={() => void verbs.forget(rows)}>
            {t('forgetAll')}
          </Button>
        )}
      </div>
      {groups.length === 0 && (
        <section className={styles.empty}>
          <Brain size={28} aria-hidden />
          <h3>{t('empty.title')}</h3>
          <p>{t('empty.text')}</p>
        </section>
      )}
      {groups.length > 0 && (
        <ul className={shared.rows} aria-label={t('list')}>
          {groups.map((group) => {
            const name = nameOf(group.scope);
            return (
              <li key={group.scope} className={shared.row}>
                <span className={shared.swatch}>
                  {isRateLimit(group.scope) ? (
                    <Gauge size={17} aria-hidden />
                  ) : (
                    <Brain size={17} aria-hidden />
                  )}
                </span>
                <div className={shared.names}>
                  <div className={shared.name}>
                    <a href={hrefOf(siteRoute('memory', group.scope))}>{name}</a>
                  </div>
                  <div className={shared.detail}>
                    {t('count', { count: group.rows.length })} ·{' '}
                    {t('changed', {
                      when: format.relativeTime(group.changed, Math.max(now.getTime(), group.changed)),
                    })}
                  </div>
                </div>
                <Menu
                  trigger={
                    <IconButton label={t('more', { name })}>
                      <Ellipsis size={18} aria-hidden />
                    </IconButton>
                  }
                  items={[
                    {
                      id: 'forget',
                      label: t('forget'),
                      danger: true,
                      onSelect: () => void verbs.forget(group.rows),
                    },
                  ]}
                />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Entries({ scope, rows }: { readonly scope: string; readonly rows: readonly MemoryRow[] }) {
  const t = useTranslations('memory');
  const name = useMemoryName()(scope);
  const verbs = useMemoryVerbs();
  useTitle(name);
  const mine = rows.filter((row) => row.scope === scope);
  /** The entry that is looked at, as it was when it was opened. */
  const [opened, setOpened] = useState<MemoryRow>();
  return (
    <>
      <a className={styles.back} href={hrefOf(siteRoute('memory'))}>
        <ArrowLeft size={15} aria-hidden /> {t('back')}
      </a>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{name}</h2>
          <p className={shared.quiet}>{mine.length > 0 && t('count', { count: mine.length })}</p>
        </div>
        {mine.length > 0 && (
          <Button variant="danger" onClick={() => void verbs.forget(mine)}>
            {t('forgetAll')}
          </Button>
        )}
      </div>
      {mine.length === 0 && <p className={styles.none}>{t('none')}</p>}
      {mine.length > 0 && (
        <ul className={shared.rows} aria-label={t('entries')}>
          {mine.map((row) => (
            <Entry key={row.key} row={row} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <EntryDialog
          key={opened.key}
          row={opened}
          stored={mine.find(({ key }) => key === opened.key)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function Entry({ row, onOpen }: { readonly row: MemoryRow; readonly onOpen: (row: MemoryRow) => void }) {
  const t = useTranslations('memory');
  const format = useFormatter();
  const now = useNow();
  const verbs = useMemoryVerbs();
  const messages = conversationOf(row);
  const name = row.key === '' ? t('unnamed') : row.key;
  const last = messages?.at(-1)?.text;
  return (
    <li className={shared.row}>
      <span className={shared.swatch}>
        {messages === undefined ? <Brain size={17} aria-hidden /> : <MessagesSquare size={17} aria-hidden />}
      </span>
      <div className={shared.names}>
        <div className={shared.name}>
          <button
            type="button"
            className={shared.link}
            aria-label={t('open', { name })}
            onClick={() => onOpen(row)}
          >
            {name}
          </button>
          {messages !== undefined && <Badge>{t('conversation', { count: messages.length })}</Badge>}
        </div>
        <div className={shared.detail}>
          {t('changed', { when: format.relativeTime(row.changed, Math.max(now.getTime(), row.changed)) })}
          {row.expires !== null && (
            <> · {t('expires', { when: format.relativeTime(row.expires, now.getTime()) })}</>
          )}{' '}
          · <code>{(last ?? JSON.stringify(row.value)).slice(0, 200)}</code>
        </div>
      </div>
      <Menu
        trigger={
          <IconButton label={t('more', { name })}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
        items={[
          { id: 'open', label: t('open', { name }), onSelect: () => onOpen(row) },
          { id: 'line', separator: true },
          { id: 'forget', label: t('forget'), danger: true, onSelect: () => void verbs.forget([row]) },
        ]}
      />
    </li>
  );
}
