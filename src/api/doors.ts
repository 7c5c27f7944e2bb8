// Every door, in the order in which it is asked: words of a path before parameters in the same place.
import type { Door } from './door';
import { BUNDLE_DOORS } from './doors/bundles';
import { CATALOG_DOORS } from './doors/catalog';
import { INTERRUPT_DOORS } from './doors/interrupts';
import { LAUNCH_DOORS } from './doors/launch';
import { NODE_TYPE_DOORS } from './doors/node-types';
import { ORCHESTRATION_DOORS } from './doors/orchestration';
import { PIPELINE_DOORS } from './doors/pipelines';
import { SIGNAL_DOORS } from './doors/signals';
import { SNAPSHOT_DOORS } from './doors/snapshots';
import { TRIGGER_DOORS } from './doors/triggers';
import { WORKFLOW_DOORS } from './doors/workflows';

export const DOORS: readonly Door[] = [
  ...BUNDLE_DOORS,
  ...WORKFLOW_DOORS,
  ...CATALOG_DOORS,
  ...NODE_TYPE_DOORS,
  ...LAUNCH_DOORS,
  ...PIPELINE_DOORS,
  ...INTERRUPT_DOORS,
  ...SIGNAL_DOORS,
  ...SNAPSHOT_DOORS,
  ...TRIGGER_DOORS,
  ...ORCHESTRATION_DOORS,
];
