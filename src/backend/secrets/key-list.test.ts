import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BadKeys, parseKeyList, readKeyFile } from './key-list.ts';

const keyOf = (byte: number, bytes = 32): string => Buffer.alloc(bytes, byte).toString('base64');
const [ONE, TWO] = [keyOf(1), keyOf(2)];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-key-list-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['lines', `# of this year\n2026-b:${TWO}\n\n2026-a: ${ONE}\n`],
  ['commas', `2026-b:${TWO}, 2026-a:${ONE}`],
  ['carriage returns', `2026-b:${TWO}\r\n2026-a:${ONE}\r\n`],
  ['the other base64', `2026-b:${Buffer.alloc(32, 2).toString('base64url')}\n2026-a:${ONE}`],
])('a list is read, in its order, from %s', (_what, text) => {
  const keys = parseKeyList(text, 'LIST');
  expect(keys.map(({ id }) => id)).toEqual(['2026-b', '2026-a']);
  expect(keys.map(({ key }) => key[0])).toEqual([2, 1]);
});

it.each([
  ['', 'LIST holds no key.'],
  ['# nothing\n\n', 'LIST holds no key.'],
  [
    ONE,
    'Key 1 of LIST must be written id:base64; an id has up to 32 small letters, digits and "-". To make one: openssl rand -base64 32.',
  ],
  [
    `A_b:${ONE}`,
    'Key 1 of LIST must be written id:base64; an id has up to 32 small letters, digits and "-". To make one: openssl rand -base64 32.',
  ],
  [`a:${ONE}\nb:not?base64`, 'Key 2 of LIST, "b", is not base64.'],
  ['a:', 'Key 1 of LIST, "a", is not base64.'],
  [`a:${keyOf(1, 16)}`, 'Key 1 of LIST, "a", has 16 bytes; a key has 32.'],
  [`a:${keyOf(1, 33)}`, 'Key 1 of LIST, "a", has 33 bytes; a key has 32.'],
  [`a:${ONE}\na:${TWO}`, 'LIST names two keys "a". Each needs an id of its own.'],
  [`a:${ONE}\nb:${ONE}`, 'LIST holds one key twice, as "a" and as "b".'],
])('%j ends in a sentence', (text, sentence) => {
  expect(() => parseKeyList(text, 'LIST')).toThrow(new BadKeys(sentence));
});

it('a file is read that its owner and group alone can read', () => {
  const path = join(folder, 'keys');
  writeFileSync(path, `a:${ONE}\n`);
  for (const mode of [0o600, 0o640, 0o400]) {
    chmodSync(path, mode);
    expect(readKeyFile(path)).toHaveLength(1);
  }
  for (const mode of process.platform === 'win32' ? [] : [0o644, 0o602]) {
    chmodSync(path, mode);
    expect(() => readKeyFile(path)).toThrow(
      `${path} is open to everybody on this machine. Close it: chmod 640, or 600.`,
    );
  }
});

it('a file that is not there, or is none, ends in a sentence', () => {
  const path = join(folder, 'missing');
  expect(() => readKeyFile(path)).toThrow(new BadKeys(`${path} cannot be read (ENOENT).`));
  chmodSync(folder, 0o700);
  expect(() => readKeyFile(folder)).toThrow(new BadKeys(`${folder} cannot be read (EISDIR).`));
});
