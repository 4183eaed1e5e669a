import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { type Contract, contractOf, symbolOf } from '../../engine/contracts/contract.ts';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { type BrokerQuote, BrokerTrouble } from '../brokers/broker.ts';
import { EVERYBODY } from '../cluster/own-users.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { storedContractMinutes } from '../market/contracts/contract-minutes.ts';
import { storeContracts } from '../market/contracts/store-contracts.ts';
import { pauses } from '../pauses.ts';
import { MarketRecorder } from './market-recorder.ts';
import { keepRecorded, keptRecording, pruneRecorded } from './recorded-rows.ts';

const DAY = '2026-11-27';
const EXPIRY = '2026-12-01';
const at = (minute: number, second = 0): number =>
  istDayStart(DAY) + (555 + minute) * MINUTE_MS + second * 1_000;

let folder = '';
let database: Database;
let userId = 0;
let people = 0;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-recorder-'));
  database = await openTestDatabase(folder);
  const listed = Array.from({ length: 41 }, (_, index) => 25_000_00 + index * 50_00).flatMap(
    (strike, index) =>
      (['call', 'put'] as const).map((right, side) => {
        const contract: Contract = {
          ...{ exchange: 'NSE', underlying: 'NIFTY', expiry: EXPIRY, kind: 'option', strike, right },
        };
        return {
          ...{ contract, lotSize: 65, tickSize: 5, endsOn: null },
          token: String(40_000 + index * 2 + side),
        };
      }),
  );
  await storeContracts(
    database,
    { source: 'angel-one', day: DAY, isWhole: true, listed, leftOut: 0 },
    pauses(),
  );
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  await writeForAll(database, ({ query }) => query.deleteFrom('recordings').execute());
  userId = await database.write(HOUSE, (tx) => addUser(tx, { number: ++people }));
});

/** A recorder at a made-up broker. It asks what it is told, and the clock is turned by hand. */
const setUp = () => {
  const clock = { time: at(0) };
  const asked: string[][] = [];
  const ticks = new Map<string, { price: number; at: number }>();
  const world = {
    clock,
    asked,
    ticks,
    spot: 26_010_00 as number | null,
    answer: (token: string): Partial<BrokerQuote> | null => ({ price: Number(token) }),
    isConnected: true,
  };
  const broker = {
    quotes: (wanted: readonly { exchange: string; token: string }[]) => {
      asked.push(wanted.map(({ token }) => token));
      return Promise.resolve(
        wanted.flatMap(({ exchange, token }): BrokerQuote[] => {
          const said = world.answer(token);
          if (!said) return [];
          const none = { close: 0, upperCircuit: null, lowerCircuit: null, at: null, price: 0 };
          return [{ ...none, exchange, token, ...said }];
        }),
      );
    },
  };
  const recorder = new MarketRecorder({
    ...{ users: EVERYBODY, database, logger: pino({ level: 'silent' }) },
    clock: { now: () => clock.time },
    accountOf: () =>
      ({
        run: {
          broker: world.isConnected ? broker : null,
          session: { lastPrice: (symbol: string) => ticks.get(symbol) ?? null },
          indices: {
            latest: () =>
              new Map(
                world.spot === null
                  ? []
                  : [['NIFTY', { price: world.spot, previousClose: 0, at: clock.time }]],
              ),
          },
        },
      }) as never,
  });
  const turn = async (time: number) => {
    clock.time = time;
    await recorder.everySecond();
    await recorder.settled();
  };
  return { recorder, world, turn };
};

const keptOn = async (day = DAY) =>
  storedContractMinutes(database.read, {
    ...{ owner_id: userId, series: `NIFTY ${EXPIRY}`, day, source: 'live' },
  });
const CALL = `NIFTY ${EXPIRY} 26000 CE`;

describe('a chain that is recorded', () => {
  it('has a candle a minute of the strikes around the money: ticks make its range, the quote its end', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 2);
    await turn(at(1, 1));
    world.ticks.set(CALL, { price: 120_00, at: at(1, 10) });
    await turn(at(1, 11));
    world.ticks.set(CALL, { price: 90_00, at: at(1, 20) });
    await turn(at(1, 21));
    world.answer = () => ({
      price: 100_00,
      at: at(1, 50),
      book: { bid: 99_95, ask: 100_10, volume: 6_500, openInterest: 130_000 },
    });
    await turn(at(1, 51));
    // Five strikes, two sides; asked once a minute.
    await turn(at(1, 55));
    expect(world.asked.map((tokens) => tokens.length)).toEqual([10]);
    world.answer = () => ({
      price: 101_00,
      at: at(2, 50),
      book: { bid: 100_95, ask: 101_10, volume: 7_150, openInterest: 131_000 },
    });
    await turn(at(2, 51));
    await recorder.close();
    const bars = (await keptOn())?.bars() ?? [];
    expect(bars).toHaveLength(20);
    expect(bars.filter(({ signedStrike }) => signedStrike === 26_000_00)).toEqual([
      {
        ...{ signedStrike: 26_000_00, time: at(1), open: 120_00, high: 120_00, low: 90_00, close: 100_00 },
        // What was traded before the first quote is not known.
        ...{ bid: 99_95, ask: 100_10, volume: 0, openInterest: 130_000 },
      },
      {
        ...{ signedStrike: 26_000_00, time: at(2), open: 101_00, high: 101_00, low: 101_00, close: 101_00 },
        ...{ bid: 100_95, ask: 101_10, volume: 650, openInterest: 131_000 },
      },
    ]);
    const { chains, kept } = await recorder.stateOf(userId);
    expect(chains).toMatchObject([
      { underlying: 'NIFTY', strikes: 2, contracts: 10, lastMinute: at(2), message: '' },
    ]);
    expect(kept).toEqual({ days: 1, minutes: 20, bytes: 680, from: DAY, to: DAY });
  });

  it('has no candle of a price that is old, unless it is quoted on both sides', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 0 + 1);
    world.answer = (token) => ({
      ...{ price: 50_00, at: at(-5) },
      ...(Number(token) % 2 === 0 && {
        book: { bid: 49_00, ask: 51_00, volume: 10, openInterest: 0 },
      }),
    });
    await turn(at(3, 51));
    await recorder.close();
    const bars = (await keptOn())?.bars() ?? [];
    expect(bars.map(({ signedStrike }) => signedStrike)).toEqual([25_950_00, 26_000_00, 26_050_00]);
  });

  it('is not recorded without a session, with the market closed, or when it is switched off', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 2);
    const message = async () => (await recorder.stateOf(userId)).chains[0]?.message;
    world.isConnected = false;
    await turn(at(1, 51));
    expect(await message()).toContain('There is no session with the broker.');
    world.isConnected = true;
    await turn(at(-30, 51));
    expect(await message()).toBe('The market is closed.');
    await recorder.set(userId, 'NIFTY', 0);
    await turn(at(2, 51));
    expect(world.asked).toEqual([]);
    expect((await recorder.stateOf(userId)).chains).toEqual([]);
  });

  it('goes on after a restart, and leaves a broker alone that was asked too much', async () => {
    const first = setUp();
    await first.recorder.open();
    await first.recorder.set(userId, 'NIFTY', 1);
    const { recorder, world, turn } = setUp();
    await recorder.open();
    world.answer = () => {
      throw new BrokerTrouble('rate', 'Too many requests.');
    };
    for (const minute of [1, 2, 3]) await turn(at(minute, 51));
    expect(world.asked).toHaveLength(1);
    expect((await recorder.stateOf(userId)).chains[0]?.message).toBe('Too many requests.');
    world.answer = () => ({ price: 100_00 });
    await turn(at(7, 51));
    expect(world.asked).toHaveLength(2);
    await recorder.close();
    expect((await keptOn())?.bars()).toHaveLength(6);
  });

  it('loses no minute that ends while its width is changed', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 1);
    world.answer = () => ({ price: 100_00 });
    await turn(at(1, 51));
    const gate = Promise.withResolvers<undefined>();
    const { write } = database;
    let writes = 0;
    // The setting is written at once; whatever comes after it waits.
    database.write = (of, work) =>
      (writes++ === 0 ? Promise.resolve() : gate.promise).then(() => write.call(database, of, work)) as never;
    const changed = recorder.set(userId, 'NIFTY', 2);
    await Promise.race([changed, setTimeout(50)]);
    await turn(at(2, 51));
    gate.resolve(undefined);
    await changed;
    database.write = write;
    await recorder.close();
    const minutes = new Set((await keptOn())?.bars().map(({ time }) => time));
    expect([...minutes].sort((a, b) => a - b)).toEqual([at(1), at(2)]);
  });

  it('keeps the minutes of a chain that is switched off', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 1);
    world.answer = () => ({ price: 100_00 });
    await turn(at(1, 51));
    await recorder.set(userId, 'NIFTY', 0);
    await recorder.close();
    expect((await keptOn())?.bars()).toHaveLength(6);
  });

  it('looks once a minute for contracts that are not listed yet', async () => {
    const { recorder, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'BANKNIFTY', 1);
    const read = vi.spyOn(database.read, 'selectFrom');
    const looks = () => read.mock.calls.length;
    await turn(at(1, 1));
    const once = looks();
    expect(once).toBeGreaterThan(0);
    for (const second of [2, 3, 4]) await turn(at(1, second));
    expect(looks()).toBe(once);
    await turn(at(2, 1));
    expect(looks()).toBe(2 * once);
    read.mockRestore();
  });

  it('keeps what could not be written until it can be', async () => {
    const { recorder, world, turn } = setUp();
    await recorder.open();
    await recorder.set(userId, 'NIFTY', 1);
    world.answer = () => ({ price: 100_00 });
    await turn(at(1, 51));
    const { write } = database;
    database.write = () => Promise.reject(new Error('database or disk is full'));
    await turn(at(6, 51));
    database.write = write;
    expect(await keptOn()).toBeNull();
    await turn(at(12, 51));
    await recorder.close();
    expect((await keptOn())?.bars().length).toBe(3 * 6);
  });
});

describe('what is kept', () => {
  const bar = (day: string, minute: number) => ({
    ...{ time: istDayStart(day) + (555 + minute) * MINUTE_MS, signedStrike: 26_000_00 },
    ...{ open: 100, high: 100, low: 100, close: 100, volume: 0, openInterest: 0, bid: 95, ask: 105 },
  });
  const keep = (day: string, minutes: number) =>
    keepRecorded(
      database,
      userId,
      { series: `NIFTY ${EXPIRY}`, day },
      Array.from({ length: minutes }, (_, minute) => bar(day, minute)),
    );

  it('goes after 400 days, and the oldest days while there are too many minutes', async () => {
    const now = istDayStart(DAY);
    for (const days of [401, 399, 3, 2, 1])
      await keep(new Date(now - days * DAY_MS + DAY_MS / 2).toISOString().slice(0, 10), 10);
    await pruneRecorded(database, userId, now);
    expect(await keptRecording(database.read, userId)).toMatchObject({ days: 4, minutes: 40 });
    await pruneRecorded(database, userId, now, 25);
    expect(await keptRecording(database.read, userId)).toMatchObject({
      ...{ days: 2, minutes: 20, from: '2026-11-25', to: '2026-11-26' },
    });
  });

  it('is of an index whose options are known: any other is refused by name', async () => {
    const { recorder } = setUp();
    await expect(recorder.set(userId, 'RELIANCE', 5)).rejects.toMatchObject({
      message: 'No options on RELIANCE are listed.',
      fields: { underlying: 'has no options here' },
    });
    expect(symbolOf(contractOf(CALL) as Contract)).toBe(CALL);
  });
});
