import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivateAddress, parseAddress, parseIpv4, parseIpv6 } from './addresses';
import { judgeHost, judgeUrl } from './policy';

const privateAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.5',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
  '2001:2::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2620:4f:8000::1',
  '4000::1',
];
const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '64:ff9b::808:808',
  '2002:808:808::1',
];

/** Every way to write 127.0.0.1 that URL parsers or resolvers accept. */
const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0.0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0177.1',
  '127.0.0.1.',
  '127.00.000.01',
];

describe('NET-1: which addresses are refused', () => {
  test.each(privateAddresses)('NET-1: %s is private or reserved', (text) => {
    const address = parseAddress(text);
    expect(address !== undefined && isPrivateAddress(address)).toBe(true);
  });
  test.each(publicAddresses)('NET-1: %s is public', (text) => {
    const address = parseAddress(text);
    expect(address !== undefined && !isPrivateAddress(address)).toBe(true);
  });
  test.each(spellings)('NET-1: %s spells 127.0.0.1', (text) => {
    expect(parseIpv4(text)).toEqual([127, 0, 0, 1]);
    expect(judgeUrl(`http://${text}/`, { allowInternal: false })).toMatchObject({
      ok: false,
      code: 'address_refused',
    });
  });
  test.each([
    '',
    'example.org',
    '1.2.3.4.5',
    '256.0.0.1',
    '1.2.3.256',
    '1.16777216',
    '4294967296',
    '08.1.1.1',
    '1..2',
    'x.1',
    '-1',
    '1.2.3.4x',
  ])('NET-1: %j is no IPv4 address', (text) => {
    expect(parseIpv4(text)).toBeUndefined();
  });
  test.each([
    '',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    'g::1',
    '12345::',
    '::1.2.3',
    '1:2:3:4:5:6:7::8',
    '1.2.3.4::',
  ])('NET-1: %j is no IPv6 address', (text) => {
    expect(parseIpv6(text)).toBeUndefined();
  });

  test('NET-1: IPv4 in one number, as four parts and mapped into IPv6 are judged alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
        const bytes = [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
        expect(parseIpv4(String(number))).toEqual(bytes);
        expect(parseIpv4(`0x${number.toString(16)}`)).toEqual(bytes);
        expect(parseIpv4(bytes.join('.'))).toEqual(bytes);
        expect(parseIpv6(`64:ff9b::${bytes.join('.')}`)?.slice(12)).toEqual(bytes);
        const nat64 = parseIpv6(`64:ff9b::${bytes.join('.')}`) ?? [];
        expect(isPrivateAddress(nat64)).toBe(isPrivateAddress(bytes));
      }),
    );
  });
});

describe('NET-1: which URLs are refused before a request', () => {
  const refused: [string, string][] = [
    ['ftp://example.org/', 'scheme_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['javascript:alert(1)', 'scheme_refused'],
    ['data:text/plain,x', 'scheme_refused'],
    ['ws://example.org', 'scheme_refused'],
    ['blob:https://example.org/x', 'scheme_refused'],
    ['not a url', 'url_invalid'],
    ['//example.org/x', 'url_invalid'],
    ['/path', 'url_invalid'],
    ['', 'url_invalid'],
    ['http://', 'url_invalid'],
    ['http://localhost/', 'address_refused'],
    ['http://LOCALHOST:8080/', 'address_refused'],
    ['http://localhost./', 'address_refused'],
    ['http://localhost../', 'address_refused'],
    ['http://app.localhost...:8080/', 'address_refused'],
    ['http://127.0.0.1../', 'address_refused'],
    ['http://app.localhost/', 'address_refused'],
    ['http://printer.local/', 'address_refused'],
    ['http://router/', 'address_refused'],
    ['http://metadata.google.internal/', 'address_refused'],
    ['http://169.254.169.254/latest/meta-data', 'address_refused'],
    ['http://user:pass@127.0.0.1/', 'address_refused'],
    ['http://[::1]:3000/', 'address_refused'],
    ['http://[::ffff:127.0.0.1]/', 'address_refused'],
    ['http://[fe80::1]/', 'address_refused'],
    ['http://①②⑦.⓪.⓪.①/', 'address_refused'],
    ['http://127。0。0。1/', 'address_refused'],
  ];
  test.each(refused)('NET-1: %s: %s', (url, code) => {
    expect(judgeUrl(url, { allowInternal: false })).toMatchObject({ ok: false, code });
  });
  test.each([
    'https://example.org/x?y#z',
    'http://93.184.215.14:8080/',
    'http://[2606:4700::1111]/',
    'HTTPS://EXAMPLE.ORG',
    'http://my.local.example.org/',
  ])('NET-1: %s may be asked', (url) => {
    expect(judgeUrl(url, { allowInternal: false }).ok).toBe(true);
  });
  test('NET-1: an explicit port is honoured', () => {
    const judged = judgeUrl('http://example.org:8443/x', { allowInternal: false });
    expect(judged.ok && judged.url.port).toBe('8443');
  });
  test('NET-3: where internal requests are permitted, the address is not looked at; the scheme is', () => {
    expect(judgeUrl('http://127.0.0.1/', { allowInternal: true }).ok).toBe(true);
    expect(judgeUrl('http://router/', { allowInternal: true }).ok).toBe(true);
    expect(judgeUrl('file:///x', { allowInternal: true })).toMatchObject({
      ok: false,
      code: 'scheme_refused',
    });
  });
});

describe('NET-1: a host is judged by every address that it has', () => {
  const resolving =
    (...addresses: string[]) =>
    async () =>
      addresses;
  test('NET-1: only public addresses: these are to be dialled', async () => {
    expect(await judgeHost('example.org', resolving('93.184.215.14', '2606:4700::1111'))).toEqual({
      ok: true,
      addresses: ['93.184.215.14', '2606:4700::1111'],
    });
  });
  test.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['93.184.215.14', '::1']],
    [['::ffff:192.168.0.1']],
    [['not an address']],
  ])('NET-1: one private address refuses the host: %j', async (addresses) => {
    expect(await judgeHost('example.org', resolving(...addresses))).toMatchObject({
      ok: false,
      code: 'address_refused',
    });
  });
  test('NET-1: a host without an address is refused', async () => {
    expect(await judgeHost('nowhere.example', resolving())).toMatchObject({
      ok: false,
      code: 'host_unresolvable',
    });
    const failing = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await judgeHost('nowhere.example', failing)).toMatchObject({
      ok: false,
      code: 'host_unresolvable',
    });
  });
  test('NET-1: a literal address needs no resolver', async () => {
    const never = async () => Promise.reject(new Error('asked'));
    expect(await judgeHost('[::1]', never)).toMatchObject({ ok: false, code: 'address_refused' });
    expect(await judgeHost('0x7f.1', never)).toMatchObject({ ok: false, code: 'address_refused' });
    expect(await judgeHost('93.184.215.14', never)).toEqual({ ok: true, addresses: ['93.184.215.14'] });
  });
});
