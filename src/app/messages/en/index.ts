// The English catalogue of the first screen: one file a part of the interface; late-messages.tsx has the rest. Messages are ICU; a key that is missing fails the type check.
import type { LateTexts } from '../../late-messages';
import app from './app';
import canvas from './canvas';
import command from './command';
import contract from './contract';
import palette from './palette';
import publish from './publish';
import run from './run-controls';
import site from './site';
import start from './start';

const en = {
  app,
  canvas,
  command,
  contract,
  palette,
  publish,
  run,
  start,
  site,
};
export default en;
/** The texts below are given by the views that use them, with which they load. */
export type Messages = typeof en &
  LateTexts & {
    readonly publishing: typeof import('./publishing').default;
    readonly categories: typeof import('./categories').default;
    readonly content: typeof import('./content').default;
    readonly lanes: typeof import('./lanes').default;
    readonly memory: typeof import('./memory').default;
    readonly models: typeof import('./models').default;
    readonly secrets: typeof import('./secrets').default;
    readonly triggers: typeof import('./triggers').default;
    readonly nodeTypes: typeof import('./node-types').default;
  };
