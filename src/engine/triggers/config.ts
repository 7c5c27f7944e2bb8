// The configuration of a trigger: its defaults, and the one decoder of what somebody sends to change it.
import { isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { fail, ok, type Problem, type Result } from '../../model/problem';
import { conditionProblems } from './conditions';
import { PIPELINE_MODES, type TriggerConfig, type TriggerSchedule } from './types';

/** Event types of the node types that stand for one kind of trigger. */
const BY_TYPE: { readonly [type: string]: string } = {
  cron_trigger: 'cron',
  schedule_trigger: 'cron',
  orchestration_trigger: 'orchestration',
  entity_trigger: 'entity.insert',
};

/** What a trigger is before anybody decides about it: it does nothing by itself. */
export function defaultConfig(nodeType: string): TriggerConfig {
  return {
    enabled: true,
    event_type: Object.hasOwn(BY_TYPE, nodeType) ? (BY_TYPE[nodeType] ?? 'manual') : 'manual',
    conditions: {},
    schedule: { mode: 'simple', cron_expression: '', timezone: 'UTC', jitter_min: 0, jitter_max: 0 },
    overlap_policy: 'skip',
    orchestrator: { id: '', pipeline_mode: 'new' },
  };
}

const KEYS = ['enabled', 'event_type', 'conditions', 'schedule', 'overlap_policy', 'orchestrator'];
const SCHEDULE_KEYS = ['mode', 'cron_expression', 'timezone', 'jitter_min', 'jitter_max'];
const EVENT = /^[a-z][a-z0-9_.]{0,99}$/i;
const LONGEST = 255;
/** A week, in seconds. */
const MOST_JITTER = 7 * 24 * 3600;

/**
 * `before` with what is sent put over it; keys that are not sent stay. A schedule that cannot be satisfied is no broken
 * request: it is stored, and told by the report of its next run (CRON-2).
 *
 * @param others keys that may stand beside those of the configuration.
 */
export function changedConfig(
  before: TriggerConfig,
  sent: JsonObject,
  others: readonly string[] = [],
): Result<TriggerConfig> {
  const problems: Problem[] = unknownKeys(sent, [...KEYS, ...others], '');
  const enabled = own(sent, 'enabled') ?? before.enabled;
  if (typeof enabled !== 'boolean')
    problems.push({ path: 'enabled', message: '"enabled" is true or false.' });
  const event_type = own(sent, 'event_type') ?? before.event_type;
  if (typeof event_type !== 'string' || !EVENT.test(event_type))
    problems.push({
      path: 'event_type',
      message: 'An event type is a name such as manual, cron, orchestration or entity.insert.',
    });
  const conditions = own(sent, 'conditions') ?? before.conditions;
  problems.push(...conditionProblems(conditions, 'conditions'));
  const schedule = readSchedule(before.schedule, own(sent, 'schedule'), problems);
  const overlap_policy = own(sent, 'overlap_policy') ?? before.overlap_policy;
  if (typeof overlap_policy !== 'string' || overlap_policy.length > LONGEST)
    problems.push({
      path: 'overlap_policy',
      message: 'An overlap policy is skip, buffer, cancel or terminate.',
    });
  const orchestrator = readOrchestrator(before.orchestrator, own(sent, 'orchestrator'), problems);
  if (problems.length > 0) return fail(problems);
  return ok({
    enabled: enabled === true,
    event_type: String(event_type),
    conditions: isObject(conditions) ? conditions : {},
    schedule,
    overlap_policy: String(overlap_policy),
    orchestrator,
  });
}

function readSchedule(before: TriggerSchedule, sent: Json | undefined, problems: Problem[]): TriggerSchedule {
  if (sent === undefined) return before;
  if (!isObject(sent)) {
    problems.push({ path: 'schedule', message: 'A schedule is an object.' });
    return before;
  }
  problems.push(...unknownKeys(sent, SCHEDULE_KEYS, 'schedule.'));
  const text = (key: 'cron_expression' | 'timezone'): string => {
    const value = own(sent, key) ?? before[key];
    if (typeof value === 'string' && value.length <= LONGEST) return value;
    problems.push({
      path: `schedule.${key}`,
      message: `"${key}" is a text of at most ${LONGEST} characters.`,
    });
    return before[key];
  };
  const seconds = (key: 'jitter_min' | 'jitter_max'): number => {
    const value = own(sent, key) ?? before[key];
    if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MOST_JITTER) return value;
    problems.push({
      path: `schedule.${key}`,
      message: `"${key}" is a number of seconds, at most ${MOST_JITTER}.`,
    });
    return before[key];
  };
  const mode = own(sent, 'mode') ?? before.mode;
  if (mode !== 'simple' && mode !== 'advanced')
    problems.push({ path: 'schedule.mode', message: 'The mode of a schedule is simple or advanced.' });
  return {
    mode: mode === 'advanced' ? 'advanced' : 'simple',
    cron_expression: text('cron_expression'),
    timezone: text('timezone'),
    jitter_min: seconds('jitter_min'),
    jitter_max: seconds('jitter_max'),
  };
}

function readOrchestrator(
  before: TriggerConfig['orchestrator'],
  sent: Json | undefined,
  problems: Problem[],
): TriggerConfig['orchestrator'] {
  if (sent === undefined) return before;
  if (!isObject(sent)) {
    problems.push({ path: 'orchestrator', message: 'The settings of the orchestrator are an object.' });
    return before;
  }
  problems.push(...unknownKeys(sent, ['id', 'pipeline_mode'], 'orchestrator.'));
  const id = own(sent, 'id') ?? before.id;
  if (typeof id !== 'string' || id.length > LONGEST)
    problems.push({ path: 'orchestrator.id', message: 'The id of a strategy is a text.' });
  const named = own(sent, 'pipeline_mode') ?? before.pipeline_mode;
  const mode = PIPELINE_MODES.find((one) => one === named);
  if (mode === undefined)
    problems.push({
      path: 'orchestrator.pipeline_mode',
      message: `The pipeline mode is one of ${PIPELINE_MODES.join(', ')}.`,
    });
  return { id: ownString({ id }, 'id') ?? before.id, pipeline_mode: mode ?? before.pipeline_mode };
}

function unknownKeys(sent: JsonObject, known: readonly string[], path: string): Problem[] {
  return Object.keys(sent)
    .filter((key) => !known.includes(key))
    .map((key) => ({
      path: `${path}${key}`,
      message: `"${key}" is no key here; there are ${known.join(', ')}.`,
    }));
}
