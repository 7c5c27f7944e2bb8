import type { JsonObject } from '../../model/json';
import { branch } from './branch';
import { calculatorAndMapper } from './calculator';
import { eachGuest } from './each-guest';
import { fetchAndReshape } from './fetch';
import { greeting } from './greeting';
import { oneModelCall } from './one-model-call';
import { routeAFailure } from './route-a-failure';

export type Example = {
  /** Key of its texts in the catalogue, under `start.examples`. */
  readonly id:
    | 'oneModelCall'
    | 'greeting'
    | 'branch'
    | 'eachGuest'
    | 'fetch'
    | 'routeAFailure'
    | 'calculator';
  readonly document: JsonObject;
};

/** The examples of the start screen, simplest first. All run without a network. */
export const EXAMPLES: readonly Example[] = [
  { id: 'greeting', document: greeting },
  { id: 'oneModelCall', document: oneModelCall },
  { id: 'branch', document: branch },
  { id: 'eachGuest', document: eachGuest },
  { id: 'calculator', document: calculatorAndMapper },
  { id: 'routeAFailure', document: routeAFailure },
  { id: 'fetch', document: fetchAndReshape },
];
