import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openProtection, NO_ATR } from '../../src/engine/protection.ts';
import { RateLimiter } from '../../src/backend/brokers/angel-one/rate-limiter.ts';
import { systemTiming } from '../../src/backend/brokers/angel-one/timing.ts';
import type { Broker, BrokerInstrument, BrokerTick } from '../../src/backend/brokers/broker.ts';
import { HOUSE, type Database, openDatabase } from '../../src/backend/db/database.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import { connect } from '../angel-one/connected.ts';
import { madeUpShares } from '../angel-one/instruments.ts';
import { livePath, ONE_PERCENT, termsOfStrategy, tickOf } from '../support/live-path.ts';
import { holdAtBroker } from '../support/held-at-broker.ts';
import { socketTimes, steadyMs } from '../support/socket-times.ts';
import { startCommitAndCall } from './commit-and-call.ts';
import { quantile, type Row } from './measure.ts';

const OPEN = Date.parse('2026-11-20T10:00:00+05:30');
const MOVING = 1_000;
const TICKS_A_SECOND = 10;
const BEAT_MS = 10;
/** Exits before the measured ones, so that compiled code is compared. */
const WARM_EXITS = 50;
const MEASURED = 200;
const EXITS = WARM_EXITS + MEASURED;
/** The refused stops of the exits are given up by then. */
const WARM_UP_MS = 22_000;
/** No exit waits for its turn in the limiter: 9 are let through in 1.1 seconds. */
const EVERY_MS = 140;
const MOST_MS = 5;
const QUANTITY = 10;
/** Of the price of before: past a stop of one percent. */
const PAST = 0.98;
const RUN = { source: 'broker', runId: 1, mode: 'live', brokerId: 2 } as const;

/** The real adapter where orders leave; what the account holds is what was written, and stops are refused. */
const between = (adapter: Broker, held: readonly BrokerInstrument[]): Broker => ({
  place: (order, turn, signal) =>
    order.trigger === null
      ? adapter.place(order, turn, signal)
      : Promise.resolve({ outcome: 'refused', kind: 'order', reason: 'No stops today.' }),
  modify: (ref, change, turn) => adapter.modify(ref, change, turn),
  cancel: (ref, turn) => adapter.cancel(ref, turn),
  orderBook: () => Promise.resolve([]),
  trades: () => Promise.resolve([]),
  positions: () => adapter.positions(),
  holdings: () =>
    Promise.resolve(
      held.map(({ exchange, token, tradingSymbol }) => ({
        exchange,
        token,
        tradingSymbol,
        isin: '',
        quantity: QUANTITY,
        unsettledQuantity: 0,
        averagePrice: 0,
        lastPrice: 0,
      })),
    ),
  funds: () => adapter.funds(),
  marginOf: (orders) => adapter.marginOf(orders),
  quotes: () => Promise.resolve([]),
  saleAuthorisation: (isin, quantity) => adapter.saleAuthorisation(isin, quantity),
  onReport: (listener) => adapter.onReport(listener),
});

/** Gives the first positions a stop of one percent. */
const giveStops = (
  database: Database,
  held: readonly { readonly symbol: string; readonly price: number }[],
) =>
  database.write(1, async (tx) => {
    for (const { symbol, price } of held) {
      const protection = openProtection(ONE_PERCENT, {
        side: 'long',
        entryPrice: price,
        tickSize: 5,
        atr: NO_ATR,
      });
      await tx.query
        .updateTable('positions')
        .set({ protection_json: JSON.stringify(protection), stop_loss: Math.round(price * 0.99) })
        .where('symbol', '=', symbol)
        .execute();
    }
  });

const measured = async (): Promise<{ ours: number[]; bare: number[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const database = await openDatabase(folder);
  const shares = madeUpShares(MOVING + EXITS);
  const began = performance.now();
  const clock = { now: () => OPEN + performance.now() - began };
  await database.write(HOUSE, (tx) => seedForOne(tx, OPEN));
  const instruments = shares.map(({ name, exchange, token, symbol, lot, tick }): BrokerInstrument => ({
    symbol: name,
    exchange,
    token,
    tradingSymbol: symbol,
    lotSize: lot,
    tickSize: tick,
    expiry: null,
    freezeQuantity: null,
    isin: null,
  }));
  const held = shares.map(({ name, close }, index) => ({
    strategyId: 1,
    symbol: name,
    price: close,
    instrument: instruments[index]!,
  }));
  await holdAtBroker(database, { userId: 1, runId: RUN.runId, at: OPEN - 86_400_000 }, held);
  await giveStops(database, held.slice(0, EXITS));
  const { server, account, session } = await connect(
    { instruments: shares },
    { limiter: new RateLimiter(systemTiming) },
  );
  const adapter = account.broker(session);
  const broker = between(adapter, instruments);
  const execution = livePath({
    database,
    clock,
    // As in the program: what leaves waits for no others that could share its commit.
    writeForSure: (of, work) => database.write(of, work, true),
    run: RUN,
    broker: () => broker,
    instrumentOf: (symbol) => Promise.resolve(instruments.find((one) => one.symbol === symbol)!),
    termsOf: (strategyId) =>
      Promise.resolve(
        termsOfStrategy(strategyId, {
          product: 'delivery',
          protection: { ...ONE_PERCENT, stopLoss: null },
        }),
      ),
  });
  const tickAt = (index: number, factor: number): BrokerTick =>
    tickOf(instruments[index]!, Math.round((shares[index]!.close * factor) / 5) * 5, clock.now());
  const onTicks = (ticks: readonly BrokerTick[]): void => {
    execution.onTicks(ticks);
    if (execution.hasReached) execution.leaveSoon();
  };
  adapter.onReport((report) => void execution.orders.onReport(report));
  onTicks(instruments.map((_, index) => tickAt(index, 1)));
  await execution.load();
  await execution.settled();
  let next = EXITS;
  const perBeat = (MOVING * TICKS_A_SECOND * BEAT_MS) / 1_000;
  const moving = setInterval(() => {
    const ticks = Array.from({ length: perBeat }, (_, count) =>
      tickAt(EXITS + ((next + count) % MOVING), 1 + 0.001 * Math.sin(next + count)),
    );
    next += perBeat;
    onTicks(ticks);
  }, BEAT_MS);
  const second = setInterval(() => void execution.everySecond(), 1_000);
  await wait(WARM_UP_MS);
  const socket = socketTimes('/placeOrder');
  const ours: number[] = [];
  const bare: number[] = [];
  const peer = startCommitAndCall(
    folder,
    `${server.hosts.rest}/rest/secure/angelbroking/order/v1/placeOrder`,
  );
  try {
    for (let index = 0; index < EXITS; index++) {
      await wait(EVERY_MS / 2);
      const before = steadyMs();
      await peer.send();
      bare.push(socket.times.at(-1)! - before);
      await wait(EVERY_MS / 2);
      server.price(instruments[index]!.token, Math.round((shares[index]!.close * PAST) / 5) * 5);
      const sent = socket.times.length;
      const from = steadyMs();
      onTicks([tickAt(index, PAST)]);
      while (socket.times.length === sent) {
        if (steadyMs() - from > 5_000) throw new Error(`Exit ${index} did not leave.`);
        await wait(1);
      }
      ours.push(socket.times[sent]! - from);
    }
  } finally {
    socket.stop();
    clearInterval(moving);
    clearInterval(second);
    adapter.close();
    await execution.settled();
    await server.close();
    peer.close();
    await database.close();
    rmSync(folder, { recursive: true });
  }
  return { ours: ours.slice(WARM_EXITS), bare: bare.slice(WARM_EXITS) };
};

/**
 * Time from a tick past a watched stop to its exit. The stop is watched here, the exit is seen on the socket, and a
 * thousand other positions move meanwhile.
 */
export const liveExit = async (): Promise<Row[]> => {
  const { ours, bare } = await measured();
  return [0.5, 0.99].map((share) => ({
    name: `tick to a local stop's exit on the socket beside ${MOVING} moving instruments, p${share * 100}, at most ${MOST_MS} ms (peer: a commit and a call)`,
    unit: 'ms',
    ours: quantile(ours, share),
    peer: quantile(bare, share),
  }));
};
