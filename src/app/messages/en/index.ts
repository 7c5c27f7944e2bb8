// The English catalogue: one file a part of the interface. Messages are ICU; a key that is missing fails the type check.
import app from './app';
import canvas from './canvas';
import command from './command';
import config from './config';
import importing from './import';
import nodeTypes from './node-types';
import palette from './palette';
import problems from './problems';
import run from './run';
import settings from './settings';
import site from './site';
import start from './start';

const en = {
  app,
  canvas,
  command,
  config,
  import: importing,
  palette,
  problems,
  run,
  settings,
  start,
  nodeTypes,
  site,
};
export default en;
export type Messages = typeof en;
