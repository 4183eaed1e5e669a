import { PaperBroker } from '../../src/backend/brokers/paper/paper-broker.ts';
import { systemClock } from '../../src/backend/clock.ts';
import type { Database } from '../../src/backend/db/database.ts';
import type { LastPrice } from '../../src/backend/market/last-price.ts';
import { keepActions } from '../../src/backend/market/corporate-actions/kept-actions.ts';
import { parseActions } from '../../src/backend/market/corporate-actions/parse-actions.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { markCorrected } from '../../src/backend/trading/corrected-actions.ts';
import { DueActions } from '../../src/backend/trading/due-actions.ts';
import { Execution } from '../../src/backend/trading/execution.ts';
import type { ProtectionRules } from '../../src/engine/protection.ts';
import { istDate, istDayStart } from '../../src/shared/time.ts';

const NO_PROTECTION: ProtectionRules = { stopLoss: null, target: null, trailing: null, partialExits: [] };

/** A day of a world: the moment at which its market opens. */
export const openOf = (day: string): number => Date.parse(`${day}T09:15:00+05:30`);

interface WorldOptions {
  readonly protection?: ProtectionRules;
  readonly side?: 'long' | 'short';
  readonly run: number;
  /** Called within each write, which fails where this throws. */
  readonly beforeCommit?: () => void;
  readonly symbol?: string;
  readonly isBasket?: boolean;
}

/** Paper trading on imported prices of one share with its corporate actions. Prices are moved by hand. */
export const carriedWorld = (database: Database, options: WorldOptions) => {
  const { protection = NO_PROTECTION, side = 'long', run, beforeCommit, symbol = 'ITC', isBasket } = options;
  const hub = new EventHub(systemClock);
  const faults: string[] = [];
  const closes = new Map<string, number>();
  let last: LastPrice | null = null;
  let previousClose: number | null = null;
  const sinks = { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined };
  const identity = { source: 'replay', runId: run, mode: 'test', brokerId: 1 } as const;
  const begin = () => {
    const execution = new Execution({
      database: {
        ...database,
        write: (of, work) =>
          database.write(of, async (tx) => {
            const value = await work(tx);
            beforeCommit?.();
            return value;
          }),
      },
      sinks,
      broker: new PaperBroker(() => true),
      run: identity,
      lastPrice: () => last,
      block: () => null,
      fundsOf: () => null,
      termsOf: (id) =>
        Promise.resolve({
          strategy: { id, name: 'Test', ownerId: 1, isHouse: false, ...(isBasket && { isBasket }) },
          opening: { side, product: 'delivery', protection },
          slippageBp: 0,
          squareOffTime: '15:10',
        }),
      onTrade: () => undefined,
      onFault: (id, error) => Promise.resolve(void faults.push(`${id}: ${String(error)}`)),
    });
    const actions = new DueActions({
      database,
      heldSince: (of) => execution.heldSince(of),
      history: {
        candlesBefore: (_key, _timeframe, before) => {
          const days = [...closes.keys()].filter((day) => istDayStart(day) < before).sort();
          const day = days.at(-1);
          const close = day === undefined ? 0 : (closes.get(day) ?? 0);
          const price = { open: close, high: close, low: close, close };
          return Promise.resolve(day === undefined ? [] : [{ time: istDayStart(day), ...price, volume: 1 }]);
        },
      },
      ownerId: 1,
      source: 'replay',
      session: {
        symbols: [symbol],
        lastPrice: () => last,
        previousClose: () => previousClose,
        setPreviousClose: (_symbol, price) => void (previousClose = price),
      },
      carryOver: (share, due, at) => execution.carryOver(1, share, due, at),
      askAboutJump: (share, percent, at) => execution.askAboutJump(1, share, percent, at),
      warmAnew: () => Promise.resolve(),
    });
    return { execution, actions };
  };
  let { execution, actions } = begin();
  let names = 0;
  const world = {
    faults,
    run,
    get execution() {
      return execution;
    },
    get previousClose() {
      return previousClose;
    },
    /** A price at so many seconds after the open of a day. */
    tick: async (
      day: string,
      second: number,
      price: number,
      { volume = 1_000_000, isGap = second === 0 } = {},
    ) => {
      const time = openOf(day) + second * 1_000;
      if (last && istDate(last.at) !== day) previousClose = last.price;
      last = { price, at: time };
      closes.set(day, price);
      const batch = { time, ticks: [{ symbol, price, volume, isGap }] };
      await actions.onTicks(batch);
      await execution.onTicks(batch);
    },
    enter: (quantity: number, at: number, strategyId = 1) =>
      execution.place({
        ...{ userId: 1, strategyId, positionId: null, symbol, source: 'replay', runId: run, mode: 'test' },
        ...{ brokerId: 1, side: side === 'long' ? 'buy' : 'sell', slot: 'entry', purpose: 'entry' },
        ...{ quantity, reason: 'Entry rule', key: `${run}:${++names}`, at },
      }),
    exit: (positionId: number, at: number, quantity?: number) =>
      execution.exit(positionId, 'exit', 'Closed by you', at, `${run}:exit ${++names}`, quantity),
    /** Import a list, as the call does; rows as in `ITC,EQ,Bonus 1:1,10,28-Oct-2024`. */
    importList: async (...rows: string[]) => {
      const text = ['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', ...rows].join('\n');
      const filed = (await parseActions(text)).actions;
      await database.write(1, async (tx) => {
        await keepActions(tx, 1, filed);
        await markCorrected(tx, sinks, {
          ...{ userId: 1, runId: run, now: last?.at ?? 0 },
          symbols: [...new Set(filed.map((one) => one.symbol))],
        });
      });
      await actions.applyKnown();
    },
    /** End the program and start it again: what is in memory is gone. */
    restart: async () => {
      ({ execution, actions } = begin());
      const today = last === null ? '' : istDate(last.at);
      const day = [...closes.keys()]
        .filter((known) => known < today)
        .sort()
        .at(-1);
      previousClose = day === undefined ? null : (closes.get(day) ?? null);
      await execution.load();
      await actions.applyKnown();
    },
    rows: async () => {
      const { read } = database;
      const ofRun = { source: 'replay', run_id: run } as const;
      const since = await read
        .selectFrom('logs')
        .select(['text', 'at'])
        .where('topic', '=', 'action')
        .where('user_id', '=', 1)
        .orderBy('id')
        .execute();
      return {
        positions: await read
          .selectFrom('positions')
          .selectAll()
          .where((eb) => eb.and(ofRun))
          .orderBy('id')
          .execute(),
        trades: await read
          .selectFrom('trades')
          .selectAll()
          .where((eb) => eb.and(ofRun))
          .orderBy('id')
          .execute(),
        orders: await read
          .selectFrom('orders')
          .selectAll()
          .where((eb) => eb.and(ofRun))
          .orderBy('id')
          .execute(),
        carried: await read
          .selectFrom('carried_actions')
          .selectAll()
          .where('run_id', '=', run)
          .orderBy('id')
          .execute(),
        logs: since.filter(({ text }) => text.startsWith(symbol)).map(({ text }) => text),
        alerts: await read
          .selectFrom('alerts')
          .select(['title', 'body', 'link'])
          .where('user_id', '=', 1)
          .where('title', 'like', `%${symbol}%`)
          .orderBy('id')
          .execute(),
      };
    },
  };
  return world;
};

/** Forget the actions of a user, and what is told of them. */
export const forgetActions = (database: Database) =>
  database.write(1, async ({ query }) => {
    await query.deleteFrom('corporate_actions').where('user_id', '=', 1).execute();
    await query.deleteFrom('logs').where('user_id', '=', 1).where('topic', '=', 'action').execute();
    await query.deleteFrom('alerts').where('user_id', '=', 1).execute();
  });
