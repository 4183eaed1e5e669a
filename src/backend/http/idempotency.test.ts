import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE, type Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { type Attempt, attemptOf } from '../attempt.ts';
import { onceByKey } from './idempotency.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const HOUR = 3_600_000;

let folder = '';
let database: Database;
let now = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => now };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-once-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, now));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const unkept = (error: unknown): void => {
  throw error;
};

const PAYLOAD = { positionId: 1, note: { a: 1, b: 2 } };

const attempt = (): Attempt => attemptOf(1, randomUUID(), 'positions.exit', PAYLOAD);
/** The same key with another payload. */
const withPayload = ({ userId, key, call }: Attempt, payload: object): Attempt =>
  attemptOf(userId, key, call, payload);

/** Work that counts how often it is done; it takes a moment, as real work does. */
const counted = () => {
  let done = 0;
  const run = async (): Promise<{ turn: number }> => {
    done++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { turn: done };
  };
  return { run, times: () => done };
};

it('the same key and payload gets the first answer, whatever the order of its fields', async () => {
  const work = counted();
  const first = attempt();
  expect(await onceByKey(database, clock, first, work.run, unkept)).toEqual({ turn: 1 });
  const again = withPayload(first, { note: { b: 2, a: 1 }, positionId: 1 });
  expect(await onceByKey(database, clock, again, work.run, unkept)).toEqual({ turn: 1 });
  expect(work.times()).toBe(1);
});

it('sixty-four at once have one effect and one answer', async () => {
  const work = counted();
  const same = attempt();
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => onceByKey(database, clock, same, work.run, unkept)),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"turn":1}']));
  expect(work.times()).toBe(1);
});

it.each([
  ['another payload', (first: Attempt) => withPayload(first, { positionId: 2 })],
  ['another call', (first: Attempt) => ({ ...first, call: 'positions.exitAll' })],
])('the same key with %s is a conflict and does nothing', async (_what, changed) => {
  const work = counted();
  const first = attempt();
  await onceByKey(database, clock, first, work.run, unkept);
  await expect(onceByKey(database, clock, changed(first), work.run, unkept)).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(work.times()).toBe(1);
});

it('the same key of somebody else is another request', async () => {
  const work = counted();
  const first = attempt();
  await onceByKey(database, clock, first, work.run, unkept);
  expect(await onceByKey(database, clock, { ...first, userId: 2 }, work.run, unkept)).toEqual({ turn: 2 });
});

it('a refusal is not kept: a corrected try with the same key works', async () => {
  const first = attempt();
  const refuse = () => Promise.reject(new Refusal('refused', 'No money.'));
  await expect(onceByKey(database, clock, first, refuse, unkept)).rejects.toThrow('No money.');
  const work = counted();
  expect(await onceByKey(database, clock, withPayload(first, { positionId: 9 }), work.run, unkept)).toEqual({
    turn: 1,
  });
});

it('a try that died half-way is never repeated, and says so', async () => {
  const first = attempt();
  await expect(
    onceByKey(database, clock, first, () => Promise.reject(new Error('the power went')), unkept),
  ).rejects.toThrow('the power went');
  const work = counted();
  await expect(onceByKey(database, clock, first, work.run, unkept)).rejects.toThrow(
    /^The first try .* has not ended/,
  );
  expect(work.times()).toBe(0);
});

it('answers are kept for a day', async () => {
  const work = counted();
  const first = attempt();
  await onceByKey(database, clock, first, work.run, unkept);
  now += 24 * HOUR - 1;
  expect(await onceByKey(database, clock, first, work.run, unkept)).toEqual({ turn: 1 });
  now += 2;
  expect(await onceByKey(database, clock, first, work.run, unkept)).toEqual({ turn: 2 });
});

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
  await database.write(HOUSE, () => Promise.resolve());
  now += 66 * HOUR;
  const again = onceByKey(database, clock, attempt, run, unkept);
  await database.write(HOUSE, () => Promise.resolve());
  wake();
  expect([await first, await again, done]).toEqual([{ turn: 1 }, { turn: 1 }, 1]);
  expect(await onceByKey(database, clock, attempt, run, unkept)).toEqual({ turn: 1 });
});
