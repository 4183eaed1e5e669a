import { describe, expect, it } from 'vitest';
import { sources } from './source.ts';

describe('what limits per address are kept by', () => {
  const sourceOf = sources(['10.0.0.2', 'fd00::2']);

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['203.0.113.7:5678', '203.0.113.7'],
    ['[2001:db8:1:2::9]:5678', '2001:db8:1:2'],
  ])('is of %s the house %s', (address, source) => {
    expect(sourceOf(address)).toBe(source);
  });

  it.each([
    ['the machine itself', '127.0.0.1'],
    ['the machine itself, by another of its names', '127.9.9.9'],
    ['the machine itself over IPv6', '::1'],
    ['the machine itself, mapped', '::ffff:127.0.0.1'],
    ['a proxy that does not say for whom it asks', '10.0.0.2'],
    ['such a proxy over IPv6', 'fd00:0:0::2'],
    ['such a proxy with its port', '10.0.0.2:443'],
    ['what is no address', 'somebody'],
  ])('is nothing for %s', (_what, address) => {
    expect(sourceOf(address)).toBeNull();
  });
});
