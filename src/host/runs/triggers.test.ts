import { describe, expect, test } from 'vitest';
import { gatedRuns } from '../../api/testing/runs';
import { nodeOf, testApi } from '../../api/testing/world';
import { isArray, own } from '../../model/json';

const API = '/api/flowdrop';
const TRIGGER = `${API}/triggers/w__trigger_1`;
const INVOKE = `${API}/orchestration/w__trigger_1`;

/** A workflow whose trigger leads to a node that waits until it is let go. */
async function fired(config: object) {
  const hosted = gatedRuns();
  const api = testApi({ hosted });
  const nodes = [nodeOf('trigger.1', 'trigger'), nodeOf('wait', 'text_input')];
  await api.call('POST', `${API}/workflows`, { id: 'w', name: 'W', nodes });
  const put = await api.call('PUT', TRIGGER, JSON.parse(JSON.stringify(config)));
  expect(put.status).toBe(200);
  const history = async () => own(own((await api.call('GET', `${TRIGGER}/history`)).body, 'data'), 'history');
  const reasons = async () => {
    const entries = await history();
    return (isArray(entries) ? entries : []).map((entry) => own(entry, 'reason'));
  };
  return { ...api, hosted, reasons, fire: () => api.call('POST', `${TRIGGER}/fire`, {}) };
}
const idOf = (body: unknown) => String(own(own(body, 'data'), 'execution_id'));

describe('triggers of a host', () => {
  test('OCX-1, OCX-3, OCX-7, OCX-8: an invocation is answered with the id that the poll reports, and only it is polled', async () => {
    const { call, hosted, fire } = await fired({ event_type: 'orchestration', overlap_policy: 'terminate' });
    await fire();
    const invoked = await call('POST', `${INVOKE}/invoke`, { title: 'T' });
    expect([invoked.status, own(own(invoked.body, 'data'), 'status')]).toEqual([202, 'queued']);
    const run = await hosted.service.rows.run(idOf(invoked.body));
    expect(run?.initialData).toEqual({
      source: 'orchestration',
      payload: { title: 'T' },
      trigger_config_id: 'w__trigger_1',
      trigger_node_id: 'trigger.1',
    });
    const polled = async () => own((await call('GET', `${INVOKE}/executions`)).body, 'data');
    expect(own(await polled(), 'executions')).toEqual([]);
    await hosted.terminate(idOf(invoked.body), 'done with');
    expect(own(await polled(), 'executions')).toMatchObject([
      { pipeline_id: idOf(invoked.body), workflow_id: 'w', status: 'cancelled' },
    ]);
  });

  test('OCX-2: an engine that records nothing is refused, and the answer says what was used instead', async () => {
    const { call, hosted, world } = await fired({
      event_type: 'orchestration',
      orchestrator: { id: 'flowdrop_runtime:synchronous' },
    });
    const answer = call('POST', `${INVOKE}/invoke`, {});
    await expect.poll(() => hosted.waiting()).toBe(1);
    hosted.release();
    const { body } = await answer;
    expect(own(own(body, 'data'), 'metadata')).toMatchObject({
      engine_refused: {
        configured: 'flowdrop_runtime:synchronous',
        used: 'flowdrop_runtime:synchronous_pipeline',
      },
    });
    expect(own(own(body, 'data'), 'status')).toBe('completed');
    expect(world.logged.some(({ message }) => message.includes('flowdrop_runtime:synchronous'))).toBe(true);
  });

  test('TRIG-1, TRIG-3: skip leaves one run; terminate ends it with its jobs first, and begins another', async () => {
    const { call, hosted, fire, reasons } = await fired({ overlap_policy: 'skip' });
    const first = idOf((await fire()).body);
    expect(own(own((await fire()).body, 'data'), 'reason')).toBe('overlap_skipped');
    expect(await reasons()).toEqual(['overlap_skipped', null]);
    await call('PUT', TRIGGER, { overlap_policy: 'terminate' });
    const second = idOf((await fire()).body);
    expect(second).not.toBe(first);
    expect((await hosted.service.rows.run(first))?.status).toBe('cancelled');
    const jobs = await hosted.service.rows.jobs(first);
    expect(jobs.every(({ status }) => status === 'cancelled' || status === 'completed')).toBe(true);
  });

  test('OCX-4: in the mode singleton a second invocation is answered with the run that is under way', async () => {
    const { call } = await fired({
      event_type: 'orchestration',
      orchestrator: { pipeline_mode: 'singleton' },
    });
    const first = await call('POST', `${INVOKE}/invoke`, {});
    const second = await call('POST', `${INVOKE}/invoke`, {});
    expect(idOf(second.body)).toBe(idOf(first.body));
  });
});
