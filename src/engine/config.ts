// SG-13: how a run is configured, resolved once at its launch and recorded with it.
import type { WorkflowDocument } from '../model/document';
import { type Json, own } from '../model/json';
import { DEFAULT_LIMITS, type LoopLimits } from './state';

/** Most rounds or iterations that anybody may ask for. */
const MOST = 1_000_000;

/**
 * The configuration of a launch: what the caller gives, else what the workflow declares in its metadata under the same
 * names, else the defaults. A bound that is no whole number of at least 1 is not given.
 */
export function resolveConfig(
  request: { readonly config?: Partial<LoopLimits> | undefined },
  document: Pick<WorkflowDocument, 'metadata'>,
): LoopLimits {
  const resolve = (name: keyof LoopLimits) =>
    bound(request.config?.[name]) ?? bound(own(document.metadata, name)) ?? DEFAULT_LIMITS[name];
  return { maxLoopRounds: resolve('maxLoopRounds'), maxIterations: resolve('maxIterations') };
}

function bound(value: Json | undefined): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST
    ? value
    : undefined;
}
