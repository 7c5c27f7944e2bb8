import { describe, expect, test } from 'vitest';
import { checkUrl, isReservedAddress } from './network-policy';

describe('NET-1: the check of an address', () => {
  test.each([
    ['http://example.org/', undefined],
    ['https://example.org:8443/a?b=c', undefined],
    ['https://93.184.216.34/', undefined],
    ['https://[2606:2800:220:1:248:1893:25c8:1946]/', undefined],
    ['ftp://example.org/', 'scheme_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['javascript:alert(1)', 'scheme_refused'],
    ['data:text/plain,x', 'scheme_refused'],
    ['example.org', 'url_invalid'],
    ['', 'url_invalid'],
    ['https://user:pass@example.org/', 'url_invalid'],
    ['http://localhost/', 'address_refused'],
    ['http://LOCALHOST:3000/', 'address_refused'],
    ['http://localhost./', 'address_refused'],
    ['http://app.localhost/', 'address_refused'],
    ['http://127.0.0.1/', 'address_refused'],
    // The same address in other spellings.
    ['http://127.1/', 'address_refused'],
    ['http://2130706433/', 'address_refused'],
    ['http://0x7f.0.0.1/', 'address_refused'],
    ['http://0177.0.0.1/', 'address_refused'],
    ['http://10.1.2.3/', 'address_refused'],
    ['http://172.31.255.255/', 'address_refused'],
    ['http://172.32.0.1/', undefined],
    ['http://192.168.0.1/', 'address_refused'],
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://100.64.0.1/', 'address_refused'],
    ['http://100.128.0.1/', undefined],
    ['http://[::1]/', 'address_refused'],
    ['http://[::]/', 'address_refused'],
    ['http://[::ffff:127.0.0.1]/', 'address_refused'],
    ['http://[::ffff:a00:1]/', 'address_refused'],
    ['http://[fd00::1]/', 'address_refused'],
    ['http://[fe80::1]/', 'address_refused'],
    ['http://[64:ff9b::7f00:1]/', 'address_refused'],
  ])('NET-1: %s', (text, code) => {
    const checked = checkUrl(text, { allowInternal: false });
    expect(checked.ok ? undefined : checked.refusal.code).toBe(code);
  });

  test('NET-1: internal addresses that are allowed pass, other schemes do not', () => {
    expect(checkUrl('http://127.0.0.1:11434/', { allowInternal: true }).ok).toBe(true);
    expect(checkUrl('ftp://127.0.0.1/', { allowInternal: true }).ok).toBe(false);
  });

  test.each([
    ['8.8.8.8', false],
    ['0.0.0.0', true],
    ['255.255.255.255', true],
    ['224.0.0.1', true],
    ['198.19.255.255', true],
    ['198.20.0.0', false],
    ['::ffff:8.8.8.8', true],
    ['2001:4860:4860::8888', false],
    ['2001:db8::1', true],
    ['fe80::1%eth0', true],
    ['example.org', false],
    ['1.2.3', false],
    ['1:2', false],
  ])('NET-1: %s reserved: %s', (address, reserved) => {
    expect(isReservedAddress(address)).toBe(reserved);
  });
});
