import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { EditorProvider } from '../../../canvas';
import { Tabs } from '../../../ui/tabs';
import shared from '../site.module.css';
import { FlowGrid } from './flow-grid';
import { LaneList } from './lane-list';
import styles from './lanes.module.css';
import { SamplePanel } from './sample-panel';
import { ShapeList } from './shape-list';
import { StoreBar } from './store-bar';
import { TextView } from './text-view';
import { type LanesWorld, useLanes } from './use-lanes';

/**
 * The lanes and shapes of this site: how they look, what flows into what, what shapes hold. `item`: the lane that is opened
 * at first. Everything is a draft until it is stored; the sample beside it is drawn as workflows are.
 */
export function LanesView({ item }: { readonly item: string | null }) {
  const t = useTranslations('lanes');
  const world = useLanes();
  if (world === null) return <p role="status">{t('loading')}</p>;
  return (
    <EditorProvider editor={world.editor} ui={world.ui}>
      <Opened world={world} item={item} />
    </EditorProvider>
  );
}

const VIEWS = ['lanes', 'flow', 'shapes', 'text'] as const;
type View = (typeof VIEWS)[number];

function Opened({ world, item }: { readonly world: LanesWorld; readonly item: string | null }) {
  const t = useTranslations('lanes');
  const { desk } = world;
  const open = useStore(desk.store, (state) => state.open);
  const [view, setView] = useState<View>('lanes');
  useUndoKeys(world);
  if (!open) return <p role="status">{t('loading')}</p>;
  const content = (of: View) => {
    switch (of) {
      case 'lanes':
        return <LaneList key={item} world={world} item={item} />;
      case 'flow':
        return <FlowGrid desk={desk} />;
      case 'shapes':
        return <ShapeList world={world} />;
      case 'text':
        return <TextView desk={desk} />;
    }
  };
  return (
    <div className={styles.view}>
      <div>
        <h2 className={shared.heading}>{t('title')}</h2>
        <p className={styles.intro}>{t('intro')}</p>
      </div>
      <div className={styles.columns}>
        <div className={styles.parts}>
          <Tabs
            label={t('views.label')}
            value={view}
            onChange={(id) => setView(VIEWS.find((one) => one === id) ?? 'lanes')}
            tabs={VIEWS.map((id) => ({ id, label: t(`views.${id}`), content: content(id) }))}
          />
        </div>
        <SamplePanel world={world} />
      </div>
      <StoreBar world={world} />
    </div>
  );
}

/** Ctrl or Cmd with Z and Y, but where a text or the canvas has its own undo. */
function useUndoKeys({ desk }: LanesWorld): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      const { target } = event;
      const own = 'input, textarea, select, [contenteditable="true"], .sluice-canvas';
      if (target instanceof HTMLElement && target.closest(own) !== null) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) desk.redo();
      else desk.undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [desk]);
}
