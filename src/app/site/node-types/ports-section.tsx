import { useTranslations } from 'use-intl';
import { isReservedPort } from '../../../catalog/build';
import { tellsParameters, withReservedExposure } from '../../../catalog/edit-node-type';
import { type ExposureKey, reservedExposure } from '../../../catalog/ports';
import type { BuiltType } from '../../../catalog/types';
import styles from './node-types.module.css';
import { Check, Section, type SectionProps } from './section';

/** Where each reserved port stands in what is built. */
const RESERVED: readonly (readonly [ExposureKey, 'input' | 'output', string])[] = [
  ['input', 'input', 'input'],
  ['trigger_input', 'input', 'trigger'],
  ['loop_back', 'input', 'loop_back'],
  ['output', 'output', 'output'],
  ['trigger_output', 'output', 'trigger'],
  ['tool', 'output', 'tool'],
  ['error', 'output', 'error'],
];

/** The ports that no schema declares: which there are, and which are shown by default (SCH-13, SCH-16 to SCH-18). */
export function PortsSection({ nodeType, edit, catalog, processor }: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const built = catalog.built(nodeType.id);
  const there = RESERVED.filter(([, side, port]) => isThere(built, side, port));
  return (
    <Section id="ports" title={t('ports')} text={t('portsText')}>
      <div className={styles.stack}>
        <Check
          label={t('unifiedInput')}
          checked={nodeType.unified_input_exposed}
          onChange={(on) => edit((type) => ({ ...type, unified_input_exposed: on }))}
        />
        <Check
          label={t('unifiedOutput')}
          checked={nodeType.unified_output_exposed}
          onChange={(on) => edit((type) => ({ ...type, unified_output_exposed: on }))}
        />
        <Check
          label={t('tool')}
          checked={nodeType.tool_exposed}
          onChange={(on) => edit((type) => ({ ...type, tool_exposed: on }))}
        />
      </div>
      {there.length > 0 && (
        <fieldset className={styles.checks}>
          <legend>{t('reserved')}</legend>
          {there.map(([key]) => (
            <Check
              key={key}
              label={t(`reservedNames.${key}`)}
              checked={reservedExposure(nodeType, key)}
              disabled={!tellsParameters(processor) && Object.keys(nodeType.parameters).length > 0}
              onChange={(on) => edit((type) => withReservedExposure(type, key, on))}
            />
          ))}
        </fieldset>
      )}
    </Section>
  );
}

function isThere(built: BuiltType | undefined, side: 'input' | 'output', port: string): boolean {
  return built !== undefined && isReservedPort(built, side, port);
}
