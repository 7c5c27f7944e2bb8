import { ChevronDown, ChevronUp, History, ListTree, PanelRight, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useEditorState } from '../../canvas';
import { IconButton } from '../../ui/icon-button';
import { Tabs } from '../../ui/tabs';
import {
  BOUNDS,
  bounded,
  DOCK_VIEWS,
  type DockView,
  type Layout,
  RAIL_VIEWS,
  type RailView,
} from './layout-store';
import { Resizer } from './resizer';
import styles from './shell.module.css';

export type ShellParts = {
  readonly top: ReactNode;
  /** Notices across the page, under the bar. */
  readonly notices: ReactNode;
  readonly canvas: ReactNode;
  readonly rail: { readonly [V in RailView]: ReactNode };
  readonly right: ReactNode;
  readonly dock: { readonly [V in DockView]: ReactNode };
  /** A number beside the name of a dock's view. */
  readonly dockBadge: { readonly [V in DockView]?: ReactNode };
};

type Arrange = (changes: Partial<Layout>) => void;

/** The attribute by which the properties panel is found. */
export const PROPERTIES = 'data-properties';

/** Height of the dock's row of tabs, to which it closes. */
const DOCK_BAR = 38;

/** The editor's arrangement: rail, canvas, properties, dock. Which are open and how large is kept in `layout`. */
export function Shell({
  layout,
  arrange,
  parts,
}: {
  readonly layout: StoreApi<Layout>;
  readonly arrange: Arrange;
  readonly parts: ShellParts;
}) {
  const dock = useStore(layout, (state) => (state.dock ? state.dockHeight : DOCK_BAR));
  return (
    <div className={styles.shell}>
      {parts.top}
      {parts.notices}
      <div className={styles.middle} style={{ '--dock': `${dock}px` }}>
        <Rail layout={layout} arrange={arrange} views={parts.rail} />
        <div className={styles.center}>
          <main className={styles.canvas}>{parts.canvas}</main>
          <Dock layout={layout} arrange={arrange} views={parts.dock} badges={parts.dockBadge} />
        </div>
        <Right layout={layout} arrange={arrange}>
          {parts.right}
        </Right>
      </div>
    </div>
  );
}

const RAIL_ICONS = { nodes: Shapes, outline: ListTree, runs: History } as const;

function Rail({
  layout,
  arrange,
  views,
}: {
  readonly layout: StoreApi<Layout>;
  readonly arrange: Arrange;
  readonly views: ShellParts['rail'];
}) {
  const t = useTranslations('app.rail');
  // Nothing can be added to what can only be read.
  const readOnly = useEditorState((state) => state.readOnly);
  const usable = RAIL_VIEWS.filter((view) => !(readOnly && view === 'nodes'));
  const open = useStore(layout, ({ rail }) => (rail !== null && usable.includes(rail) ? rail : null));
  const width = useStore(layout, (state) => state.railWidth);
  return (
    <>
      <nav className={styles.rail} aria-label={t('label')}>
        {usable.map((view) => {
          const Icon = RAIL_ICONS[view];
          return (
            <IconButton
              key={view}
              label={t(view)}
              pressed={open === view}
              onClick={() => arrange({ rail: open === view ? null : view })}
            >
              <Icon size={18} aria-hidden />
            </IconButton>
          );
        })}
      </nav>
      {open !== null && (
        <>
          <section className={styles.side} style={{ inlineSize: width }} aria-label={t(open)}>
            {views[open]}
          </section>
          <Resizer
            label={t('resize')}
            size={width}
            {...BOUNDS.railWidth}
            direction="right"
            onSize={(size) => layout.setState({ railWidth: bounded(size, 'railWidth') })}
          />
        </>
      )}
    </>
  );
}

function Right({
  layout,
  arrange,
  children,
}: {
  readonly layout: StoreApi<Layout>;
  readonly arrange: Arrange;
  readonly children: ReactNode;
}) {
  const t = useTranslations('app.right');
  const open = useStore(layout, (state) => state.right);
  const width = useStore(layout, (state) => state.rightWidth);
  if (!open) {
    return (
      <div className={styles.reopen}>
        <IconButton label={t('open')} onClick={() => arrange({ right: true })}>
          <PanelRight size={17} aria-hidden />
        </IconButton>
      </div>
    );
  }
  return (
    <div className={styles.right}>
      <Resizer
        label={t('resize')}
        size={width}
        {...BOUNDS.rightWidth}
        direction="left"
        onSize={(size) => layout.setState({ rightWidth: bounded(size, 'rightWidth') })}
      />
      <aside
        {...{ [PROPERTIES]: '' }}
        className={styles.properties}
        style={{ inlineSize: width }}
        aria-label={t('label')}
      >
        {children}
      </aside>
    </div>
  );
}

function Dock({
  layout,
  arrange,
  views,
  badges,
}: {
  readonly layout: StoreApi<Layout>;
  readonly arrange: Arrange;
  readonly views: ShellParts['dock'];
  readonly badges: ShellParts['dockBadge'];
}) {
  const t = useTranslations('app.dock');
  const open = useStore(layout, (state) => state.dock);
  const view = useStore(layout, (state) => state.dockView);
  const height = useStore(layout, (state) => state.dockHeight);
  return (
    <>
      {open && (
        <Resizer
          label={t('resize')}
          size={height}
          {...BOUNDS.dockHeight}
          direction="up"
          onSize={(size) => layout.setState({ dockHeight: bounded(size, 'dockHeight') })}
        />
      )}
      <section
        className={open ? styles.dock : `${styles.dock} ${styles.closed}`}
        style={open ? { blockSize: height } : undefined}
        aria-label={t('label')}
      >
        <Tabs
          label={t('label')}
          // While the dock is closed no view is chosen, so that a click on any opens it.
          value={open ? view : ''}
          // Walking past its tabs must not open it.
          activation={open ? 'focus' : 'press'}
          onChange={(id) => {
            const next = DOCK_VIEWS.find((one) => one === id);
            if (next !== undefined) arrange({ dockView: next, dock: true });
          }}
          end={
            <IconButton
              size="small"
              label={open ? t('close') : t('open')}
              aria-expanded={open}
              onClick={() => arrange({ dock: !open })}
            >
              {open ? <ChevronDown size={16} aria-hidden /> : <ChevronUp size={16} aria-hidden />}
            </IconButton>
          }
          tabs={DOCK_VIEWS.map((id) => ({
            id,
            label: t(id),
            badge: badges[id],
            content: open ? views[id] : null,
          }))}
        />
      </section>
    </>
  );
}
