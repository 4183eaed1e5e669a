import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DATABASE_FILE } from '../db/database.ts';
import { decideRestore, acceptRestored, settle, STAGED_FOLDER } from './pending-change.ts';

const NOW = Date.parse('2026-11-20T21:00:00+05:30');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-pending-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what a restore sets aside stays, although restores of a clock that was ahead look newer', () => {
  for (const day of ['01', '02', '03'])
    mkdirSync(join(folder, `before-restore-2027-12-${day}T00-00-00-000Z`));
  writeFileSync(join(folder, DATABASE_FILE), 'the data of now');
  mkdirSync(join(folder, STAGED_FOLDER));
  writeFileSync(join(folder, STAGED_FOLDER, DATABASE_FILE), 'the data of the backup');
  decideRestore(folder, NOW);
  expect(settle(folder).outcome).toBe('restored');
  acceptRestored(folder);
  expect(readdirSync(folder)).toContain('before-restore-2026-11-20T15-30-00-000Z');
});
