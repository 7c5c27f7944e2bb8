import { useTranslations } from 'use-intl';
import type { LogEntry } from '../../canvas';
import app from '../messages/en/app';
import commands from '../messages/en/command';

/** Values of every command's text, so that a step of an older version that lacks one can still be worded. */
const BLANKS = { count: 1, from: '', key: '', label: '', name: '', port: '', to: '', type: '', version: '' };

/** The name of a step of history, as the catalogue words it; steps that the store makes are worded too. */
export function useStepName(): (entry: LogEntry) => string {
  const command = useTranslations('command');
  const steps = useTranslations('app.steps');
  return ({ name, params }) => {
    if (isKeyOf(commands, name)) return command(name, { ...BLANKS, ...params });
    return steps(isKeyOf(app.steps, name) ? name : 'other');
  };
}

function isKeyOf<T extends object>(catalogue: T, name: string): name is keyof T & string {
  return Object.hasOwn(catalogue, name);
}
