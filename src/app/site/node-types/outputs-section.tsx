import { Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import {
  outputRows,
  tellsParameters,
  withOutput,
  withOutputExposure,
  withoutEntry,
} from '../../../catalog/edit-node-type';
import { laneOf } from '../../../catalog/lanes';
import { ownString } from '../../../model/json';
import { IconButton } from '../../../ui/icon-button';
import shared from '../site.module.css';
import styles from './node-types.module.css';
import { Check, Section, type SectionProps } from './section';

/** SCH-7, EXPO-13: which outputs nodes of the type offer, and which of them show a port. */
export function OutputsSection({ nodeType, edit, processor, catalog }: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  const rows = outputRows(nodeType, processor);
  const usable = tellsParameters(processor) ? processor : undefined;
  return (
    <Section id="outputs" title={t('outputs')} text={t('outputsText')}>
      {rows.length === 0 ? (
        <p className={shared.quiet}>{t('noOutputs')}</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table} aria-labelledby="section-outputs">
            <thead>
              <tr>
                <th scope="col">{t('output')}</th>
                <th scope="col" title={t('keptHint')}>
                  {t('kept')}
                </th>
                <th scope="col" title={t('shownHint')}>
                  {t('shown')}
                </th>
                <th scope="col" className={styles.default}>
                  <span className="visually-hidden">{t('remarks')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, schema, declared, kept, exposure }) => {
                const title = ownString(schema, 'title') ?? name;
                const fixed = usable === undefined || !declared;
                return (
                  <tr key={name} data-output={name}>
                    <th scope="row">
                      <span className={styles.parameter}>{title}</span>
                      <span className={styles.sub}>
                        <code>{name}</code>
                        {declared && <> · {laneOf(schema, catalog.portConfig)}</>}
                      </span>
                    </th>
                    <td>
                      <Check
                        hidden
                        label={t('gate', { gate: t('kept'), name: title })}
                        checked={kept}
                        disabled={fixed}
                        onChange={(on) =>
                          usable !== undefined && edit((type) => withOutput(type, usable, name, on))
                        }
                      />
                    </td>
                    <td>
                      <Check
                        hidden
                        label={t('gate', { gate: t('shown'), name: title })}
                        checked={kept && exposure.exposed}
                        disabled={fixed || !exposure.recordable}
                        title={exposure.recordable ? undefined : t('lock.notKept')}
                        onChange={(on) =>
                          usable !== undefined && edit((type) => withOutputExposure(type, usable, name, on))
                        }
                      />
                    </td>
                    <td className={styles.default}>
                      {!declared && usable !== undefined && (
                        <>
                          <span className={styles.sub}>{t('undeclared')}</span>
                          <IconButton
                            size="small"
                            label={t('removeEntry', { name })}
                            onClick={() => edit((type) => withoutEntry(type, 'outputs', name))}
                          >
                            <Trash2 size={15} aria-hidden />
                          </IconButton>
                        </>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
