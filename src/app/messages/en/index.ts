// The English catalogue: one file a part of the interface. Messages are ICU; a key that is missing fails the type check.
import app from './app';
import canvas from './canvas';
import categories from './categories';
import command from './command';
import config from './config';
import contract from './contract';
import doors from './doors';
import importing from './import';
import lanes from './lanes';
import nodeTypes from './node-types';
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
  categories,
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
  nodeTypes,
  lanes,
  site,
};
export default en;
/** `publishing` is given by the views that use it, with which it loads. */
export type Messages = typeof en & { readonly publishing: typeof import('./publishing').default };
