import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSealedFile } from './sealed-file.ts';

test('a sealed backup is distinguished from an open one, and from what is no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-sealed-'));
  const at = (name: string) => join(folder, name);
  writeFileSync(at('sealed'), 'TrickDesk sealed backup 1\nabc');
  writeFileSync(at('open'), 'TrickDesk backup 1\nabc');
  writeFileSync(at('short'), 'TrickDesk sea');
  mkdirSync(at('folder'));
  const found = await Promise.all(
    ['sealed', 'open', 'short', 'folder', 'missing'].map((name) => isSealedFile(at(name))),
  );
  expect(found).toEqual([true, false, false, false, false]);
  rmSync(folder, { recursive: true });
});
