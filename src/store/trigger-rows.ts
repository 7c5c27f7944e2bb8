// The rows of triggers, and their one decoder.
import { PIPELINE_MODES, type TriggerRow } from '../engine/triggers/types';
import type { Result } from '../model/problem';
import {
  boolean,
  json,
  jsonObject,
  nullable,
  number,
  object,
  oneOf,
  type Reader,
  rowDecoder,
  string,
} from './decode';

const v1: Reader<1> = () => 1;

export const decodeTriggerRow: (row: unknown) => Result<TriggerRow> = rowDecoder(
  'trigger',
  1,
  object({
    v: v1,
    id: string,
    workflow: string,
    node: string,
    label: string,
    gone: nullable(oneOf(['node', 'person'])),
    created: number,
    changed: number,
    config: object({
      enabled: boolean,
      event_type: string,
      conditions: jsonObject,
      schedule: object({
        mode: oneOf(['simple', 'advanced']),
        cron_expression: string,
        timezone: string,
        jitter_min: number,
        jitter_max: number,
      }),
      overlap_policy: string,
      orchestrator: object({ id: string, pipeline_mode: oneOf(PIPELINE_MODES) }),
    }),
    // Whatever it is, `readState` reads it (TRIG-3).
    state: json,
  }),
);
