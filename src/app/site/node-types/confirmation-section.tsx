import { useTranslations } from 'use-intl';
import { withGovernance } from '../../../catalog/edit-node-type';
import { type AuthorControl, governanceOf } from '../../../catalog/governance';
import { Field } from '../../../ui/field';
import { Select } from '../../../ui/inputs';
import { Switch } from '../../../ui/switch';
import shared from '../site.module.css';
import styles from './node-types.module.css';
import { Check, Section, type SectionProps } from './section';

const CONTROLS: readonly AuthorControl[] = ['waive', 'require'];
const POLICIES = { '': 'policyNone', ask: 'policyAsk', skip: 'policySkip' } as const;

/** RT-GATE-7, RT-GATE-8: whether nodes of the type ask before they run, and what their authors may choose. */
export function ConfirmationSection({ nodeType, edit, processor }: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  if (processor?.flags.executable === false) return null;
  const stored = Object.keys(nodeType.confirmation).length > 0;
  const governance = governanceOf(nodeType);
  const policy = governance.policy ?? null;
  const set = (change: {
    readonly policy?: 'ask' | 'skip' | null;
    readonly authorControls?: readonly AuthorControl[];
  }) =>
    edit((type) => withGovernance(type, { policy, authorControls: governance.authorControls, ...change }));
  return (
    <Section id="confirmation" title={t('confirmation')} text={t('confirmationText')}>
      <div className={shared.line}>
        <Switch
          id="governed"
          describedBy="governed-help"
          checked={stored}
          onChange={(on) => (on ? set({}) : edit((type) => withGovernance(type, null)))}
        />
        <div>
          <label htmlFor="governed">{t('governed')}</label>
          <p id="governed-help" className={shared.quiet}>
            {t('governedHelp')}
          </p>
        </div>
      </div>
      {stored && (
        <>
          <Field label={t('policy')}>
            {(ids) => (
              <Select
                {...ids}
                className={styles.short}
                value={policy ?? ''}
                options={Object.entries(POLICIES).map(([value, key]) => ({ value, label: t(key) }))}
                onChange={({ target }) =>
                  set({ policy: target.value === 'ask' || target.value === 'skip' ? target.value : null })
                }
              />
            )}
          </Field>
          <fieldset className={styles.checks}>
            <legend>{t('controls')}</legend>
            {CONTROLS.map((control) => (
              <Check
                key={control}
                label={t(control)}
                checked={governance.authorControls.includes(control)}
                onChange={(on) =>
                  set({
                    authorControls: CONTROLS.filter((one) =>
                      one === control ? on : governance.authorControls.includes(one),
                    ),
                  })
                }
              />
            ))}
          </fieldset>
          <p className={shared.quiet}>{t('controlsHelp')}</p>
        </>
      )}
    </Section>
  );
}
