import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { freeId } from '../../../catalog/machine-name';
import { newIdProblem } from '../../../catalog/node-type-problems';
import { isColour } from '../../../catalog/type-colour';
import type { Category } from '../../../catalog/types';
import type { SiteStamp } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextArea, TextInput } from '../../../ui/inputs';
import { useServices } from '../../services';
import { ColourField } from '../colour-field';
import { IconField } from '../icon-field';
import shared from '../site.module.css';
import { useSiteChange } from '../use-site-change';
import { openCategory, storingCategories } from './open-category';

const PLAIN: Category = {
  id: '',
  label: '',
  description: '',
  icon: 'mdi:shape-outline',
  color: '#64748b',
  enabled: true,
  extra: {},
};

/** Edits a category, or makes one where no id is given. */
export function CategoryDialog({
  id,
  taken,
  onClose,
}: {
  readonly id: string;
  readonly taken: (id: string) => boolean;
  readonly onClose: () => void;
}) {
  const { site } = useServices();
  const [opened, setOpened] = useState<{
    readonly category: Category;
    readonly stamp: SiteStamp | null;
  } | null>(id === '' ? { category: PLAIN, stamp: null } : null);
  useEffect(() => {
    if (id === '') return;
    let ended = false;
    void openCategory(site, id).then(({ category, stamp }) => {
      // One that node types only name gets its record here.
      if (!ended) setOpened({ category: category ?? { ...PLAIN, id, label: id }, stamp });
    });
    return () => {
      ended = true;
    };
  }, [site, id]);
  return opened === null ? null : <Form {...opened} taken={taken} onClose={onClose} />;
}

function Form({
  category,
  stamp,
  taken,
  onClose,
}: {
  readonly category: Category;
  readonly stamp: SiteStamp | null;
  readonly taken: (id: string) => boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('categories');
  const change = useSiteChange();
  const form = useId();
  const isNew = stamp === null;
  const [edited, setEdited] = useState(category);
  const [ownId, setOwnId] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const label = edited.label.trim();
  const id = isNew ? (ownId ?? (label === '' ? '' : freeId(label, taken))) : category.id;
  const idFault = isNew ? newIdProblem(id, taken) : undefined;
  const colourFault = edited.color !== '' && !isColour(edited.color);
  const set = (part: Partial<Category>) => setEdited({ ...edited, ...part });

  async function save() {
    setAsked(true);
    if (label === '' || idFault !== undefined || colourFault) return;
    const done = await change(
      {
        ...storingCategories([{ ...edited, id, label }]),
        expect: [stamp ?? { kind: 'categories', id, changed: null }],
      },
      t(isNew ? 'created' : 'saved', { label }),
    );
    if (done.ok) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isNew ? 'newTitle' : 'editTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={shared.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label={t('label')} error={(asked || !isNew) && label === '' ? t('labelEmpty') : undefined}>
          {(ids) => (
            <TextInput
              {...ids}
              value={edited.label}
              onChange={({ target }) => set({ label: target.value })}
            />
          )}
        </Field>
        <Field
          label={t('id')}
          help={isNew ? t('idHelp') : undefined}
          error={(asked || ownId !== null) && idFault !== undefined ? t(idFault) : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              mono
              readOnly={!isNew}
              spellCheck={false}
              value={id}
              onChange={({ target }) => setOwnId(target.value)}
            />
          )}
        </Field>
        <Field label={t('description')}>
          {(ids) => (
            <TextArea
              {...ids}
              value={edited.description}
              onChange={({ target }) => set({ description: target.value })}
            />
          )}
        </Field>
        <Field label={t('icon')}>
          {(ids) => (
            <IconField
              id={ids.id}
              describedBy={ids.describedBy}
              value={edited.icon}
              colour={edited.color}
              onChange={(icon) => set({ icon })}
            />
          )}
        </Field>
        <Field label={t('colour')} help={t('colourHelp')} error={colourFault ? t('colourWrong') : undefined}>
          {(ids) => <ColourField {...ids} value={edited.color} onChange={(color) => set({ color })} />}
        </Field>
      </form>
    </Dialog>
  );
}
