import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { HOUSE } from '../db/database.ts';
import { OF_ACCOUNT } from './limits.ts';
import { addTry, countTryAtDoor } from './tries.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const NOW = Date.parse('2026-11-20T21:00:00+05:30');
const AHEAD = 400 * DAY_MS;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-tries-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an account that was locked while the clock was a year ahead opens a quarter of an hour after it is right', async () => {
  const database = await openTestDatabase(folder);
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

it('tries that are counted at once are all counted', async () => {
  const database = await openTestDatabase(folder);
  const subject = 'account 1';
  try {
    await database.write(HOUSE, (tx) => addTry(tx, NOW, subject, OF_ACCOUNT));
    const rest = await database.write(HOUSE, async (tx) => {
      const write = async () => {
        for (let wrong = 0; wrong < 3; wrong++) await addTry(tx, NOW, subject, OF_ACCOUNT);
      };
      await addTry(interrupted(tx, { after: /tries/, write }), NOW, subject, OF_ACCOUNT);
      return addTry(tx, NOW + 1, subject, OF_ACCOUNT);
    });
    expect(rest).toBe(OF_ACCOUNT.restMs - 1);
  } finally {
    await database.close();
  }
});
