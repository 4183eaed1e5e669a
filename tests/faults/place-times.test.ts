import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnUsers, placesOf } from '../../src/backend/cluster/own-users.ts';
import { PlaceTimes } from '../../src/backend/cluster/place-times.ts';
import { type Database, HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';

const programs = postgresPrograms();
const MINUTE = 60_000;
const START = 1_000 * MINUTE;

describe.skipIf(programs === null)('market time of the places of a house (PostgreSQL)', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
    database = await openDatabase(await server.newDatabase('house'));
    await database.write(HOUSE, (tx) =>
      tx.query
        .insertInto('feeds')
        .values({
          ...{ user_id: null, source: 'simulated', state: 'running', seed: 1, market_time: START, speed: 1 },
          ...{ from_day: '2026-11-20', to_day: '2026-11-20', symbols_json: '[]', created_at: 0 },
        })
        .execute(),
    );
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const timesOf = (processes: number) =>
    placesOf(processes).map((place) => new PlaceTimes(new OwnUsers(place)));
  const begin = async (times: PlaceTimes) => {
    const spans = await database.write(HOUSE, (tx) => times.begin(tx));
    return spans.map(({ users: { place }, at }) => [place.from, place.to, (at - START) / MINUTE]);
  };
  /** Close a minute of a place, counted from the start. */
  const close = (times: PlaceTimes, minutes: number) =>
    database.write(HOUSE, async (tx) => {
      await times.write(tx, START + minutes * MINUTE);
      if (times.isOfFeed)
        await tx.query
          .updateTable('feeds')
          .set({ market_time: START + minutes * MINUTE })
          .execute();
    });
  const join = (times: PlaceTimes, minutes: number) =>
    database.write(HOUSE, (tx) => times.join(tx, START + minutes * MINUTE));

  it('is known for every user when the house is divided otherwise, also when its start is cut off', async () => {
    const [a, b, c] = timesOf(3) as [PlaceTimes, PlaceTimes, PlaceTimes];
    for (const times of [a, b, c]) {
      expect((await begin(times)).map(([, , at]) => at)).toEqual([0]);
      await join(times, 0);
    }
    await close(a, 7);
    await close(b, 4);
    await close(c, 5);

    // Now of two: the users of the second place of before are the earliest of both.
    const first = timesOf(2)[0] as PlaceTimes;
    expect(await begin(first)).toEqual([
      [342, 512, 4],
      [0, 342, 7],
    ]);
    await close(first, 6);
    // It dies here. Nobody else was moved, neither before nor behind.
    const [again, second] = timesOf(2) as [PlaceTimes, PlaceTimes];
    expect(await begin(second)).toEqual([
      [512, 683, 4],
      [683, 1_024, 5],
    ]);
    expect(await begin(again)).toEqual([
      [342, 512, 6],
      [0, 342, 7],
    ]);
    await close(again, 7);
    again.add({ users: new OwnUsers({ from: 0, to: 342 }), at: 0 });
    await close(again, 8);
    await join(again, 8);
    expect(await begin(timesOf(2)[0] as PlaceTimes)).toEqual([[0, 512, 8]]);
  });

  it('is that of the feed after the data has been on a desktop', async () => {
    await database.write(HOUSE, (tx) =>
      tx.query
        .updateTable('feeds')
        .set({ market_time: START + 90 * MINUTE })
        .execute(),
    );
    for (const times of timesOf(2).toReversed())
      expect((await begin(times)).map(([, , at]) => at)).toEqual([90]);
  });
});
