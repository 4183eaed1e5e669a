import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { fitPlaces } from './fit-places.ts';
import { EVERYBODY, MOST_PROCESSES, NOBODY, OwnUsers, placesOf, SHARDS, shardOf } from './own-users.ts';

const PEOPLE = 300;
let folder = '';
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-users-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, async (tx) => {
    for (let number = 1; number <= PEOPLE; number++) await addUser(tx, { number });
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const idsAmong = async (users: OwnUsers): Promise<number[]> => {
  const rows = await database.read
    .selectFrom('users')
    .select('users.id')
    .where(users.among('users.id'))
    .orderBy('users.id')
    .execute();
  return rows.map(({ id }) => id);
};

it('every shard is in one place, for each number of processes', () => {
  for (let processes = 1; processes <= MOST_PROCESSES; processes++) {
    const places = placesOf(processes);
    expect(places).toHaveLength(processes);
    expect([places.at(0)?.from, places.at(-1)?.to]).toEqual([0, SHARDS]);
    for (const [index, { from, to }] of places.entries()) {
      expect(to).toBeGreaterThan(from);
      expect(places[index + 1]?.from ?? SHARDS).toBe(to);
    }
  }
});

it('a query finds the users of a place, as the program knows them', async () => {
  const all = await idsAmong(EVERYBODY);
  expect(all.length).toBeGreaterThanOrEqual(PEOPLE);
  expect(await idsAmong(NOBODY)).toEqual([]);
  for (const processes of [2, 3, 7]) {
    const found = [];
    for (const place of placesOf(processes)) {
      const users = new OwnUsers(place);
      const ids = await idsAmong(users);
      expect(ids).toEqual(all.filter((id) => users.has(id)));
      found.push(...ids);
    }
    expect(found.toSorted((a, b) => a - b)).toEqual(all);
  }
});

it('a small house is divided evenly too', async () => {
  const counts = [];
  for (const place of placesOf(3)) counts.push((await idsAmong(new OwnUsers(place))).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(PEOPLE / 20);
});

it('what a house does once is done in one place', () => {
  for (const processes of [1, 3, 40])
    expect(placesOf(processes).filter((place) => new OwnUsers(place).hasHouse)).toHaveLength(1);
  expect(NOBODY.hasHouse).toBe(false);
});

it('a place with an account of another address is not for a process without it', async () => {
  const account = { user_id: 12, registered_address: '203.0.113.7' };
  const ask = () => Promise.resolve({ rows: [account] });
  const placesWith = (leavesFrom?: readonly string[]) => fitPlaces(ask, { processes: 4, leavesFrom });
  const own = placesOf(4).find((place) => new OwnUsers(place).has(12));
  expect(shardOf(12)).toBeGreaterThanOrEqual(own?.from ?? SHARDS);
  expect(await placesWith()).toHaveLength(4);
  expect(await placesWith(['203.0.113.7', '203.0.113.8'])).toHaveLength(4);
  expect(await placesWith(['203.0.113.8'])).toEqual(placesOf(4).filter(({ from }) => from !== own?.from));
});
