// The way from a run to those that it started, and back.
import { childRunId } from '../../engine/children/child-id';
import { startsRuns } from '../../engine/children/starts-runs';
import { webCryptoHash } from '../../engine/values';
import type { RunLink, RunSource } from '../../playground/ports';
import { runHead, type SluiceDatabase } from '../../store';
import { editorRoute, hrefOf } from '../routes';

export function runLinks(db: SluiceDatabase): Pick<RunSource, 'childOf' | 'parentOf'> {
  async function linkTo(id: string): Promise<RunLink | undefined> {
    const run = await runHead(db, id);
    if (run === undefined) return undefined;
    return { workflow: run.workflowName || run.workflow, href: hrefOf(editorRoute(run.workflow, run.id)) };
  }
  return {
    async childOf({ run, id, processor, attempts }) {
      if (!startsRuns(processor)) return undefined;
      return linkTo(await childRunId(webCryptoHash, run, id, Math.max(1, attempts)));
    },
    parentOf: async ({ parent }) => (parent === undefined ? undefined : linkTo(parent.run)),
  };
}
