import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSealer, Sealer } from './sealer.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-sealer-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what is sealed does not show, and comes back with the same key only', () => {
  const sealer = openSealer(folder, randomBytes(32).toString('base64'));
  const sealed = sealer.seal('ABCPE1234F');
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ABCPE1234F');
  expect(sealer.seal('ABCPE1234F')).not.toBe(sealed);
  expect(sealer.unseal(sealed)).toBe('ABCPE1234F');
  expect(new Sealer(randomBytes(32)).unseal(sealed)).toBeNull();
});

it('what was tampered with does not come back', () => {
  const sealer = openSealer(folder, null);
  const bytes = Buffer.from(sealer.seal('ABCPE1234F'), 'base64');
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  expect(sealer.unseal(bytes.toString('base64'))).toBeNull();
});

it('without a key of the desktop one lies in the folder, for its owner only, and stays', () => {
  const sealed = openSealer(folder, null).seal('a secret');
  expect(openSealer(folder, null).unseal(sealed)).toBe('a secret');
  expect(readdirSync(folder)).toEqual(['data.key']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'data.key')).mode & 0o077).toBe(0);
});

it('with a key of the desktop nothing lies in the folder', () => {
  openSealer(folder, randomBytes(32).toString('base64')).seal('a secret');
  expect(readdirSync(folder)).toEqual([]);
});

it('a key of another length is a defect', () => {
  expect(() => openSealer(folder, 'short')).toThrow('32 bytes');
});

it('a fingerprint is the same for the same text, and another for another text, kind or key', () => {
  const key = randomBytes(32);
  const print = new Sealer(key).fingerprint('pan', 'ABCPE1234F');
  expect(new Sealer(key).fingerprint('pan', 'ABCPE1234F')).toBe(print);
  expect(print).not.toContain('ABCPE1234F');
  const others = [
    new Sealer(key).fingerprint('pan', 'ABCPE1234G'),
    new Sealer(key).fingerprint('aadhaar', 'ABCPE1234F'),
    new Sealer(randomBytes(32)).fingerprint('pan', 'ABCPE1234F'),
  ];
  expect(others).not.toContain(print);
});
