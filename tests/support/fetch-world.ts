import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { EVERYBODY } from '../../src/backend/cluster/own-users.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { HOUSE } from '../../src/backend/db/concern.ts';
import {
  type FetchOrder,
  HistoryFetches,
  type Waits,
} from '../../src/backend/history-fetch/history-fetches.ts';
import { KeyedLanes } from '../../src/backend/keyed-lanes.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import type { Bar } from '../../src/engine/bars.ts';
import { sessionOn } from '../../src/engine/trading/trading-day.ts';
import { DAY_MS, istDate, istMidnight, MINUTE_MS } from '../../src/shared/time.ts';
import { addUser } from './new-user.ts';
import { openTestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** Waits of a fetch that are over in no time. */
const NO_WAITS: Waits = {
  session: 5,
  betweenPieces: 0,
  rate: 5,
  longestRate: 10,
  failures: [1, 1, 1],
  unsaved: 5,
};

interface Range {
  readonly from: number;
  readonly until: number;
}

/** A made-up candle: the same whenever it is asked for, of whatever symbol. */
export const madeUpBar = (symbol: string, time: number): Bar => {
  const step = ((time / MINUTE_MS) * 7 + symbol.length) % 97;
  const open = 100_00 + step * 5;
  return { time, open, high: open + 45, low: open - 30, close: open + 20, volume: 1_000 + step };
};

/** An account at a made-up broker. It has the first minutes of every session, and its faults are told to it. */
export class MadeUpAccount {
  readonly run = { isConnected: true };
  /** Stretches that were asked for, in order. */
  readonly asked: ({ readonly symbol: string } & Range)[] = [];
  /** Called before each answer, with the number of the call from 1; what it throws is the answer. */
  before: (call: number, symbol: string) => void | Promise<void> = () => undefined;
  /** Called with each answer, which it may change. */
  change: (bars: Bar[], symbol: string) => Bar[] = (bars) => bars;
  /** Nothing was traded before this moment. */
  listedAt = 0;
  underWay = 0;
  mostUnderWay = 0;
  private readonly minutesADay: number;

  constructor(minutesADay = 5) {
    this.minutesADay = minutesADay;
  }

  async pastCandles(symbol: string, timeframe: string, range: Range): Promise<Bar[]> {
    this.asked.push({ symbol, ...range });
    this.mostUnderWay = Math.max(this.mostUnderWay, ++this.underWay);
    try {
      await this.before(this.asked.length, symbol);
      return this.change(this.barsOf(symbol, timeframe, range), symbol);
    } finally {
      this.underWay--;
    }
  }

  private barsOf(symbol: string, timeframe: string, { from, until: end }: Range): Bar[] {
    const bars: Bar[] = [];
    for (let day = istMidnight(from); day < end; day += DAY_MS) {
      const session = sessionOn(istDate(day), { kind: 'equity' });
      if (!session || session.open < this.listedAt) continue;
      if (timeframe === '1d') bars.push(madeUpBar(symbol, day));
      else
        for (let minute = 0; minute < this.minutesADay; minute++) {
          const time = session.open + minute * MINUTE_MS;
          if (time >= from && time < end && time < session.close) bars.push(madeUpBar(symbol, time));
        }
    }
    return bars;
  }
}

/** Now of a fetch in tests: its days end with 2026-11-26. */
export const FETCH_NOW = Date.parse('2026-11-27T12:00:00+05:30');
/** A year of minutes. */
export const ONE_YEAR: FetchOrder = { symbols: ['SBIN'], timeframe: '1m', years: 1, onDifference: 'keep' };

/** Fetches on a database, at made-up brokers and without waiting. */
export const madeUpFetches = (
  database: Database,
  hub: EventHub,
  accountOf: (userId: number) => MadeUpAccount | null,
  now: () => number = () => FETCH_NOW,
  waits: Partial<Waits> = {},
): HistoryFetches =>
  new HistoryFetches({
    users: EVERYBODY,
    database,
    clock: { now },
    hub,
    logger: pino({ level: 'silent' }),
    accountOf,
    lanes: new KeyedLanes(),
    waits: { ...NO_WAITS, ...waits },
  });

/** A database with people whose prices are fetched from made-up brokers. */
export class FetchWorld {
  readonly folder = mkdtempSync(join(tmpdir(), 'trickdesk-fetch-'));
  readonly accounts = new Map<number, MadeUpAccount>();
  database!: Database;
  fetches!: HistoryFetches;
  hub!: EventHub;
  now = FETCH_NOW;
  /** Called before each write; what it throws is its failure. */
  beforeWrite: () => void = () => undefined;
  private people = 0;
  private readonly waits: Partial<Waits>;

  private constructor(waits: Partial<Waits>) {
    this.waits = waits;
  }

  static async open(waits: Partial<Waits> = {}): Promise<FetchWorld> {
    const world = new FetchWorld(waits);
    world.database = await openTestDatabase(world.folder);
    world.start();
    return world;
  }

  /** Fetches as of a new process. */
  start(): void {
    const clock = { now: () => this.now };
    this.hub = new EventHub(clock);
    const { database } = this;
    const write: Database['write'] = (of, work) => {
      this.beforeWrite();
      return database.write(of, work);
    };
    this.fetches = madeUpFetches(
      { ...database, readOf: (userId) => database.readOf(userId), write },
      this.hub,
      (userId) => this.accounts.get(userId) ?? null,
      clock.now,
      this.waits,
    );
  }

  async person(account = new MadeUpAccount()): Promise<{ userId: number; account: MadeUpAccount }> {
    const userId = await this.database.write(HOUSE, (tx) => addUser(tx, { number: this.people++ }));
    this.accounts.set(userId, account);
    return { userId, account };
  }

  /** Wait until a fetch is in a state. */
  reached(userId: number, fetchId: number, state: string) {
    return until(`the fetch to be ${state}`, async () =>
      (await this.fetches.list(userId)).find((fetch) => fetch.fetchId === fetchId && fetch.state === state),
    );
  }

  /** Begin a fetch of one symbol and wait until it is done. */
  async fetchAll(userId: number, order = ONE_YEAR) {
    const [fetch] = await this.fetches.start(userId, order);
    return this.reached(userId, fetch?.fetchId ?? 0, 'done');
  }

  /** Everything that is kept of what was fetched, for a comparison. */
  async kept(userId: number) {
    const chunks = await this.database.read
      .selectFrom('candle_chunks')
      .select(['symbol', 'timeframe', 'month', 'source', 'bars', 'columns'])
      .where('owner_id', '=', userId)
      .orderBy('symbol')
      .orderBy('timeframe')
      .orderBy('month')
      .execute();
    const months = await this.database.read
      .selectFrom('fetched_months')
      .select(['symbol', 'timeframe', 'month', 'sha256', 'differing', 'gone', 'from_time', 'until_time'])
      .where('user_id', '=', userId)
      .orderBy('symbol')
      .orderBy('timeframe')
      .orderBy('month')
      .execute();
    return {
      chunks: chunks.map(({ columns, ...chunk }) => ({
        ...chunk,
        columns: Buffer.from(columns).toString('hex'),
      })),
      months,
    };
  }

  async dispose(): Promise<void> {
    await this.fetches.close();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
