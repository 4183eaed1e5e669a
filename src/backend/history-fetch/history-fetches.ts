import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { FetchState, StoredTimeframe } from '../../shared/contract/market.ts';
import type { LiveAccount } from '../broker-accounts/live-account.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import { Closing } from '../closing.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { HistoryFetchRow } from '../db/schema.ts';
import { isPassingTrouble } from '../db/storage-trouble.ts';
import type { KeyedLanes } from '../keyed-lanes.ts';
import { cleanCandles } from '../market/fetched-candles.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { mostOf, QUOTAS, requireRoom } from '../quotas.ts';
import { notFound, Refusal } from '../refusal.ts';
import { lastWholeDay, pieceFrom, yearsUpTo } from './fetch-pieces.ts';
import {
  changeFetch,
  dropEnded,
  type Fetch,
  fetchesOf,
  fetchInTurn,
  fetchOf,
  OPEN,
  usersWhoFetch,
} from './fetch-rows.ts';
import { FetchGone, storePiece } from './store-piece.ts';

/** The account that prices are fetched through. */
type PriceAccount = Pick<LiveAccount, 'pastCandles'> & {
  readonly run: Pick<LiveAccount['run'], 'isConnected'>;
};

export interface HistoryFetchesDeps {
  readonly users: OwnUsers;
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly logger: Logger;
  /** The user's account at their broker; null while none is linked or up. */
  readonly accountOf: (userId: number) => PriceAccount | null;
  /** Whatever changes the history of a user takes its turn here. */
  readonly lanes: KeyedLanes<number>;
  readonly waits?: Partial<Waits>;
}

/** How long is waited, ms. */
export interface Waits {
  /** Between two looks whether there is a session. */
  readonly session: number;
  /** Between two pieces of all users. One takes some 10 ms of everybody's time. */
  readonly betweenPieces: number;
  /** After the broker was asked too much; doubled while it refuses. */
  readonly rate: number;
  readonly longestRate: number;
  /** After each missing answer in a row. After the last the fetch is given up. */
  readonly failures: readonly number[];
  /** After something could not be saved. */
  readonly unsaved: number;
}

const WAITS: Waits = {
  session: 2_000,
  betweenPieces: 100,
  rate: 60_000,
  longestRate: 15 * 60_000,
  failures: [2_000, 10_000, 30_000, 60_000, 120_000, 300_000],
  unsaved: 30_000,
};

/** Order of a fetch. */
export interface FetchOrder {
  readonly symbols: readonly string[];
  readonly timeframe: StoredTimeframe;
  readonly years: number;
  readonly onDifference: 'keep' | 'replace';
}

const CONTROL = {
  pause: { from: ['queued', 'running', 'waiting'], to: 'paused' },
  // What was written of it stays written: it goes on behind that.
  resume: { from: ['paused', 'failed'], to: 'queued' },
  cancel: { from: OPEN, to: 'cancelled' },
} as const satisfies Record<string, { from: readonly FetchState[]; to: FetchState }>;
export type FetchControl = keyof typeof CONTROL;

const NO_SESSION = 'There is no session with Angel One. The fetch goes on by itself after the next login.';
const TOO_OFTEN = 'Angel One was asked too often. The fetch goes on by itself in a few minutes.';
const NO_ANSWER = 'Angel One does not answer. It is asked again in a moment.';
const DEFECT = 'It could not be fetched because of a defect in TrickDesk.';

/** The fetches of a user that go on. */
interface Worker {
  /** Ends the wait for the next look. */
  wake: () => void;
  /** Something has changed since the last look. */
  isStale: boolean;
}

/**
 * Prices that are fetched from people's brokers into their history. One fetch of a user runs at a time, the newest
 * month first. Each piece is written in one transaction with how far the fetch is, so a kill costs the piece that was
 * under way.
 */
export class HistoryFetches {
  private readonly deps: HistoryFetchesDeps;
  private readonly waits: Waits;
  private readonly workers = new Map<number, Worker>();
  /** End of each broker's rest by user, ms of this process. */
  private readonly restUntil = new Map<number, number>();
  /** Failures in a row, by fetch. */
  private readonly failures = new Map<number, number>();
  private readonly closing = new Closing();
  private readonly writing = new Set<Promise<unknown>>();
  /** Earliest time of the next piece of anybody, ms of this process. */
  private nextPieceAt = 0;

  constructor(deps: HistoryFetchesDeps) {
    this.deps = deps;
    this.waits = { ...WAITS, ...deps.waits };
  }

  /** Resume fetches that an earlier process has left. */
  async open(): Promise<void> {
    for (const userId of await usersWhoFetch(this.deps.database.read, this.deps.users)) this.resume(userId);
  }

  /** Ends fetches under way. They are resumed at the next start. */
  async close(): Promise<void> {
    this.closing.end();
    // What is asked of the broker is not waited for: nothing of it is written any more.
    await Promise.allSettled(this.writing);
  }

  list(userId: number): Promise<Fetch[]> {
    return fetchesOf(this.deps.database.read, userId);
  }

  /**
   * Queue fetches, one a symbol. A series is not fetched twice at once.
   * @throws Refusal `conflict`, or `refused` when too many wait
   */
  async start(userId: number, { symbols, timeframe, years, onDifference }: FetchOrder): Promise<Fetch[]> {
    const { database, clock } = this.deps;
    const days = yearsUpTo(lastWholeDay(clock.now()), years);
    const rows = await database.write(userId, async (tx) => {
      const added: HistoryFetchRow[] = [];
      for (const symbol of new Set(symbols)) {
        const row = await tx.query
          .insertInto('history_fetches')
          .values({
            ...{ user_id: userId, symbol, timeframe },
            from_day: days.from,
            to_day: days.to,
            on_difference: onDifference,
            state: 'queued',
            message: '',
            next_month: days.to.slice(0, 7),
            ...{ months_done: 0, bars_kept: 0, bars_replaced: 0, bars_set_aside: 0, months_differing: 0 },
            created_at: clock.now(),
            finished_at: null,
          })
          .onConflict((oc) => oc.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) throw fetchedAlready(symbol);
        added.push(row);
      }
      await this.requireRoom(tx, userId);
      await dropEnded(tx, userId);
      for (const row of added) this.announce(tx, row);
      return added;
    });
    this.resume(userId);
    return rows.map(fetchOf);
  }

  /** Pauses, resumes or cancels a fetch. @throws Refusal `not-found`, `conflict` */
  async control(userId: number, fetchId: number, action: FetchControl): Promise<Fetch> {
    const { database, clock } = this.deps;
    const { from, to } = CONTROL[action];
    const row = await database.write(userId, async (tx) => {
      const found = await tx.query
        .selectFrom('history_fetches')
        .select(['symbol', 'timeframe'])
        .where('id', '=', fetchId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!found) throw notFound('fetch');
      if (action === 'resume') await requireNoOther(tx, userId, fetchId, found);
      const changed = await changeFetch(tx, { id: fetchId, userId }, from, {
        state: to,
        message: '',
        finished_at: to === 'cancelled' ? clock.now() : null,
      });
      if (!changed)
        throw new Refusal('conflict', 'This fetch is no longer in that state. Look at the list again.');
      this.announce(tx, changed);
      return changed;
    });
    this.failures.delete(fetchId);
    this.resume(userId);
    return fetchOf(row);
  }

  private async requireRoom({ query }: Transaction, userId: number): Promise<void> {
    const { count } = await query
      .selectFrom('history_fetches')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('state', 'in', OPEN)
      .executeTakeFirstOrThrow();
    const most = QUOTAS.openFetches;
    requireRoom(Number(count), most, mostOf(most, 'fetches under way', 'Wait until some are done.'));
  }

  private announce(tx: Transaction, row: HistoryFetchRow): void {
    const { hub } = this.deps;
    const event = { type: 'fetch' as const, fetch: fetchOf(row) };
    tx.afterCommit(() => {
      if (row.state === 'running' && row.months_done > 0) hub.publishVolatile(row.user_id, event);
      else hub.publish(row.user_id, event);
    });
  }

  /** Look anew for fetches of a user. */
  private resume(userId: number): void {
    if (this.closing.isOver) return;
    const known = this.workers.get(userId);
    if (known) {
      known.isStale = true;
      known.wake();
      return;
    }
    const worker: Worker = { wake: () => undefined, isStale: false };
    this.workers.set(userId, worker);
    void this.work(userId, worker);
  }

  private async work(userId: number, worker: Worker): Promise<void> {
    for (let pauseMs: number | null = 0; !this.closing.isOver;) {
      if (pauseMs !== null && pauseMs > 0 && !worker.isStale) await this.pause(worker, pauseMs);
      if (pauseMs === null && !worker.isStale) break;
      worker.isStale = false;
      try {
        pauseMs = this.closing.isOver ? null : await this.step(userId);
      } catch (error) {
        if (!(error instanceof FetchGone))
          this.deps.logger.error({ err: error, userId }, 'a fetch of history could not be carried on');
        pauseMs = this.waits.unsaved;
      }
    }
    // Nothing is awaited since the last look, so nothing was asked for in between.
    this.workers.delete(userId);
  }

  private async pause(worker: Worker, ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => (worker.wake = resolve));
    await Promise.race([this.closing.pause(ms), woken]);
  }

  /** Fetch the next piece of a user. Answers the ms until the next; null when nothing is left. */
  private async step(userId: number): Promise<number | null> {
    const { database, clock, lanes, accountOf } = this.deps;
    const fetch = await fetchInTurn(database.read, userId);
    if (!fetch) return null;
    const account = accountOf(userId);
    if (!account?.run.isConnected) return this.wait(fetch, NO_SESSION, this.waits.session);
    // Whatever else was asked for in the meantime.
    const restMs = (this.restUntil.get(userId) ?? 0) - performance.now();
    if (restMs > 0) return this.wait(fetch, TOO_OFTEN, restMs);
    const running = await this.change(fetch, 'running', '');
    if (!running) return 0;
    const piece = pieceFrom(running.next_month ?? '', running);
    try {
      await this.spaceOut();
      const { symbol, timeframe } = running;
      const sent = piece.range ? await account.pastCandles(symbol, timeframe, piece.range) : [];
      const clean = cleanCandles(sent, symbol, timeframe);
      await lanes.run(userId, () =>
        this.write(userId, async (tx) =>
          this.announce(tx, await storePiece(tx, running, piece, clean, clock.now())),
        ),
      );
      this.failures.delete(fetch.id);
      return 0;
    } catch (error) {
      return this.afterFailure(running, error);
    }
  }

  /** Wait until a piece may be asked for. Fetches take no more than a part of this process' time. */
  private async spaceOut(): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.nextPieceAt);
    this.nextPieceAt = at + this.waits.betweenPieces;
    if (at > now) await delay(at - now, undefined, { ref: false });
  }

  private async afterFailure(fetch: HistoryFetchRow, error: unknown): Promise<number> {
    const { logger } = this.deps;
    // Paused or cancelled meanwhile.
    if (error instanceof FetchGone) return 0;
    if (error instanceof Refusal) return this.fail(fetch, error.message);
    if (error instanceof BrokerTrouble) return this.afterTrouble(fetch, error);
    if (isPassingTrouble(error)) throw error;
    logger.error({ err: error, fetch: fetch.id }, 'a fetch of history failed');
    return this.fail(fetch, DEFECT);
  }

  private async afterTrouble(fetch: HistoryFetchRow, { kind, message }: BrokerTrouble): Promise<number> {
    const { rate, longestRate, failures } = this.waits;
    const before = this.failures.get(fetch.id) ?? 0;
    switch (kind) {
      case 'session':
      case 'credentials':
      case 'address':
        return this.wait(fetch, NO_SESSION, this.waits.session);
      case 'rate': {
        this.failures.set(fetch.id, before + 1);
        const restMs = Math.min(rate * 2 ** before, longestRate);
        this.restUntil.set(fetch.user_id, performance.now() + restMs);
        return this.wait(fetch, TOO_OFTEN, restMs);
      }
      case 'temporary':
      case 'unreachable': {
        this.failures.set(fetch.id, before + 1);
        const waitMs = failures[before];
        return waitMs === undefined ? this.fail(fetch, message) : this.wait(fetch, NO_ANSWER, waitMs);
      }
      default:
        return this.fail(fetch, message);
    }
  }

  private async wait(fetch: HistoryFetchRow, message: string, waitMs: number): Promise<number> {
    await this.change(fetch, 'waiting', message);
    return waitMs;
  }

  private async fail(fetch: HistoryFetchRow, message: string): Promise<number> {
    this.failures.delete(fetch.id);
    await this.change(fetch, 'failed', message);
    return 0;
  }

  /** Bring a fetch into a state. Null when it was paused or cancelled meanwhile. */
  private async change(
    fetch: HistoryFetchRow,
    state: FetchState,
    message: string,
  ): Promise<HistoryFetchRow | null> {
    if (fetch.state === state && fetch.message === message) return fetch;
    return this.write(fetch.user_id, async (tx) => {
      const changed = await changeFetch(tx, { id: fetch.id, userId: fetch.user_id }, CONTROL.pause.from, {
        state,
        message,
        finished_at: state === 'failed' ? this.deps.clock.now() : null,
      });
      if (changed) this.announce(tx, changed);
      return changed;
    });
  }

  /** Write as a worker; the end waits for it. @throws FetchGone after the end */
  private write<T>(userId: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (this.closing.isOver) return Promise.reject(new FetchGone());
    const written = this.deps.database.write(userId, work);
    this.writing.add(written);
    const forget = () => void this.writing.delete(written);
    written.then(forget, forget);
    return written;
  }
}

const fetchedAlready = (symbol: string): Refusal =>
  new Refusal('conflict', `${symbol} is being fetched already. Wait until that is done, or cancel it.`);

/** @throws Refusal `conflict` when another fetch of the same series was begun since */
const requireNoOther = async (
  { query }: Transaction,
  userId: number,
  fetchId: number,
  { symbol, timeframe }: Pick<HistoryFetchRow, 'symbol' | 'timeframe'>,
): Promise<void> => {
  const other = await query
    .selectFrom('history_fetches')
    .select('id')
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .where('state', 'in', OPEN)
    .where('id', '!=', fetchId)
    .executeTakeFirst();
  if (other) throw fetchedAlready(symbol);
};
