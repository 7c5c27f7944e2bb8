import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button';
import { navigate, siteRoute } from '../../routes';
import { useServices } from '../../services';
import shared from '../site.module.css';
import { useSite } from '../use-site';
import { useSiteChange } from '../use-site-change';
import { openType } from './open-type';
import { openDraft, type TypeDraft } from './type-draft';
import { TypeEditor } from './type-editor';

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'open'; readonly draft: TypeDraft }
  | { readonly state: 'missing' }
  | { readonly state: 'unreadable'; readonly message: string };

/** The page of one node type: opens its record, and follows what other tabs store. */
export function TypePage({ id }: { readonly id: string }) {
  const services = useServices();
  const site = useSite();
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for another reading.
  useEffect(() => {
    let ended = false;
    let draft: TypeDraft | null = null;
    const open = async () => {
      const opened = await openType(services.site, id);
      if (opened.state === 'found') {
        draft = await openDraft(opened, services);
        if (!ended) setLoaded({ state: 'open', draft });
      } else if (!ended) {
        setLoaded(
          opened.state === 'missing'
            ? { state: 'missing' }
            : {
                state: 'unreadable',
                message: opened.problems.map(({ path, message }) => `${path}: ${message}`).join(' '),
              },
        );
      }
    };
    void open();
    const stop = services.onChange((kind) => {
      if (kind !== 'site' || ended) return;
      if (draft === null) void open();
      else void draft.look();
    });
    return () => {
      ended = true;
      stop();
      draft?.leave();
    };
  }, [services, id, round]);

  if (loaded.state === 'loading' || site === null) return null;
  if (loaded.state === 'open') {
    return <TypeEditor draft={loaded.draft} site={site} onGone={() => setRound((n) => n + 1)} />;
  }
  return (
    <Absent
      id={id}
      known={site.catalog.nodeType(id) !== undefined}
      fault={loaded.state === 'unreadable' ? loaded.message : null}
    />
  );
}

function Absent({
  id,
  known,
  fault,
}: {
  readonly id: string;
  /** The catalog has it all the same: a workflow is this type. */
  readonly known: boolean;
  readonly fault: string | null;
}) {
  const t = useTranslations('nodeTypes');
  const change = useSiteChange();
  const text =
    fault !== null
      ? t('missing.unreadable', { message: fault })
      : known
        ? t('missing.workflow')
        : t('missing.text', { id });
  return (
    <div className={shared.form}>
      <h2 className={shared.heading}>{known ? id : t('missing.title')}</h2>
      <p className={shared.text}>{text}</p>
      <div className={shared.buttons}>
        <Button variant="primary" onClick={() => navigate(siteRoute('node-types'))}>
          {t('missing.back')}
        </Button>
        {fault !== null && (
          <Button
            variant="danger"
            onClick={() => void change({ remove: [{ kind: 'nodeTypes', id }] }, t('removed', { label: id }))}
          >
            {t('missing.discardRecord')}
          </Button>
        )}
      </div>
    </div>
  );
}
