import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { withNodeType } from '../../../catalog/catalog';
import { nodeTypeProblems } from '../../../catalog/node-type-problems';
import type { NodeType } from '../../../catalog/types';
import type { Result } from '../../../model/problem';
import type { SiteChange } from '../../../store';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { Switch } from '../../../ui/switch';
import { useFaultText } from '../../fault-text';
import { hrefOf, navigate, siteRoute } from '../../routes';
import { useServices } from '../../services';
import { say } from '../../toasts';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import type { Site } from '../use-site';
import { BasicsSection } from './basics-section';
import { ConfirmationSection } from './confirmation-section';
import { standingIn } from './list-types';
import styles from './node-types.module.css';
import { OutputsSection } from './outputs-section';
import { ParametersSection } from './parameters-section';
import { PortsSection } from './ports-section';
import { RecordSection } from './record-section';
import { RemoveDialog } from './remove-dialog';
import { FAULT, type SectionProps } from './section';
import type { SaveFault, TypeDraft } from './type-draft';
import { typeMenu } from './type-row';
import { type TypeVerbs, useTypeVerbs } from './use-type-verbs';

const Preview = lazy(() => import('./preview'));

/** One node type: its record as a form, and what comes of it beside it. */
export function TypeEditor({
  draft,
  site,
  onGone,
}: {
  readonly draft: TypeDraft;
  readonly site: Site;
  /** What is stored cannot be taken up; look again. */
  readonly onGone: () => void;
}) {
  const t = useTranslations('nodeTypes');
  const { edited, base } = useStore(draft.store);
  const catalog = useMemo(() => withNodeType(site.catalog, edited), [site.catalog, edited]);
  const problems = useMemo(() => nodeTypeProblems(edited, base, site.catalog), [edited, base, site.catalog]);
  const processor = site.catalog.processor(edited.executor_plugin);
  useTitle(edited.label === '' ? edited.id : edited.label);
  const section: SectionProps = { nodeType: edited, edit: draft.edit, problems, processor, catalog };
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <>
      <Bar draft={draft} site={site} errors={errors} />
      <Notices draft={draft} site={site} onGone={onGone} />
      <p className={shared.quiet}>
        {t.rich('edit.identity', {
          id: edited.id,
          processor: edited.executor_plugin,
        })}
      </p>
      <div className={styles.columns}>
        <div className={styles.sections}>
          <BasicsSection {...section} />
          <ParametersSection {...section} />
          <OutputsSection {...section} />
          <PortsSection {...section} />
          <ConfirmationSection {...section} />
          <RecordSection {...section} />
        </div>
        <aside className={styles.preview} aria-label={t('edit.preview')}>
          <Suspense fallback={null}>
            <Preview catalog={catalog} nodeType={edited} />
          </Suspense>
        </aside>
      </div>
    </>
  );
}

function Bar({
  draft,
  site,
  errors,
}: {
  readonly draft: TypeDraft;
  readonly site: Site;
  readonly errors: number;
}) {
  const t = useTranslations('nodeTypes');
  const { edited, base, dirty, conflict } = useStore(draft.store);
  const verbs = useTypeVerbs();
  const save = useSave(draft);
  const [removing, setRemoving] = useState<NodeType | null>(null);
  const standing = standingIn(base, site);
  // What ships replaces the edits too, so they are no conflict with it.
  const own: TypeVerbs = {
    ...verbs,
    reset(nodeType) {
      draft.discard();
      return verbs.reset(nodeType);
    },
  };
  const store = useCallback(() => {
    const now = draft.store.getState();
    if (now.dirty && now.conflict === null) void save(draft.save);
  }, [draft, save]);
  useSaveKey(store);
  const savable = dirty && errors === 0 && conflict === null;
  return (
    <div className={styles.bar}>
      <div className={styles.where}>
        <a className={styles.crumb} href={hrefOf(siteRoute('node-types'))}>
          {t('title')}
        </a>
        <span aria-hidden>/</span>
        <h2 className={styles.title}>{edited.label === '' ? edited.id : edited.label}</h2>
        {standing !== 'shipped' && <Badge tone="accent">{t(`standing.${standing}`)}</Badge>}
        <span role="status" className={shared.quiet}>
          {dirty && errors === 0 && t('edit.unsaved')}
          {dirty && errors > 0 && (
            <button type="button" className={styles.blocked} onClick={goToFault}>
              {t('edit.blocked', { count: errors })}
            </button>
          )}
        </span>
      </div>
      <div className={shared.buttons}>
        <span className={styles.enabled} title={t('onOffHelp')}>
          <Switch
            checked={edited.enabled}
            label={t('onOff', { label: edited.label })}
            onChange={(enabled) => draft.edit((nodeType) => ({ ...nodeType, enabled }))}
          />
          <span aria-hidden>{t(edited.enabled ? 'filter.on' : 'filter.off')}</span>
        </span>
        <Button aria-disabled={!dirty} onClick={draft.discard}>
          {t('edit.discard')}
        </Button>
        <Button
          variant={savable ? 'primary' : 'default'}
          // It keeps the focus when there is nothing to save, and a field that it takes the focus from is stored with the rest.
          aria-disabled={!savable}
          onClick={store}
        >
          {t('edit.save')}
        </Button>
        <Menu
          trigger={
            <IconButton label={t('more', { label: edited.label })}>
              <Ellipsis size={18} aria-hidden />
            </IconButton>
          }
          items={typeMenu({ nodeType: base, standing }, own, setRemoving, t)}
        />
      </div>
      {removing !== null && (
        <RemoveDialog
          nodeType={removing}
          onRemove={() => {
            draft.discard();
            void verbs.remove(removing).then((done) => done.ok && navigate(siteRoute('node-types')));
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}

/** Ctrl+S, or Cmd+S, as everywhere. */
function useSaveKey(store: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      store();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [store]);
}

/** Shows the first field that is wrong, and puts the focus there where it can have it. */
function goToFault(): void {
  const fault = document.querySelector<HTMLElement>(`[aria-invalid="true"], [${FAULT}]`);
  fault?.scrollIntoView({ block: 'center' });
  fault?.focus({ preventScroll: true });
}

/** Saves, says so with a way back, or says what keeps it from being stored. */
function useSave(draft: TypeDraft) {
  const t = useTranslations('nodeTypes');
  const site = useTranslations('site');
  const undo = useTranslations('app')('undoIt');
  const services = useServices();
  const faultText = useFaultText();
  const textOf = (fault: SaveFault): string | null => {
    switch (fault.reason) {
      case 'problems':
        // Said beside the button already; what is wrong is shown.
        goToFault();
        return null;
      case 'refused':
        return [
          t(`edit.refused.${fault.refusal.code}`),
          ...fault.refusal.problems.map(({ path }) => path),
        ].join(' ');
      case 'store':
        // A conflict has its own notice, with the way out of it.
        return fault.fault.reason === 'conflict' ? null : faultText(fault.fault);
    }
  };
  return async (write: TypeDraft['save']) => {
    const result: Result<SiteChange, SaveFault> = await write(await services.catalog());
    if (!result.ok) {
      const text = textOf(result.error);
      if (text !== null) say(site('failed', { message: text }), { tone: 'danger' });
      return;
    }
    const takeBack = async () => {
      const back = await services.site.revert(result.value);
      if (back.ok) say(site('undone'));
      else say(site('failed', { message: faultText(back.error) }), { tone: 'danger' });
    };
    say(t('saved', { label: draft.store.getState().base.label }), {
      action: { label: undo, run: () => void takeBack() },
    });
  };
}

function Notices({
  draft,
  site,
  onGone,
}: {
  readonly draft: TypeDraft;
  readonly site: Site;
  readonly onGone: () => void;
}) {
  const t = useTranslations('nodeTypes.edit');
  const { conflict, restored, dirty, edited } = useStore(draft.store);
  const save = useSave(draft);
  if (conflict !== null) {
    return (
      <div className={shared.notice} role="alert">
        <p>
          <strong>{t('conflictTitle')}</strong> {t('conflictText')}
        </p>
        <Button onClick={() => void draft.load().then((there) => !there && onGone())}>{t('load')}</Button>
        <Button onClick={() => void save(draft.saveOver)}>{t('keep')}</Button>
      </div>
    );
  }
  if (!restored || !dirty || site.catalog.nodeType(edited.id) === undefined) return null;
  return (
    <div className={shared.notice} role="status">
      <p>{t('restored')}</p>
      <Button size="small" onClick={draft.discard}>
        {t('discard')}
      </Button>
    </div>
  );
}
