import { describe, expect, test } from 'vitest';
import { workflowTypeId } from '../../contract/workflow-ids';
import type { JsonObject } from '../../model/json';
import type { RunStore } from '../ports';
import { caller, GATED, gate, INNER, PIPELINE, stage, until, workflow } from './child-stage';

/**
 * How deep runs may start runs, and the node that does so, over every store.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function childNestingConformance(
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  describe(`workflows as nodes over ${storeName}`, () => {
    describe('how deep', () => {
      const chain = (levels: number) => [
        INNER,
        ...Array.from({ length: levels }, (_, i) => caller(i === 0 ? 'inner' : `level${i}`, `level${i + 1}`)),
      ];

      test('five workflows in each other run, six are refused before anything begins', async () => {
        const five = chain(4);
        const at = stage(await makeStore(), five);
        const { run } = await at.run(caller('level3'));
        expect(run.status).toBe('completed');
        expect(await at.outputs(run)).toEqual({ said: 'hello' });

        const six = stage(await makeStore(), five);
        expect(await six.launch(caller('level4'))).toMatchObject({
          ok: false,
          error: {
            status: 422,
            code: 'WORKFLOW_TOO_DEEP',
            details: ['outer', 'level4', 'level3', 'level2', 'level1', 'inner'],
          },
        });
        expect(six.world.events).toEqual([]);
      });

      test('a workflow that would run itself is refused before anything begins', async () => {
        const ping = caller('pong', 'ping');
        const pong = caller('ping', 'pong');
        const at = stage(await makeStore(), [ping, pong]);
        expect(await at.launch(ping)).toMatchObject({
          ok: false,
          error: { code: 'WORKFLOW_CYCLE', details: ['ping', 'pong', 'ping'] },
        });
        expect(at.world.events).toEqual([]);
      });

      test('what is stored only while it runs is refused when the child is started', async () => {
        const stored = [INNER];
        const at = stage(
          await makeStore(),
          stored,
          [
            {
              id: 'swap',
              parameters: { text: {} },
              outputs: { text: {} },
              execute: (parameters) => {
                stored[0] = caller('outer', 'inner');
                return { outputs: parameters };
              },
            },
          ],
          [INNER, caller('inner')],
        );
        const outer = workflow(
          'outer',
          { first: 'swap', child: workflowTypeId('inner') },
          ['first.text>child.text'],
          { inputs: { text: 'first.text' }, outputs: { said: 'child.said' } },
        );
        const { run } = await at.run(outer);
        expect(run).toMatchObject({
          status: 'failed',
          error: { code: 'child_refused', details: { code: 'WORKFLOW_CYCLE' } },
        });
      });

      test('the same workflow twice beside each other is no circle', async () => {
        const at = stage(await makeStore(), [INNER]);
        const outer = workflow(
          'outer',
          { a: workflowTypeId('inner'), b: workflowTypeId('inner') },
          ['a.said>b.text'],
          { inputs: { text: 'a.text' }, outputs: { said: 'b.said' } },
        );
        const { run } = await at.run(outer);
        expect(await at.outputs(run)).toEqual({ said: 'hello' });
        expect(await at.children(run.id)).toHaveLength(2);
      });
    });

    describe('workflow_executor', () => {
      const executor = (config: JsonObject, more: JsonObject = {}) =>
        workflow(
          'outer',
          {
            data: 'echo',
            run: { type: 'workflow_executor', config: { workflow_id: 'inner', ...config } },
            fetch: { type: 'workflow_results_retriever', config: more },
          },
          ['data.in>run.input_data', 'run.session_id>fetch.session_id'],
          { inputs: { data: 'data.in' } },
        );

      test('ORC-12: job waits for the results; job_async queues, and the retriever waits for them', async () => {
        for (const execution_mode of ['job', 'job_async']) {
          const at = stage(await makeStore(), [INNER]);
          const { run } = await at.run(executor({ execution_mode }), { inputs: { data: { text: 'hi' } } });
          expect(run.status).toBe('completed');
          const [child] = await at.children(run.id);
          expect(child?.strategy).toBe(execution_mode === 'job' ? PIPELINE : 'flowdrop_runtime:asynchronous');
          expect(await at.outputs(await at.job(run.id, 'run'))).toMatchObject(
            execution_mode === 'job'
              ? { success: true, status: 'completed', outputs: { said: 'hi' }, session_id: child?.id }
              : { success: true, status: 'queued', session_id: child?.id },
          );
          expect(await at.outputs(await at.job(run.id, 'fetch'))).toMatchObject({
            success: true,
            status: 'completed',
            outputs: { said: 'hi' },
          });
        }
      });

      test('job_fire_forget gives no session, and its child is no matter of the run any more', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          { run: { type: 'workflow_executor', config: { workflow_id: 'gated' } } },
          [],
          {},
        );
        const { run } = await at.run(outer, { inputs: {} });
        expect(run.status).toBe('completed');
        const [child] = await at.children(run.id);
        const outputs = await at.outputs(await at.job(run.id, 'run'));
        expect(outputs).toMatchObject({ success: true, job_id: child?.id });
        expect(outputs).not.toHaveProperty('session_id');
        wait.open();
        await at.engine.settled(child?.id ?? '');
        expect((await at.children(run.id))[0]?.status).toBe('completed');
      });

      test('what goes wrong with the child is told, and the run goes on', async () => {
        const at = stage(await makeStore(), [INNER]);
        const outer = workflow(
          'outer',
          { run: { type: 'workflow_executor', config: { workflow_id: 'inner', execution_mode: 'job' } } },
          [],
          { inputs: { data: 'run.input_data' } },
        );
        const { run } = await at.run(outer, { inputs: { data: { textt: 1 } } });
        expect(run.status).toBe('completed');
        const outputs = await at.outputs(await at.job(run.id, 'run'));
        // MAN-13: the refusal names the key.
        expect(outputs).toMatchObject({ success: false, error_message: expect.stringContaining('"textt"') });
      });

      test('a wait that is too long ends, and the child goes on', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          {
            run: {
              type: 'workflow_executor',
              config: { workflow_id: 'gated', execution_mode: 'job', timeout: 5, poll_interval_ms: 1000 },
            },
          },
          [],
          {},
        );
        const launched = await at.launch(outer, { inputs: {} });
        if (!launched.ok) throw new Error(launched.error.message);
        await wait.entered;
        let over = false;
        void launched.value.done.then(() => {
          over = true;
        });
        await until(() => {
          at.world.clock.advance(1_000);
          return over;
        });
        const { runId } = launched.value;
        expect(await at.outputs(await at.job(runId, 'run'))).toMatchObject({
          success: false,
          status: 'running',
          outputs: {},
        });
        const [child] = await at.children(runId);
        wait.open();
        await at.engine.settled(child?.id ?? '');
        expect((await at.children(runId))[0]?.status).toBe('completed');
      });

      test('the retriever looks once where it does not wait, and knows only runs of its own', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          {
            run: { type: 'workflow_executor', config: { workflow_id: 'gated', execution_mode: 'job_async' } },
            fetch: { type: 'workflow_results_retriever', config: { wait_for_completion: false } },
          },
          ['run.session_id>fetch.session_id'],
          {},
        );
        const { run } = await at.run(outer, { inputs: {} });
        const looked = await at.outputs(await at.job(run.id, 'fetch'));
        expect(looked).toMatchObject({ success: false, outputs: {} });
        expect(looked?.status).not.toBe('completed');

        const session = (await at.children(run.id))[0]?.id ?? '';
        const other = workflow(
          'other',
          { id: 'echo', fetch: 'workflow_results_retriever' },
          ['id.text>fetch.session_id'],
          { inputs: { text: 'id.text' } },
        );
        const { run: stranger } = await at.run(other, { inputs: { text: session } });
        expect(await at.outputs(await at.job(stranger.id, 'fetch'))).toMatchObject({
          success: false,
          status: 'unknown',
          error_message: expect.stringContaining(session),
        });
        wait.open();
        await at.engine.settled(session);
      });
    });
  });
}
