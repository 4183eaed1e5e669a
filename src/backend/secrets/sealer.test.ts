import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { closedSealer, OpenSealer } from './sealer.ts';

it('what is sealed does not show, and comes back with the same key only', () => {
  const sealer = new OpenSealer(randomBytes(32));
  const sealed = sealer.seal('ABCPE1234F');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ABCPE1234F');
  expect(sealer.seal('ABCPE1234F')).not.toBe(sealed);
  expect(sealer.unseal(sealed)).toBe('ABCPE1234F');
  expect(new OpenSealer(randomBytes(32)).unseal(sealed)).toBeNull();
});

it('what was sealed with the key of before is still read, and nothing new is sealed with it', () => {
  const before = randomBytes(32);
  const now = randomBytes(32);
  const both = new OpenSealer(now, before);
  expect(both.unseal(new OpenSealer(before).seal('ABCPE1234F'))).toBe('ABCPE1234F');
  expect(new OpenSealer(now).unseal(both.seal('ABCPE1234F'))).toBe('ABCPE1234F');
});

it('what was tampered with does not come back', () => {
  const sealer = new OpenSealer(randomBytes(32));
  const bytes = Buffer.from(sealer.seal('ABCPE1234F'), 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(sealer.unseal(bytes.toString('base64'))).toBeNull();
});

it('a key of another length is a defect', () => {
  expect(() => new OpenSealer(randomBytes(31))).toThrow('32 bytes');
});

it.each(['missing', 'another'] as const)('with a key that is %s nothing is sealed or opened', (state) => {
  const sealer = closedSealer(state, 'vault');
  expect(() => sealer.seal('ABCPE1234F')).toThrow(/keychain/);
  expect(() => sealer.unseal('ABCPE1234F')).toThrow(/keychain/);
  expect(() => sealer.fingerprint('pan', 'ABCPE1234F')).toThrow(/keychain/);
});

it('a fingerprint is the same for the same text, and another for another text, kind or key', () => {
  const key = randomBytes(32);
  const print = new OpenSealer(key).fingerprint('pan', 'ABCPE1234F');
  expect(new OpenSealer(key).fingerprint('pan', 'ABCPE1234F')).toBe(print);
  expect(print).not.toContain('ABCPE1234F');
  const others = [
    new OpenSealer(key).fingerprint('pan', 'ABCPE1234G'),
    new OpenSealer(key).fingerprint('aadhaar', 'ABCPE1234F'),
    new OpenSealer(randomBytes(32)).fingerprint('pan', 'ABCPE1234F'),
  ];
  expect(others).not.toContain(print);
});
