import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findLoops } from './loop-membership';

/** `a>b` is a forward edge, `a^b` a loopback edge from tail `a` to head `b`. */
function loopsOf(wiring: string) {
  const parts = wiring.split(' ').map((part) => {
    const [from = '', kind = '', to = ''] = part.split(/([>^])/);
    return { from, to, back: kind === '^' };
  });
  const ids = [...new Set(parts.flatMap(({ from, to }) => [from, to]))];
  const edges = (back: boolean) =>
    parts
      .filter((part) => part.back === back)
      .map(({ from, to }) => ({ from: ids.indexOf(from), to: ids.indexOf(to) }));
  const found = findLoops(ids, edges(false), edges(true));
  return {
    ...found,
    bodies: Object.fromEntries(found.loops.map(({ head, body }) => [head, body.join(' ')])),
  };
}

describe('findLoops', () => {
  test.each([
    ['bodies of loopbacks that share a head are unioned', 'h>g g>x g>y x^h y^h', { h: 'g h x y' }, []],
    ['a tail that is not downstream of its head leaves the head alone', 'a>b other^h', { h: 'h' }, [0]],
    ['what leaves the loop, and what enters it, is outside', 'in>h h>t t>out h>dead t^h', { h: 'h t' }, []],
    ['a conditional arm is inside', 'h>a h>b a>t b>t t^h', { h: 'a b h t' }, []],
    ['a node wired back to itself is its own loop', 'a>h h^h', { h: 'h' }, []],
    [
      'a loop inside a loop stays apart',
      'oh>ih ih>it it>ot it^ih ot^oh',
      { oh: 'ih it oh ot', ih: 'ih it' },
      [],
    ],
    ['two heads with one tangle are one loop', 'a>m b>m m>x m>y x^a y^b', { a: 'a b m x y' }, []],
    ['identical bodies are one loop', 'p>q q>p q^p p^q', { p: 'p q' }, []],
    ['the head with the largest body keys the union', 'z>y y>m a>m m>t t^z t^a', { z: 'a m t y z' }, []],
    [
      'a union that tangles with a third loop takes it in',
      'a>m b>m m>x m>y y>z c>y z^c x^a y^b',
      { a: 'a b c m x y z' },
      [],
    ],
  ])('SG-16, SG-18: %s', (_title, wiring, bodies, notClosed) => {
    const found = loopsOf(wiring);
    expect(found.bodies).toEqual(bodies);
    expect(found.notClosed).toEqual(notClosed);
  });

  test('SG-18: a union that equals a third loop is one loop with it (only where ordinary edges go in a circle)', () => {
    const found = loopsOf('a>b b>c c>a c>x c>y x^a y^b x^c y^c');
    expect(found.bodies).toEqual({ c: 'a b c x y' });
    expect(found.loops[0]?.heads).toEqual(['a', 'b', 'c']);
  });

  test('SG-18: loops are listed outermost first, merged ones with every head', () => {
    expect(loopsOf('oh>ih ih>it it>ot it^ih ot^oh').loops.map((loop) => loop.head)).toEqual(['oh', 'ih']);
    expect(loopsOf('a>m b>m m>x m>y x^a y^b').loops[0]?.heads).toEqual(['a', 'b']);
  });

  test('SG-18: any two loops are apart or strictly nested, whatever the wiring', () => {
    const edge = fc.record({ from: fc.nat(9), to: fc.nat(9) });
    const ids = [...'abcdefghij'];
    fc.assert(
      fc.property(
        fc.array(edge, { maxLength: 20 }),
        fc.array(edge, { maxLength: 6 }),
        (forward, loopbacks) => {
          const { loops } = findLoops(ids, forward, loopbacks);
          for (const [i, a] of loops.entries()) {
            for (const b of loops.slice(i + 1)) {
              const shared = a.body.filter((id) => b.body.includes(id)).length;
              expect(shared === 0 || (shared === b.body.length && shared < a.body.length)).toBe(true);
            }
          }
          expect(loops.flatMap((loop) => loop.heads).sort()).toEqual(
            [...new Set(loopbacks.map(({ to }) => ids[to]))].sort(),
          );
        },
      ),
    );
  });
});
