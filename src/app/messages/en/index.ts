// The English catalogue: one file a part of the interface. Messages are ICU; a key that is missing fails the type check.
import app from './app';
import canvas from './canvas';
import command from './command';
import config from './config';
import contract from './contract';
import doors from './doors';
import importing from './import';
import palette from './palette';
import problems from './problems';
import publish from './publish';
import run from './run';
import settings from './settings';
import site from './site';
import start from './start';

const en = {
  app,
  canvas,
  command,
  config,
  contract,
  doors,
  import: importing,
  palette,
  problems,
  publish,
  run,
  settings,
  start,
  site,
};
export default en;
/** The texts below are given by the views that use them, with which they load. */
export type Messages = typeof en & {
  readonly publishing: typeof import('./publishing').default;
  readonly categories: typeof import('./categories').default;
  readonly content: typeof import('./content').default;
  readonly lanes: typeof import('./lanes').default;
  readonly nodeTypes: typeof import('./node-types').default;
};
