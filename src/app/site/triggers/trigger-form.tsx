import { useTranslations } from 'use-intl';
import { policyOf } from '../../../engine/triggers/overlap';
import {
  ENTITY_EVENTS,
  kindOf,
  OVERLAP_POLICIES,
  type TriggerConfig,
  type TriggerKind,
} from '../../../engine/triggers/types';
import { isArray, own } from '../../../model/json';
import { Field } from '../../../ui/field';
import { Select, TextInput } from '../../../ui/inputs';
import shared from '../site.module.css';
import { ScheduleFields } from './schedule-fields';

const KINDS: readonly TriggerKind[] = ['manual', 'schedule', 'event', 'external'];
const EVENT_OF: { readonly [K in TriggerKind]: string } = {
  manual: 'manual',
  schedule: 'cron',
  event: 'entity.insert',
  external: 'orchestration',
};

/** What a person decides about a trigger. */
export function TriggerForm({
  id: trigger,
  config,
  onChange,
}: {
  readonly id: string;
  readonly config: TriggerConfig;
  readonly onChange: (config: TriggerConfig) => void;
}) {
  const t = useTranslations('triggers.form');
  const kinds = useTranslations('triggers.kinds');
  const kind = kindOf(config.event_type);
  const named = own(config.conditions, 'entity_types');
  const known = ENTITY_EVENTS.some((one) => one === config.event_type);
  return (
    <div className={shared.form}>
      <Field label={t('kind')}>
        {({ id }) => (
          <Select
            id={id}
            value={kind}
            options={KINDS.map((value) => ({ value, label: kinds(value) }))}
            onChange={({ target }) => {
              const chosen = KINDS.find((one) => one === target.value) ?? 'manual';
              const { timezone, cron_expression } = config.schedule;
              // A first schedule is meant in the zone of whoever makes it.
              const zone =
                cron_expression === '' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timezone;
              onChange({
                ...config,
                event_type: EVENT_OF[chosen],
                schedule: chosen === 'schedule' ? { ...config.schedule, timezone: zone } : config.schedule,
              });
            }}
          />
        )}
      </Field>
      {kind === 'schedule' && (
        <ScheduleFields
          schedule={config.schedule}
          onChange={(schedule) => onChange({ ...config, schedule })}
        />
      )}
      {kind === 'event' && (
        <>
          <Field label={t('event')}>
            {({ id }) => (
              <Select
                id={id}
                value={config.event_type}
                options={[
                  ...ENTITY_EVENTS.map((value) => ({ value: String(value), label: t(`events.${value}`) })),
                  ...(known ? [] : [{ value: config.event_type, label: config.event_type }]),
                ]}
                onChange={({ target }) => onChange({ ...config, event_type: target.value })}
              />
            )}
          </Field>
          <Field label={t('collections')} help={t('collectionsHelp')}>
            {({ id, describedBy }) => (
              <TextInput
                id={id}
                describedBy={describedBy}
                defaultValue={isArray(named) ? named.join(', ') : ''}
                onChange={({ target }) => {
                  const names = target.value.split(',').map((name) => name.trim());
                  const entity_types = names.filter((name) => name !== '');
                  onChange({ ...config, conditions: { ...config.conditions, entity_types } });
                }}
              />
            )}
          </Field>
        </>
      )}
      {kind === 'external' && (
        <p className={shared.quiet}>
          {t('address', { path: `/api/flowdrop/orchestration/${trigger}/invoke` })}
        </p>
      )}
      <Field label={t('overlap')}>
        {({ id }) => (
          <Select
            id={id}
            value={policyOf(config.overlap_policy)}
            options={OVERLAP_POLICIES.map((value) => ({ value, label: t(`overlaps.${value}`) }))}
            onChange={({ target }) => onChange({ ...config, overlap_policy: target.value })}
          />
        )}
      </Field>
    </div>
  );
}
