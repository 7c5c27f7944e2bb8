import { installLinearEngine } from '../model/linear-engine';
import { re2Engine } from '../model/re2-engine';

/**
 * R6.h: a page sends for the engine of costly patterns when one is met, and lets every text pass until it is there. A
 * process that judges once and acts on the verdict calls this before it judges anything.
 */
export function installPatterns(): void {
  installLinearEngine(re2Engine);
}
