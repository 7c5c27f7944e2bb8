import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { compareCategories } from '../../../catalog/category-order';
import { withVisualType } from '../../../catalog/edit-node-type';
import type { VisualType } from '../../../catalog/types';
import { Field } from '../../../ui/field';
import { Select, TextArea, TextInput } from '../../../ui/inputs';
import { ColourField } from '../colour-field';
import { IconField } from '../icon-field';
import styles from './node-types.module.css';
import { Check, FAULT, Section, type SectionProps, useProblemText } from './section';

const VISUAL_TYPES: readonly VisualType[] = [
  'default',
  'simple',
  'square',
  'tool',
  'gateway',
  'terminal',
  'note',
  'idea',
];

/** What a node type is called, where it stands, and how it looks. */
export function BasicsSection(props: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const { nodeType, edit, catalog } = props;
  const problem = useProblemText(props);
  const categories = catalog.categories.toSorted(compareCategories);
  const known = categories.some(({ id }) => id === nodeType.category);
  return (
    <Section id="basics" title={t('basics')}>
      <Field label={t('label')} error={problem('label')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={nodeType.label}
            onChange={({ target }) => edit((type) => ({ ...type, label: target.value }))}
          />
        )}
      </Field>
      <Field label={t('description')}>
        {(ids) => (
          <TextArea
            {...ids}
            value={nodeType.description}
            onChange={({ target }) => edit((type) => ({ ...type, description: target.value }))}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field label={t('category')} error={problem('category')}>
          {(ids) => (
            <Select
              {...ids}
              value={nodeType.category}
              options={[
                ...(known ? [] : [{ value: nodeType.category, label: nodeType.category }]),
                ...categories.map(({ id, label }) => ({ value: id, label })),
              ]}
              onChange={({ target }) => edit((type) => ({ ...type, category: target.value }))}
            />
          )}
        </Field>
        <Field label={t('version')} error={problem('plugin_version')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={nodeType.plugin_version}
              onChange={({ target }) => edit((type) => ({ ...type, plugin_version: target.value }))}
            />
          )}
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label={t('icon')}>
          {({ id, describedBy }) => (
            <IconField
              id={id}
              describedBy={describedBy}
              value={nodeType.icon}
              colour={nodeType.color ?? categories.find(({ id: one }) => one === nodeType.category)?.color}
              onChange={(icon) => edit((type) => ({ ...type, icon }))}
            />
          )}
        </Field>
        <Field label={t('colour')} help={t('colourHelp')} error={problem('color')}>
          {(ids) => (
            <ColourField
              {...ids}
              value={nodeType.color ?? ''}
              inherited={categories.find(({ id }) => id === nodeType.category)?.color}
              onChange={(color) =>
                edit((type) => ({ ...type, color: color.trim() === '' ? undefined : color }))
              }
            />
          )}
        </Field>
      </div>
      <TagsField {...props} />
      <VisualTypes {...props} />
    </Section>
  );
}

function TagsField({ nodeType, edit }: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const [text, setText] = useState<string | null>(null);
  return (
    <Field label={t('tags')} help={t('tagsHelp')}>
      {(ids) => (
        <TextInput
          {...ids}
          // While it is typed in, the field keeps the commas and spaces that the list does not.
          value={text ?? nodeType.tags.join(', ')}
          onBlur={() => setText(null)}
          onChange={({ target }) => {
            setText(target.value);
            const tags = target.value
              .split(',')
              .map((tag) => tag.trim())
              .filter((tag) => tag !== '');
            edit((type) => ({ ...type, tags: [...new Set(tags)] }));
          }}
        />
      )}
    </Field>
  );
}

/** SCH-20: the looks that nodes of the type can have, and the one that they begin with. */
function VisualTypes(props: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const { nodeType, edit } = props;
  const problem = useProblemText(props);
  const fault = problem('supported_visual_types');
  const foreign = nodeType.supported_visual_types.filter(
    (one) => !VISUAL_TYPES.some((known) => known === one),
  );
  const nameOf = (visual: string) => {
    const known = VISUAL_TYPES.find((one) => one === visual);
    return known === undefined ? visual : t(`visualNames.${known}`);
  };
  return (
    <>
      <fieldset className={styles.checks}>
        <legend>{t('visualTypes')}</legend>
        {[...VISUAL_TYPES, ...foreign].map((visual) => (
          <Check
            key={visual}
            label={nameOf(visual)}
            checked={nodeType.supported_visual_types.includes(visual)}
            onChange={(on) => edit((type) => withVisualType(type, visual, on))}
          />
        ))}
      </fieldset>
      {fault !== undefined && (
        <p role="alert" className={styles.fault} {...{ [FAULT]: '' }}>
          {fault}
        </p>
      )}
      <Field label={t('visual')} help={t('lookText')} error={problem('visual_type')}>
        {(ids) => (
          <Select
            {...ids}
            className={styles.short}
            value={nodeType.visual_type}
            options={[...new Set([...nodeType.supported_visual_types, nodeType.visual_type])].map(
              (value) => ({
                value,
                label: nameOf(value),
              }),
            )}
            onChange={({ target }) => edit((type) => ({ ...type, visual_type: target.value }))}
          />
        )}
      </Field>
    </>
  );
}
