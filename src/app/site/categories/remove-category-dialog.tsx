import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Category } from '../../../catalog/types';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Select } from '../../../ui/inputs';
import { useServices } from '../../services';
import { openType } from '../node-types/open-type';
import shared from '../site.module.css';
import type { Site } from '../use-site';
import { useSiteChange } from '../use-site-change';
import { openCategory } from './open-category';
import { contentOf, removingCategory } from './remove-category';

/** Deletes a category of the site, and asks first what shall become of the node types in it. */
export function RemoveCategoryDialog({
  category,
  site,
  others,
  onClose,
}: {
  readonly category: Category;
  readonly site: Site;
  readonly others: readonly Category[];
  readonly onClose: () => void;
}) {
  const t = useTranslations('categories');
  const services = useServices();
  const change = useSiteChange();
  const [what, setWhat] = useState<'move' | 'delete'>('move');
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '');
  const content = contentOf(site, category.id);
  const { nodeTypes, lasting } = content;
  const own = nodeTypes.length - lasting.length;

  async function remove() {
    const { stamp } = await openCategory(services.site, category.id);
    // What is moved are the records as they are stored now, each only while it is that.
    const opened = await Promise.all(
      nodeTypes.map(async ({ id }) => ({ id, found: await openType(services.site, id) })),
    );
    const now = opened.flatMap(({ found }) => (found.state === 'found' ? [found.nodeType] : []));
    const stamps = opened.map(({ id, found }) => ({
      kind: 'nodeTypes' as const,
      id,
      changed: found.state === 'found' ? found.changed : null,
    }));
    const edit = removingCategory(
      { nodeTypes: now, lasting },
      category.id,
      what === 'delete' ? 'delete' : { moveTo },
    );
    const done = await change(
      { ...edit, expect: [stamp, ...stamps] },
      t('removed', { label: category.label }),
    );
    if (done.ok) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('removeTitle', { label: category.label })}
      closeLabel={t('close')}
      {...(nodeTypes.length > 0 ? { description: t('removeText', { count: nodeTypes.length }) } : {})}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="danger" onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </>
      }
    >
      {nodeTypes.length > 0 && (
        <div className={shared.form}>
          <div className={shared.line}>
            <label className={shared.line}>
              <input type="radio" name="what" checked={what === 'move'} onChange={() => setWhat('move')} />
              {t('moveTo')}
            </label>
            <Select
              aria-label={t('moveTo')}
              value={moveTo}
              disabled={what !== 'move'}
              options={others.map(({ id, label }) => ({ value: id, label }))}
              onChange={({ target }) => setMoveTo(target.value)}
            />
          </div>
          {lasting.length === 0 ? (
            <div>
              <label className={shared.line}>
                <input
                  type="radio"
                  name="what"
                  checked={what === 'delete'}
                  onChange={() => setWhat('delete')}
                />
                {t('removeTypes', { count: own })}
              </label>
              <p className={shared.quiet}>{t('removeTypesHelp')}</p>
            </div>
          ) : (
            <p className={shared.quiet}>{t('cannotRemove', { count: lasting.length })}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}
