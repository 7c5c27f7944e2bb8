import type { Hasher } from '../values';

/** The id of the run that this attempt at a job starts: the same each time, so that nothing is started twice. */
export async function childRunId(hash: Hasher, run: string, job: string, attempt: number): Promise<string> {
  const digits = await hash(JSON.stringify(['child', run, job, attempt]));
  const part = (from: number, to: number) => digits.slice(from, to);
  // RFC 9562: version 8 is for ids that are made like this one.
  return `${part(0, 8)}-${part(8, 12)}-8${part(13, 16)}-a${part(17, 20)}-${part(20, 32)}`;
}
