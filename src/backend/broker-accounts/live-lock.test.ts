import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { HOUSE, type Database, type Transaction } from '../db/database.ts';
import { lockLive, lockOf, releaseLock } from './live-lock.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const HOUR_MS = 3_600_000;
const TEN = Date.parse('2026-11-20T10:00:00+05:30');
const MIDNIGHT = Date.parse('2026-11-21T00:00:00+05:30');

let folder = '';
let database: Database;
let userId = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-lock-'));
  database = await openTestDatabase(folder);
  userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const lock = (kind: 'kill-switch' | 'daily-loss', now: number) =>
  database.write(userId, (tx) => lockLive(tx, userId, kind, now));
const release = (now: number) => database.write(userId, (tx) => releaseLock(tx, userId, now));

describe('the kill switch', () => {
  it('holds for twelve hours, to the millisecond, and until it is released', async () => {
    await lock('kill-switch', TEN);
    await expect(release(TEN + 12 * HOUR_MS - 1)).rejects.toThrow(/^The lock holds until .*22:00/);
    expect(await lockOf(database.read, userId)).not.toBeNull();
    await release(TEN + 12 * HOUR_MS);
    expect(await lockOf(database.read, userId)).toBeNull();
  });

  it('is still there days later when nobody releases it', async () => {
    await lock('kill-switch', TEN);
    expect(await lockOf(database.read, userId)).toMatchObject({ locked_until: TEN + 12 * HOUR_MS });
  });

  it('thrown again holds from then on', async () => {
    await lock('kill-switch', TEN);
    const again = await lock('kill-switch', TEN + HOUR_MS);
    expect(again.locked_until).toBe(TEN + 13 * HOUR_MS);
  });
});

describe('the loss limit of the day', () => {
  it('holds until midnight in India', async () => {
    const { locked_until } = await lock('daily-loss', TEN);
    expect(locked_until).toBe(MIDNIGHT);
    await expect(release(MIDNIGHT - 1)).rejects.toThrow('The lock holds until');
    await release(MIDNIGHT);
  });

  it('does not shorten a kill switch, and is lengthened by one', async () => {
    await lock('daily-loss', TEN + 5 * HOUR_MS);
    const longer = await lock('kill-switch', TEN + 5 * HOUR_MS);
    expect(longer).toMatchObject({ kind: 'kill-switch', locked_until: TEN + 17 * HOUR_MS });
    const same = await lock('daily-loss', TEN + 6 * HOUR_MS);
    expect(same).toEqual(longer);
  });
});

it('there is nothing to release where nothing is locked, and a lock is its user’s alone', async () => {
  await expect(release(TEN)).rejects.toThrow('Live trading is not locked.');
  const other = await database.write(HOUSE, (tx) => addUser(tx, { number: 2 }));
  await lock('kill-switch', TEN);
  expect(await lockOf(database.read, other)).toBeNull();
});

describe('two at once', () => {
  it('lock live trading until the later of their ends', async () => {
    const at = TEN + 5 * HOUR_MS;
    const write = (other: Transaction) => lockLive(other, userId, 'kill-switch', at);
    await database.write(userId, (tx) =>
      lockLive(interrupted(tx, { after: /live_locks/, write }), userId, 'daily-loss', at),
    );
    expect(await lockOf(database.read, userId)).toMatchObject({
      kind: 'kill-switch',
      locked_until: at + 12 * HOUR_MS,
    });
  });

  it('never release a lock that was lengthened meanwhile', async () => {
    await lock('daily-loss', TEN);
    await database.write(userId, (tx) =>
      releaseLock(
        interrupted(tx, {
          after: /live_locks/,
          write: (other) => lockLive(other, userId, 'kill-switch', MIDNIGHT),
        }),
        userId,
        MIDNIGHT,
      ),
    );
    expect(await lockOf(database.read, userId)).toMatchObject({ kind: 'kill-switch' });
  });
});
