import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  decideRestore,
  keepRestored,
  settle,
  STAGED_FOLDER,
} from '../../src/backend/backup/pending-change.ts';
import { countTryAtDoor } from '../../src/backend/credentials/tries.ts';
import { DATABASE_FILE, openDatabase } from '../../src/backend/db/database.ts';
import { dayToBackUp } from '../../src/main/data/kept-backups.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';

/** A clock that was far ahead for a while and is right again. */
const NOW = Date.parse('2026-11-20T21:00:00+05:30');
const AHEAD = 400 * DAY_MS;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-ahead-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a backup that was made while the clock was a year ahead keeps none of this year’s from being made', () => {
  expect(dayToBackUp(NOW, [{ day: '2027-12-25', bytes: 1 }])).toBe('2026-11-20');
});

it('what a restore sets aside stays, although restores of a clock that was ahead look newer', () => {
  for (const day of ['01', '02', '03'])
    mkdirSync(join(folder, `before-restore-2027-12-${day}T00-00-00-000Z`));
  writeFileSync(join(folder, DATABASE_FILE), 'the data of now');
  mkdirSync(join(folder, STAGED_FOLDER));
  writeFileSync(join(folder, STAGED_FOLDER, DATABASE_FILE), 'the data of the backup');
  decideRestore(folder, NOW);
  expect(settle(folder).outcome).toBe('restored');
  keepRestored(folder);
  expect(readdirSync(folder)).toContain('before-restore-2026-11-20T15-30-00-000Z');
});

it('an account that was locked while the clock was a year ahead opens a quarter of an hour after it is right', async () => {
  const database = await openDatabase(folder);
  let now = NOW + AHEAD;
  const knock = () =>
    countTryAtDoor(database, { now: () => now }, { name: 'asha@example.com', userId: 1, source: null });
  try {
    for (let wrong = 0; wrong < 5; wrong++) await knock();
    await expect(knock()).rejects.toMatchObject({ code: 'locked' });
    now = NOW + 16 * MINUTE_MS;
    expect(await knock()).toBe(true);
  } finally {
    await database.close();
  }
});
