import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { Interrupt } from '../interrupt';
import { NodeFailure } from '../processors/types';
import type { Launch } from './run-scenario';
import type { TestType } from './world';

/** Failures, interrupts and stops (RT-ERR, EDGE-6). */
export function failureConformance(launch: Launch): void {
  test('ERR-1: a node-level failure is a completed lifecycle', async () => {
    const done = await launch({ nodes: { f: 'failing', h: 'echo' }, wires: ['f.error>h.in'] });
    expect(done.broadcast('f')).toEqual(['running', 'completed']);
    expect(done.jobs.get('f')?.status).toBe('failed');
  });

  test('ERR-3: what escapes a node fails it and the run, takes no error edge, and keeps its cause', async () => {
    const done = await launch({ nodes: { c: 'crash', h: 'echo' }, wires: ['c.error>h.in'] });
    expect(done.broadcast('c')).toEqual(['running', 'failed']);
    expect(done.executed).toEqual(['c']);
    expect(done.run).toMatchObject({
      status: 'failed',
      error: { message: 'the disk is gone', node_id: 'c' },
      skipped: ['h'],
    });
    expect(done.jobs.get('c')).toMatchObject({ status: 'failed', errorRouted: false, outputs: null });
    expect(done.end.kind === 'ended' && done.end.cause).toBeInstanceOf(RangeError);
  });

  test('ERR-4: an interrupt pauses the run, takes no error edge, and reaches the caller as it was raised', async () => {
    const raised = new Interrupt({ question: 'Which?' });
    const types: TestType[] = [{ id: 'raises', execute: () => Promise.reject(raised) }];
    const done = await launch({
      types,
      nodes: { before: 'echo', r: 'raises', h: 'echo', after: 'echo' },
      wires: ['before.in>r.in', 'r.error>h.in', 'r.out>after.in'],
    });
    expect(done.broadcast('r')).toEqual(['running', 'interrupted']);
    expect(done.run).toMatchObject({ status: 'paused', pauseReason: null, error: null });
    expect(done.jobs.get('r')).toMatchObject({ status: 'interrupted', error: null });
    expect(done.executed).toEqual(['before', 'r']);
    expect(done.end.kind === 'paused' && done.end.cause).toBe(raised);
    const told = done.world.events
      .flatMap((event) => event.nodes ?? [])
      .find((node) => node.status === 'interrupted');
    expect(told?.interrupt).toEqual({ interrupt_id: '', interrupt_type: '' });
  });

  test('ERR-4: an identity that was attached on the way is announced', async () => {
    const types: TestType[] = [
      {
        id: 'raises',
        execute: () => {
          const raised = new Interrupt(null);
          raised.identity = { id: 'i1', type: 'confirmation' };
          throw raised;
        },
      },
    ];
    const done = await launch({ types, nodes: { r: 'raises' } });
    const told = done.world.events
      .flatMap((event) => event.nodes ?? [])
      .find((node) => node.status === 'interrupted');
    expect(told?.interrupt).toEqual({ interrupt_id: 'i1', interrupt_type: 'confirmation' });
  });

  test('ERR-5: a stop completes the run and leaves no mark on what was not started', async () => {
    const done = await launch({
      nodes: { a: 'echo', b: { type: 'stop', config: { value: 'enough' } }, c: 'echo', ready: 'echo' },
      wires: ['a.trigger>b.trigger', 'b.trigger>c.trigger', 'a.trigger>ready.trigger'],
    });
    expect(done.executed).toEqual(['a', 'b']);
    expect(done.run).toMatchObject({ status: 'completed', error: null, skipped: [] });
    expect(done.broadcast('b')).toEqual(['running', 'completed']);
    expect(done.jobs.get('b')?.status).toBe('completed');
    expect(await done.outputs('b')).toEqual({ value: 'enough' });
    for (const node of ['c', 'ready']) {
      expect(done.jobs.get(node)).toMatchObject({ status: 'idle', skipReason: null, outputs: null });
      expect(done.broadcast(node)).toEqual([]);
    }
  });

  test('ERR-6: an output that is no JSON fails the node, hidden values included, and is routed like any failure', async () => {
    const bad: TestType = {
      id: 'bad',
      outputs: { ok: {}, hidden: { exposed: false } },
      // A processor that breaks its own type, as one that is not written in TypeScript may.
      execute: () => ({ outputs: { ok: 1, hidden: unsafe({ list: [() => 1] }) } }),
    };
    const done = await launch({ types: [bad], nodes: { b: 'bad', h: 'echo' }, wires: ['b.error>h.in'] });
    const received = await done.inputs('h');
    expect(received?.in).toMatchObject({ code: 'output_not_serializable', node_id: 'b', retryable: false });
    const message = JSON.stringify(received?.in);
    for (const part of ['b', 'bad', 'hidden.list.0', 'function']) expect(message).toContain(part);
    expect(done.run.status).toBe('completed');
  });

  test('ERR-7: an error edge carries the envelope in place of the outputs, and the run goes on', async () => {
    const done = await launch({ nodes: { pay: 'failing', h: 'echo' }, wires: ['pay.error>h.in'] });
    expect(done.jobs.get('pay')).toMatchObject({ status: 'failed', errorRouted: true });
    expect(await done.outputs('pay')).toEqual({
      error: { message: 'card refused', code: 'E42', node_id: 'pay', retryable: false },
    });
    expect(done.run.status).toBe('completed');
  });

  test('EDGE-6: the failure is routed, not raised: envelope, mark, and the run continues', async () => {
    const types: TestType[] = [
      {
        id: 'crash_soft',
        execute: () => {
          throw new NodeFailure('crash failed');
        },
      },
    ];
    const done = await launch({
      types,
      nodes: { crash: 'crash_soft', fix: 'echo' },
      wires: ['crash.error>fix.in'],
    });
    expect(await done.inputs('fix')).toMatchObject({
      in: { message: 'crash failed', code: 'node_error', node_id: 'crash', retryable: false },
    });
    expect(done.jobs.get('crash')).toMatchObject({ status: 'failed', errorRouted: true });
    expect(done.jobs.get('fix')?.status).toBe('completed');
  });

  test('ERR-8: an error with nowhere to go fails the run, unmarked', async () => {
    const done = await launch({ nodes: { f: 'failing', after: 'echo' }, wires: ['f.text>after.in'] });
    expect(done.run).toMatchObject({
      status: 'failed',
      error: { code: 'E42', node_id: 'f' },
      skipped: ['after'],
    });
    expect(done.jobs.get('f')).toMatchObject({ status: 'failed', errorRouted: false });
  });

  test('ERR-9: a run whose every failure was handled completes, one unhandled failure fails it', async () => {
    const handled = await launch({
      nodes: { f: 'failing', g: 'failing', h: 'echo' },
      wires: ['f.error>h.in', 'g.error>h.text'],
    });
    expect(handled.run.status).toBe('completed');
    expect(handled.broadcast('f')).toContain('completed');
    const one = await launch({ nodes: { f: 'failing', g: 'failing', h: 'echo' }, wires: ['f.error>h.in'] });
    expect(one.run.status).toBe('failed');
  });

  test('ERR-10: a routed failure activates its error edges and nothing else', async () => {
    const done = await launch({
      nodes: { f: 'failing', h: 'echo', data: 'echo', trigger: 'echo' },
      wires: ['f.error>h.in', 'f.text>data.in', 'f.trigger>trigger.trigger'],
    });
    expect(done.executed).toEqual(['f', 'h']);
    expect(done.run.skipped).toEqual(['data', 'trigger']);
  });

  test('ERR-10: error edges combine with OR; without a failure the handler is skipped', async () => {
    const one = await launch({
      nodes: { ok: 'echo', f: 'failing', h: 'two' },
      wires: ['ok.error>h.a', 'f.error>h.b'],
    });
    expect(one.jobs.get('h')?.status).toBe('completed');
    const none = await launch({ nodes: { ok: 'echo', h: 'two' }, wires: ['ok.error>h.a'] });
    expect(none.run).toMatchObject({ status: 'completed', skipped: ['h'] });
  });

  test('ERR-11: retries are opt-in, in place, and bounded by the configured number', async () => {
    let calls = 0;
    const flaky = (failures: number, retryable: boolean): TestType => ({
      id: 'flaky',
      parameters: {},
      execute: () => {
        calls += 1;
        if (calls <= failures) throw new NodeFailure('try again', { retryable });
        return { outputs: {} };
      },
    });
    const attempt = async (failures: number, retryable: boolean, config: JsonObject) => {
      calls = 0;
      const done = await launch({
        types: [flaky(failures, retryable)],
        nodes: { f: { type: 'flaky', config } },
      });
      return [calls, done.run.status, done.jobs.get('f')?.attempts, done.broadcast('f').length];
    };
    expect(await attempt(1, true, {})).toEqual([1, 'failed', 1, 2]);
    expect(await attempt(1, true, { maxRetries: 0 })).toEqual([1, 'failed', 1, 2]);
    expect(await attempt(2, true, { maxRetries: 2 })).toEqual([3, 'completed', 3, 2]);
    expect(await attempt(9, true, { maxRetries: 2 })).toEqual([3, 'failed', 3, 2]);
    expect(await attempt(1, false, { maxRetries: 2 })).toEqual([1, 'failed', 1, 2]);
  });

  test('ERR-13: the handler receives the inner object of the envelope, the same under every strategy', async () => {
    const done = await launch({ nodes: { pay: 'failing', h: 'echo' }, wires: ['pay.error>h.in'] });
    expect((await done.inputs('h'))?.in).toEqual({
      message: 'card refused',
      code: 'E42',
      node_id: 'pay',
      retryable: false,
    });
  });

  test('ERR-13: parameters that do not resolve are a failure of the node like any other', async () => {
    const done = await launch({ nodes: { s: 'strict', h: 'echo' }, wires: ['s.error>h.in'] });
    expect(done.run.status).toBe('completed');
    expect((await done.inputs('h'))?.in).toMatchObject({
      code: 'missing_parameter',
      node_id: 's',
      details: { parameter: 'must' },
    });
  });
}

/** What a test needs to pretend about a processor that breaks its own type. */
function unsafe(value: unknown): null {
  const smuggled: { value: null } = { value: null };
  Object.assign(smuggled, { value });
  return smuggled.value;
}
