import { own } from '../../model/json';
import type { Execute } from './types';

/** `trigger`: the run's whole initial data; details of an event of another kind are null. */
export const trigger: Execute = (_parameters, context) => {
  const { initialData } = context.run;
  const detail = (name: string) => own(initialData, name) ?? null;
  return {
    outputs: {
      data: initialData,
      cron: detail('cron'),
      form: detail('form'),
      form_id: detail('form_id'),
      form_state: detail('form_state'),
      form_values: detail('form_values'),
      user: detail('user'),
    },
  };
};
