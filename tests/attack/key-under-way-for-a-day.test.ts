import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/backend/db/database.ts';
import { attemptOf } from '../../src/backend/http/attempt.ts';
import { onceByKey } from '../../src/backend/http/idempotency.ts';
import { seedHouse } from '../../src/backend/seed/seed-tricks.ts';

const HOUR = 3_600_000;
let folder = '';
let database: Database;
let now = Date.parse('2026-11-20T15:00:00+05:30');
const clock = { now: () => now };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-asleep-'));
  database = await openDatabase(folder);
  await database.write((tx) => seedHouse(tx, now));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const unkept = (error: unknown): void => {
  throw error;
};

it('a command that a sleeping computer holds up for a weekend is not done again by its own repeat', async () => {
  const attempt = attemptOf(1, randomUUID(), 'positions.exit', { positionId: 1 });
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  let done = 0;
  const run = async () => {
    done++;
    await woken;
    return { turn: done };
  };
  const first = onceByKey(database, clock, attempt, run, unkept);
  await database.write(() => Promise.resolve());
  now += 66 * HOUR;
  const again = onceByKey(database, clock, attempt, run, unkept);
  await database.write(() => Promise.resolve());
  wake();
  expect([await first, await again, done]).toEqual([{ turn: 1 }, { turn: 1 }, 1]);
  expect(await onceByKey(database, clock, attempt, run, unkept)).toEqual({ turn: 1 });
});
