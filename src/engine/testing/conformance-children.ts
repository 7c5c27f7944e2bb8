import { describe, expect, test } from 'vitest';
import { workflowTypeId } from '../../contract/workflow-ids';
import type { WorkflowDocument } from '../../model/document';
import type { RunStore } from '../ports';
import { caller, INNER, STRATEGIES, stage, workflow } from './child-stage';
import { childNestingConformance } from './conformance-child-nesting';
import { childSignalConformance } from './conformance-child-signals';

/**
 * What holds for runs that nodes start, over every store.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function childConformance(storeName: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`workflows as nodes over ${storeName}`, () => {
    test.each(STRATEGIES)('MAN-9, MAN-17: a workflow runs as a node under %s', async (strategy) => {
      const at = stage(await makeStore(), [INNER]);
      const { run } = await at.run(caller('inner'), { strategy });
      expect(run).toMatchObject({ status: 'completed', error: null });
      expect(await at.outputs(run)).toEqual({ said: 'hello' });
      const [child, ...others] = await at.children(run.id);
      expect(others).toEqual([]);
      const job = await at.job(run.id, 'child');
      expect(child).toMatchObject({
        workflow: 'inner',
        status: 'completed',
        // ORC-2: a child is driven as the run that starts it is.
        strategy,
        inputs: { text: 'hello' },
        parent: { run: run.id, job: job?.id, node: 'child', path: ['outer'] },
      });
      expect(await at.outputs(job)).toEqual({ said: 'hello' });
    });

    test('MAN-17: an output that was not produced is absent, one that is null is there', async () => {
      const some = workflow('some', { a: 'nulls', b: 'misc' }, [], {
        outputs: { empty: 'a.out', gone: 'b.result' },
      });
      const at = stage(await makeStore(), [some]);
      const { run } = await at.run(workflow('outer', { child: workflowTypeId('some') }, [], {}), {
        inputs: {},
      });
      expect(await at.outputs(await at.job(run.id, 'child'))).toEqual({ empty: null });
    });

    test('MAN-15: an input that nothing gives is absent, one that is given as null is there', async () => {
      const two = workflow('two', { a: 'two' }, [], {
        inputs: { a: 'a.a', b: 'a.b' },
        outputs: { a: 'a.a' },
      });
      const at = stage(await makeStore(), [two]);
      const outer = workflow('outer', { n: 'nulls', child: workflowTypeId('two') }, ['n.out>child.a'], {});
      const { run } = await at.run(outer, { inputs: {} });
      expect((await at.children(run.id))[0]?.inputs).toEqual({ a: null });
    });

    test('a large result is stored once for the child and the node that called it', async () => {
      const text = 'x'.repeat(20_000);
      const at = stage(await makeStore(), [INNER]);
      const { run } = await at.run(caller('inner'), { inputs: { text } });
      const [child] = await at.children(run.id);
      const job = await at.job(run.id, 'child');
      expect(child?.outputs?.said).toHaveProperty('ref');
      expect(job?.outputs?.said).toEqual(child?.outputs?.said);
    });

    test('ERR-1: a child that fails fails the node, and names the run and the node in it', async () => {
      const bad = workflow('bad', { boom: 'failing' }, [], { outputs: { said: 'boom.text' } });
      const at = stage(await makeStore(), [bad]);
      const outer = workflow('outer', { child: workflowTypeId('bad') }, [], {});
      const { run } = await at.run(outer, { inputs: {} });
      const [child] = await at.children(run.id);
      expect(child).toMatchObject({ status: 'failed' });
      expect(run).toMatchObject({
        status: 'failed',
        error: {
          code: 'child_failed',
          node_id: 'child',
          message: `The workflow "BAD" failed at node boom: card refused (run ${child?.id})`,
          details: { run: child?.id, workflow: 'bad', node: 'boom', code: 'E42' },
        },
      });
    });

    test('ERR-13: the failure of a child takes the error edge, and the run goes on', async () => {
      const bad = workflow('bad', { boom: 'failing' }, [], { outputs: { said: 'boom.text' } });
      const at = stage(await makeStore(), [bad]);
      const outer = workflow(
        'outer',
        {
          child: {
            type: workflowTypeId('bad'),
            config: { ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] } },
          },
          handler: 'echo',
        },
        ['child.error>handler.in'],
        {},
      );
      const { run } = await at.run(outer, { inputs: {} });
      expect(run.status).toBe('completed');
      expect(await at.job(run.id, 'child')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(await at.outputs(await at.job(run.id, 'handler'))).toMatchObject({
        in: { code: 'child_failed' },
      });
    });

    test('a child that the contract refuses fails the node, and nothing of it is created', async () => {
      const strict = workflow('strict', { s: 'strict' }, [], {
        inputs: { must: 's.must' },
        outputs: { must: 's.must' },
      });
      const demanding: WorkflowDocument = {
        ...strict,
        inputs: strict.inputs.map((entry) => ({ ...entry, required: true })),
      };
      const at = stage(await makeStore(), [demanding], [], [strict]);
      const { run } = await at.run(workflow('outer', { child: workflowTypeId('strict') }, [], {}), {
        inputs: {},
      });
      expect(run.error).toMatchObject({
        code: 'child_refused',
        message: expect.stringContaining('"must"'),
        details: { code: 'INPUT_REQUIRED' },
      });
      expect(await at.children(run.id)).toEqual([]);
    });

    test('a workflow that is not stored any more fails the node', async () => {
      const at = stage(await makeStore(), [], [], [INNER]);
      const { run } = await at.run(caller('inner'));
      expect(run.error).toMatchObject({ code: 'workflow_not_found', node_id: 'child' });
    });

    test('MAN-19: a workflow that is declared asynchronous is not waited for', async () => {
      const slow = { ...INNER, id: 'slow', metadata: { execution: 'asynchronous' } };
      const at = stage(await makeStore(), [slow]);
      const { run } = await at.run(caller('slow'));
      expect(run.error).toMatchObject({ code: 'workflow_asynchronous', node_id: 'child' });
      expect(await at.children(run.id)).toEqual([]);
    });
  });
  childSignalConformance(storeName, makeStore);
  childNestingConformance(storeName, makeStore);
}
