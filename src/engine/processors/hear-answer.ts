import type { ModelRequest } from '../ports';
import type { ProcessorContext } from './types';

let calls = 0;

/** Tells whoever listens what is new of an answer. Nothing where nobody does: then no model is asked to stream. */
export function heard({ tokens, run, node, job }: ProcessorContext): Pick<ModelRequest, 'onText'> {
  if (tokens === undefined) return {};
  // A node that is tried again, or runs again in a loop, begins another answer.
  calls += 1;
  const call = `${job ?? node.id}:${calls}`;
  return { onText: (text) => tokens({ runId: run.id, jobId: job ?? '', node: node.id, call, text }) };
}
