import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchWorld, MadeUpAccount, madeUpBar, ONE_YEAR } from '../../../tests/support/fetch-world.ts';
import { until } from '../../../tests/support/until.ts';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { BrokerTrouble, type BrokerTroubleKind } from '../brokers/broker.ts';
import { coverage, loadBars, storeBars } from '../market/candle-store.ts';
import { gapReport } from './gap-report.ts';

let world: FetchWorld;
beforeAll(async () => {
  world = await FetchWorld.open();
});
afterAll(() => world.dispose());

const MONTHS = 13;
const minutesOf = (userId: number) =>
  ({ ownerId: userId, source: 'replay', symbol: 'SBIN', timeframe: '1m' }) as const;
const trouble = (kind: BrokerTroubleKind): BrokerTrouble => new BrokerTrouble(kind, 'The broker said no.');

describe('a year of minutes', () => {
  it('comes the newest month first, into the history that was imported', async () => {
    const { userId, account } = await world.person();
    const fetch = await world.fetchAll(userId);
    expect(fetch).toMatchObject({
      from: '2025-11-27',
      to: '2026-11-26',
      monthsDone: MONTHS,
      monthsTotal: MONTHS,
      monthsDiffering: 0,
      barsSetAside: 0,
      message: '',
    });
    expect(account.asked).toHaveLength(MONTHS);
    for (const [index, { until: end }] of account.asked.slice(1).entries())
      expect(end).toBeLessThanOrEqual(account.asked[index]?.from ?? 0);
    const [series] = await coverage(world.database.read, [userId]);
    expect(series).toMatchObject({ source: 'replay', symbol: 'SBIN', timeframe: '1m', bars: fetch.barsKept });
    const [first] = await loadBars(world.database.read, minutesOf(userId));
    expect(first).toEqual(madeUpBar('SBIN', istDayStart('2025-11-27') + 555 * MINUTE_MS));
  });

  it('a second time changes nothing, and the hashes of its months stay', async () => {
    const { userId } = await world.person();
    await world.fetchAll(userId);
    const before = await world.kept(userId);
    const again = await world.fetchAll(userId);
    expect(again).toMatchObject({ monthsDone: MONTHS, barsKept: 0, barsReplaced: 0, monthsDiffering: 0 });
    expect(await world.kept(userId)).toEqual(before);
    expect(new Set(before.months.map(({ sha256 }) => sha256)).size).toBe(MONTHS);
  });

  it('days of five years take two calls', async () => {
    const { userId, account } = await world.person();
    const fetch = await world.fetchAll(userId, { ...ONE_YEAR, timeframe: '1d', years: 5 });
    expect([account.asked.length, fetch.monthsDone, fetch.monthsTotal]).toEqual([2, 61, 61]);
    expect((await gapReport(world.database, userId, 'SBIN', '1d')).missingDays).toBe(0);
  });
});

describe('several fetches', () => {
  it('of one user run one after the other; those of another wait for none of them', async () => {
    const { userId, account } = await world.person();
    const gate = Promise.withResolvers<void>();
    account.before = () => gate.promise;
    const [first, second] = await world.fetches.start(userId, { ...ONE_YEAR, symbols: ['SBIN', 'ITC'] });
    await world.reached(userId, first?.fetchId ?? 0, 'running');
    const other = await world.person();
    await world.fetchAll(other.userId);
    expect((await world.fetches.list(userId)).map(({ state }) => state)).toEqual(['queued', 'running']);
    gate.resolve();
    await world.reached(userId, second?.fetchId ?? 0, 'done');
    expect(account.mostUnderWay).toBe(1);
    expect(account.asked.map(({ symbol }) => symbol)).toEqual([
      ...Array<string>(MONTHS).fill('SBIN'),
      ...Array<string>(MONTHS).fill('ITC'),
    ]);
  });

  it('of the same series are not begun while one is under way, and nothing of such an order is', async () => {
    const { userId, account } = await world.person();
    const gate = Promise.withResolvers<void>();
    account.before = () => gate.promise;
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    await expect(world.fetches.start(userId, { ...ONE_YEAR, symbols: ['ITC', 'SBIN'] })).rejects.toThrow(
      'SBIN is being fetched already.',
    );
    expect(await world.fetches.list(userId)).toHaveLength(1);
    gate.resolve();
    await world.reached(userId, fetch?.fetchId ?? 0, 'done');
    await world.fetchAll(userId);
  });

  it('two orders of the same series at the same time begin one', async () => {
    const { userId } = await world.person();
    const begun = await Promise.allSettled([
      world.fetches.start(userId, ONE_YEAR),
      world.fetches.start(userId, ONE_YEAR),
    ]);
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await world.fetches.list(userId)).toHaveLength(1);
  });
});

describe('a broker that does not answer as it should', () => {
  it('without a session it waits, says so, and goes on after the next login', async () => {
    const { userId, account } = await world.person();
    account.before = (call) => {
      if (call !== 3) return;
      account.run.isConnected = false;
      throw trouble('session');
    };
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    const waiting = await world.reached(userId, fetch?.fetchId ?? 0, 'waiting');
    expect(waiting).toMatchObject({
      message: 'There is no session with Angel One. The fetch goes on by itself after the next login.',
      monthsDone: 2,
    });
    account.run.isConnected = true;
    const done = await world.reached(userId, fetch?.fetchId ?? 0, 'done');
    expect([done.monthsDone, done.message]).toEqual([MONTHS, '']);
    expect(account.asked).toHaveLength(MONTHS + 1);
  });

  it('that was asked too often is left alone for a while, as often as it takes', async () => {
    const { userId, account } = await world.person();
    const messages = new Set<string>();
    const unsubscribe = world.hub.subscribe(userId, ({ event }) => {
      if (event.type === 'fetch') messages.add(event.fetch.message);
    });
    account.before = (call) => {
      if (call <= 8) throw trouble('rate');
    };
    const fetch = await world.fetchAll(userId);
    unsubscribe();
    expect(fetch.monthsDone).toBe(MONTHS);
    expect([...messages]).toContain(
      'Angel One was asked too often. The fetch goes on by itself in a few minutes.',
    );
  });

  it('that was asked too often is not asked again because something else is wanted', async () => {
    const patient = await FetchWorld.open({ rate: 400, longestRate: 400 });
    const { userId, account } = await patient.person();
    const askedAt: number[] = [];
    account.before = (call) => {
      askedAt.push(performance.now());
      if (call === 1) throw trouble('rate');
    };
    const [fetch] = await patient.fetches.start(userId, ONE_YEAR);
    await patient.reached(userId, fetch?.fetchId ?? 0, 'waiting');
    await patient.fetches.start(userId, { ...ONE_YEAR, symbols: ['ITC'] });
    await patient.fetches.control(userId, fetch?.fetchId ?? 0, 'pause');
    const [first = 0, second = 0] = await until('the next call', () =>
      Promise.resolve(askedAt.length > 1 && askedAt),
    );
    // Timers may come a millisecond early.
    expect(second - first).toBeGreaterThan(395);
    await patient.dispose();
  });

  it('that is away for a moment is asked again; away for long, the fetch ends with what it said', async () => {
    const { userId, account } = await world.person();
    account.before = (call) => {
      if (call === 2 || call > 6) throw trouble('unreachable');
    };
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    const failed = await world.reached(userId, fetch?.fetchId ?? 0, 'failed');
    expect(failed).toMatchObject({ message: 'The broker said no.', monthsDone: 5 });
    account.before = () => undefined;
    await world.fetches.control(userId, failed.fetchId, 'resume');
    const done = await world.reached(userId, failed.fetchId, 'done');
    expect([done.monthsDone, done.message]).toEqual([MONTHS, '']);
    // Nothing that was there already was asked for again.
    expect(new Set(account.asked.map(({ from }) => from)).size).toBe(MONTHS);
  });

  it('that does not list the share ends the fetch at once, and the next one begins', async () => {
    const { userId, account } = await world.person();
    account.before = (_call, symbol) => {
      if (symbol === 'ITC') throw trouble('order');
    };
    const [itc, sbin] = await world.fetches.start(userId, { ...ONE_YEAR, symbols: ['ITC', 'SBIN'] });
    await world.reached(userId, sbin?.fetchId ?? 0, 'done');
    expect(await world.reached(userId, itc?.fetchId ?? 0, 'failed')).toMatchObject({
      message: 'The broker said no.',
      monthsDone: 0,
    });
  });

  it('a defect here ends the fetch with a sentence', async () => {
    const { userId, account } = await world.person();
    account.before = () => {
      throw new Error('a defect');
    };
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    expect((await world.reached(userId, fetch?.fetchId ?? 0, 'failed')).message).toBe(
      'It could not be fetched because of a defect in TrickDesk.',
    );
  });
});

describe('prices that are odd', () => {
  it('months before a share was listed are empty, and the report begins with its first day', async () => {
    const account = new MadeUpAccount(375);
    account.listedAt = istDayStart('2026-03-17');
    const { userId } = await world.person(account);
    const fetch = await world.fetchAll(userId);
    expect(fetch).toMatchObject({ monthsDone: MONTHS, monthsDiffering: 0 });
    const report = await gapReport(world.database, userId, 'SBIN', '1m');
    expect(report).toMatchObject({ from: '2026-03-17', to: '2026-11-26', missingDays: 0, shortDays: 0 });
    expect(report.months.map(({ month }) => month).at(-1)).toBe('2026-03');
  });

  it('minutes that come twice and minutes outside of hours are set aside, and counted', async () => {
    const { userId, account } = await world.person();
    account.change = (bars) => {
      const [first] = bars;
      return first ? [{ ...first, time: first.time - MINUTE_MS }, ...bars, first] : bars;
    };
    const fetch = await world.fetchAll(userId);
    expect(fetch.barsSetAside).toBe(2 * MONTHS);
    const { chunks } = await world.kept(userId);
    const plain = await world.person();
    await world.fetchAll(plain.userId);
    expect(chunks).toEqual((await world.kept(plain.userId)).chunks);
  });

  it('days and minutes that the broker does not have are named in the report', async () => {
    const account = new MadeUpAccount(375);
    const { userId } = await world.person(account);
    const [lost, day] = [istDayStart('2026-09-10'), istDayStart('2026-07-07')];
    account.change = (bars) =>
      bars.filter(
        ({ time }) =>
          (time < lost || time >= lost + 2 * DAY_MS) &&
          (time < day + 600 * MINUTE_MS || time >= day + 607 * MINUTE_MS),
      );
    await world.fetchAll(userId);
    const report = await gapReport(world.database, userId, 'SBIN', '1m');
    expect(report.missing).toEqual([{ from: '2026-09-10', to: '2026-09-11', days: 2 }]);
    expect(report.short).toEqual([{ day: '2026-07-07', missing: 7, expected: 375, firstAt: '10:00' }]);
    expect(report).toMatchObject({ missingDays: 2, shortDays: 1, missingMinutes: 7 });
    expect(report.wholeDays).toBe(report.tradingDays - 3);
  });
});

describe('a broker that later sends other prices', () => {
  /** The first minute of each month costs five paise more. */
  const dearer: MadeUpAccount['change'] = (bars) =>
    bars.map((bar, index) => (index === 0 ? { ...bar, close: bar.close + 5 } : bar));

  it('changes nothing that is kept: the months are named, with both prices', async () => {
    const { userId, account } = await world.person();
    await world.fetchAll(userId);
    const before = await world.kept(userId);
    account.change = (bars) => dearer(bars, 'SBIN').slice(0, -1);
    const again = await world.fetchAll(userId);
    expect(again).toMatchObject({ barsKept: 0, barsReplaced: 0, monthsDiffering: MONTHS });
    const after = await world.kept(userId);
    expect(after.chunks).toEqual(before.chunks);
    expect(after.months.map(({ sha256 }) => sha256)).toEqual(before.months.map(({ sha256 }) => sha256));
    const { months } = await gapReport(world.database, userId, 'SBIN', '1m');
    expect(months[0]).toMatchObject({ differing: 1, gone: 1, isAsFetched: true });
    const [example, missing] = months[0]?.examples ?? [];
    expect((example?.sent?.close ?? 0) - (example?.kept?.close ?? 0)).toBe(5);
    expect(missing).toMatchObject({ sent: null, kept: { volume: expect.any(Number) as number } });
  });

  it('replaces it where that is asked for, and then nothing differs any more', async () => {
    const { userId, account } = await world.person();
    await world.fetchAll(userId);
    account.change = dearer;
    const replaced = await world.fetchAll(userId, { ...ONE_YEAR, onDifference: 'replace' });
    expect(replaced).toMatchObject({ barsReplaced: MONTHS, monthsDiffering: 0 });
    const [first] = await loadBars(world.database.read, minutesOf(userId));
    expect(first?.close).toBe(madeUpBar('SBIN', first?.time ?? 0).close + 5);
    expect(await world.fetchAll(userId)).toMatchObject({ monthsDiffering: 0, barsReplaced: 0 });
  });

  it('what an import has changed since is no longer as it was fetched', async () => {
    const { userId } = await world.person();
    await world.fetchAll(userId);
    const bar = { ...madeUpBar('SBIN', istDayStart('2026-05-04') + 555 * MINUTE_MS), volume: 1 };
    await world.database.write(userId, (tx) => storeBars(tx, minutesOf(userId), [bar]));
    const { months } = await gapReport(world.database, userId, 'SBIN', '1m');
    expect(months.filter(({ isAsFetched }) => !isAsFetched).map(({ month }) => month)).toEqual(['2026-05']);
  });
});

describe('control', () => {
  it('a fetch that is paused keeps what it has, lets the next one go, and goes on where it was', async () => {
    const { userId, account } = await world.person();
    const gate = Promise.withResolvers<void>();
    account.before = (call) => (call === 3 ? gate.promise : undefined);
    const [fetch, next] = await world.fetches.start(userId, { ...ONE_YEAR, symbols: ['SBIN', 'ITC'] });
    const { fetchId } = fetch ?? { fetchId: 0 };
    await until('the third call', () => Promise.resolve(account.asked.length === 3));
    expect((await world.fetches.control(userId, fetchId, 'pause')).state).toBe('paused');
    gate.resolve();
    await world.reached(userId, next?.fetchId ?? 0, 'done');
    expect(await world.reached(userId, fetchId, 'paused')).toMatchObject({ monthsDone: 2 });
    await world.fetches.control(userId, fetchId, 'resume');
    expect(await world.reached(userId, fetchId, 'done')).toMatchObject({ monthsDone: MONTHS });
  });

  it('one that is cancelled ends, keeps what it has, and makes room for another', async () => {
    const { userId, account } = await world.person();
    const gate = Promise.withResolvers<void>();
    account.before = (call) => (call === 2 ? gate.promise : undefined);
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    await until('the second call', () => Promise.resolve(account.asked.length === 2));
    await world.fetches.control(userId, fetch?.fetchId ?? 0, 'cancel');
    gate.resolve();
    const done = await world.fetchAll(userId);
    expect(done.monthsDone).toBe(MONTHS);
    const cancelled = await world.reached(userId, fetch?.fetchId ?? 0, 'cancelled');
    expect([cancelled.monthsDone, cancelled.finishedAt === null]).toEqual([1, false]);
    await expect(world.fetches.control(userId, cancelled.fetchId, 'resume')).rejects.toThrow('no longer');
  });

  it('nobody controls the fetch of another', async () => {
    const [{ userId }, other] = [await world.person(), await world.person()];
    const fetch = await world.fetchAll(userId);
    await expect(world.fetches.control(other.userId, fetch.fetchId, 'cancel')).rejects.toThrow(
      'No such fetch.',
    );
    expect(await world.fetches.list(other.userId)).toEqual([]);
  });
});

describe('storage', () => {
  it('a disk that is full for a while costs nothing: the month is fetched again', async () => {
    const { userId, account } = await world.person();
    let fails = 0;
    account.before = (call) => {
      if (call === 4) fails = 3;
    };
    world.beforeWrite = () => {
      if (fails-- > 0) throw new Error('database or disk is full');
    };
    const fetch = await world.fetchAll(userId);
    world.beforeWrite = () => undefined;
    expect(fetch).toMatchObject({ monthsDone: MONTHS, monthsDiffering: 0 });
    expect(account.asked.length).toBeGreaterThan(MONTHS);
  });

  it('an account with too many candles ends the fetch, and keeps what came before', async () => {
    const { userId } = await world.person();
    const old = { ...minutesOf(userId), symbol: 'TCS' };
    await world.database.write(userId, async (tx) => {
      await storeBars(tx, old, [madeUpBar('TCS', istDayStart('2020-11-03'))]);
      await tx.query
        .updateTable('candle_chunks')
        .set({ bars: 19_999_900 })
        .where('owner_id', '=', userId)
        .execute();
    });
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    const failed = await world.reached(userId, fetch?.fetchId ?? 0, 'failed');
    expect(failed.message).toContain('2,00,00,000 imported candles at most. The fetch has ended');
    expect([failed.monthsDone, failed.barsKept]).toEqual([1, 90]);
  });

  it('another process goes on with what one has left', async () => {
    const { userId, account } = await world.person();
    const never = Promise.withResolvers<void>();
    account.before = (call) => (call === 5 ? never.promise : undefined);
    const [fetch] = await world.fetches.start(userId, ONE_YEAR);
    await until('the fifth call', () => Promise.resolve(account.asked.length === 5));
    await world.fetches.close();
    world.start();
    await world.fetches.open();
    const done = await world.reached(userId, fetch?.fetchId ?? 0, 'done');
    expect([done.monthsDone, account.asked.length]).toEqual([MONTHS, MONTHS + 1]);
    // The answer that the first one waited for comes late, and is nobody's.
    const before = await world.kept(userId);
    never.resolve();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await world.kept(userId)).toEqual(before);
  });
});
