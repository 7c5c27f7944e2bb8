import { describe, expect, test } from 'vitest';
import { type Hop, MAX_REDIRECTS, nextHop } from './redirects';

const from: Hop = {
  url: 'https://a.example.org/start?secret=1',
  method: 'GET',
  headers: {},
  body: null,
  followed: 0,
};
const open = { allowInternal: false };
const to = (location: string | null, status = 302) => ({ status, location });

describe('NET-2: every hop is judged before it is taken', () => {
  test('NET-2: a redirect from one public host to another is followed', async () => {
    expect(await nextHop(from, to('https://b.example.org/x'), open)).toMatchObject({
      kind: 'go',
      hop: { url: 'https://b.example.org/x', followed: 1 },
    });
    expect(await nextHop(from, to('/relative?y=1'), open)).toMatchObject({
      kind: 'go',
      hop: { url: 'https://a.example.org/relative?y=1' },
    });
    expect(
      await nextHop({ ...from, url: 'http://a.example.org/' }, to('https://a.example.org/'), open),
    ).toMatchObject({ kind: 'go' });
  });
  test.each([
    'http://169.254.169.254/latest',
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://localhost/',
    '//10.0.0.1/',
  ])('NET-2: a hop to %s is refused', async (location) => {
    expect(await nextHop(from, to(location), open)).toMatchObject({
      kind: 'refuse',
      code: 'address_refused',
    });
  });
  test('NET-2: a hop whose name resolves to a private address is refused, one that resolves to public ones is dialled there', async () => {
    const resolve = async (host: string) =>
      host === 'evil.example.org' ? ['93.184.215.14', '10.0.0.1'] : ['93.184.215.14'];
    expect(await nextHop(from, to('https://evil.example.org/'), { ...open, resolve })).toMatchObject({
      kind: 'refuse',
      code: 'address_refused',
    });
    expect(await nextHop(from, to('https://b.example.org/'), { ...open, resolve })).toMatchObject({
      kind: 'go',
      addresses: ['93.184.215.14'],
    });
    expect(
      await nextHop(from, to('https://b.example.org/'), { ...open, resolve: async () => [] }),
    ).toMatchObject({ kind: 'refuse', code: 'host_unresolvable' });
  });
});

describe('NET-3: the posture is stated', () => {
  test('NET-3: at most five redirects, also inside the internal network', async () => {
    for (const allowInternal of [false, true]) {
      let hop = from;
      for (let n = 1; n <= 5; n += 1) {
        const next = await nextHop(hop, to('https://b.example.org/'), { allowInternal });
        expect(next).toMatchObject({ kind: 'go', hop: { followed: n } });
        if (next.kind === 'go') hop = next.hop;
      }
      expect(await nextHop(hop, to('https://b.example.org/'), { allowInternal })).toMatchObject({
        kind: 'refuse',
        code: 'too_many_redirects',
      });
      expect(await nextHop(hop, { status: 200, location: null }, { allowInternal })).toEqual({
        kind: 'stay',
      });
    }
    expect(MAX_REDIRECTS).toBe(5);
  });

  test.each([301, 302, 303, 307, 308])(
    'NET-3: a POST that is redirected with %i becomes a GET without a body',
    async (status) => {
      const post: Hop = {
        ...from,
        method: 'POST',
        body: 'x=1',
        headers: { 'Content-Type': 'text/plain', 'Content-Length': '3', 'X-Own': 'y' },
      };
      expect(await nextHop(post, to('/next', status), open)).toMatchObject({
        kind: 'go',
        hop: { method: 'GET', body: null, headers: { 'X-Own': 'y' } },
      });
    },
  );
  test('NET-3: other methods are kept, but by 303', async () => {
    const put: Hop = { ...from, method: 'PUT', body: 'x' };
    expect(await nextHop(put, to('/next', 307), open)).toMatchObject({ hop: { method: 'PUT', body: 'x' } });
    expect(await nextHop(put, to('/next', 303), open)).toMatchObject({ hop: { method: 'GET', body: null } });
    expect(await nextHop({ ...from, method: 'HEAD' }, to('/next', 303), open)).toMatchObject({
      hop: { method: 'HEAD' },
    });
  });

  test('NET-3: no referrer, and no credentials for another origin', async () => {
    const headers = {
      Referer: 'https://a.example.org/start?secret=1',
      Authorization: 'Bearer t',
      Cookie: 'c=1',
      Accept: '*/*',
    };
    const away = await nextHop({ ...from, headers }, to('https://b.example.org/'), open);
    expect(away).toMatchObject({ kind: 'go', hop: { headers: { Accept: '*/*' } } });
    if (away.kind === 'go') expect(Object.keys(away.hop.headers)).toEqual(['Accept']);
    const home = await nextHop({ ...from, headers }, to('/next'), open);
    if (home.kind === 'go')
      expect(Object.keys(home.hop.headers)).toEqual(['Authorization', 'Cookie', 'Accept']);
    expect(home.kind).toBe('go');
  });

  test.each(['ftp://b.example.org/', 'file:///etc/passwd', 'javascript:1', 'data:,x'])(
    'NET-3: a hop to %s is refused',
    async (location) => {
      for (const allowInternal of [false, true])
        expect(await nextHop(from, to(location), { allowInternal })).toMatchObject({
          kind: 'refuse',
          code: 'scheme_refused',
        });
    },
  );

  test('NET-3: where internal requests are permitted, hops may stay inside', async () => {
    expect(await nextHop(from, to('http://10.0.0.1/'), { allowInternal: true })).toMatchObject({
      kind: 'go',
      hop: { url: 'http://10.0.0.1/' },
    });
  });

  test('what is no redirect stays', async () => {
    expect(await nextHop(from, { status: 200, location: 'https://b.example.org/' }, open)).toEqual({
      kind: 'stay',
    });
    expect(await nextHop(from, { status: 304, location: 'https://b.example.org/' }, open)).toEqual({
      kind: 'stay',
    });
    expect(await nextHop(from, to(null), open)).toEqual({ kind: 'stay' });
    expect(await nextHop(from, to('http://['), open)).toMatchObject({ kind: 'refuse' });
  });
});
