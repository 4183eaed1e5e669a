import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Backend } from '../../src/backend/create-backend.ts';
import type { AngelOneServer } from '../angel-one/angel-one-server.ts';
import { codeNow, SBIN } from '../angel-one/connected.ts';
import { entryOf, tickOf } from '../support/live-path.ts';
import { runLive } from '../support/live-sample.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import type { TestUser } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const STRATEGIES = 5;
/** Entries of the storm. */
export const WANTED = 1_000;
const BURST = 25;
const BURST_EVERY_MS = 100;
/** The switch is thrown when so many were wanted. */
const THROWN_AFTER = 500;
/** Longer than an order waits for its turn. */
const AFTERWARDS_MS = 3_000;
const PRICE = 812_50;
/** Above every limit of an entry, so that it rests; a position can be left there. */
const AWAY = 819_00;

const began = Date.now();
/** Ten in the morning of a trading day, whenever the test runs. */
export const STORM_CLOCK = {
  now: () => Date.parse('2026-11-20T10:00:00+05:30') + Date.now() - began,
};

/** Storm of entries of one account. Its owner throws the kill switch in it. */
interface Storm {
  readonly server: AngelOneServer;
  /** The backend that trades for the user. */
  readonly backend: Backend;
  /** They may call it, or another server of its house. */
  readonly user: TestUser;
}

/** Ids of strategies that trade on a linked account. */
const prepare = async ({ server, backend, user }: Storm): Promise<number[]> => {
  await user.call('live.link', {
    clientCode: server.client.code,
    apiKey: server.client.apiKey,
    pin: server.client.pin,
    totp: codeNow(server),
  });
  const strategyIds: number[] = [];
  for (let number = 0; number < STRATEGIES; number++) {
    const { strategyId } = await user.call('strategies.add', {
      url: 'add',
      name: `Storm ${number}`,
      document: { ...RSI_RULES, instruments: ['SBIN'] },
    });
    strategyIds.push(strategyId ?? 0);
    await runLive({ backend }, strategyId ?? 0);
  }
  return strategyIds;
};

/** Expect that no entry leaves after the answer of the switch. Everything that was there is closed. */
export const expectSwitchHolds = async (storm: Storm): Promise<void> => {
  const { server, backend, user } = storm;
  const strategyIds = await prepare(storm);
  const { id: userId } = await user.call('profile.mine', {});
  /** How often an endpoint was called at the broker; orders by side. */
  const calls = (endpoint: string, side?: 'BUY' | 'SELL'): number =>
    server.seen.filter(
      (call) =>
        call.endpoint === endpoint &&
        (side === undefined || (call.body as Record<string, unknown>)['transactiontype'] === side),
    ).length;

  const { execution, identity } = backend.parts.brokerAccounts.requireAccount(userId).run;
  const price = (paise: number): void => server.price('3045', paise);
  execution.onTicks([tickOf(SBIN, PRICE, STORM_CLOCK.now())]);
  const want = (number: number) =>
    execution.place(
      entryOf(identity, {
        userId,
        strategyId: strategyIds[number % STRATEGIES]!,
        symbol: 'SBIN',
        quantity: 1,
        key: `storm:${number}`,
        at: STORM_CLOCK.now(),
      }),
    );
  price(PRICE);
  const orders = [want(0), want(1), want(2)];
  await until('three protected positions', () =>
    Promise.resolve(
      execution.openPositions().length === 3 &&
        execution.orders
          .all()
          .filter(({ purpose, state }) => purpose === 'stop-loss' && state !== 'submitted').length === 3,
    ),
  );
  price(AWAY);

  let acknowledged: Promise<{ entries: number; cancels: number; sells: number }> | null = null;
  for (let number = 3; number < WANTED; number++) {
    orders.push(want(number));
    if (number === THROWN_AFTER)
      acknowledged = user.call('live.killSwitch', { action: 'stop', flatten: true }).then((answer) => {
        expect(answer.lock?.kind).toBe('kill-switch');
        return {
          entries: calls('placeOrder', 'BUY'),
          cancels: calls('cancelOrder'),
          sells: calls('placeOrder', 'SELL'),
        };
      });
    if (number % BURST === 0) await wait(BURST_EVERY_MS);
  }
  const atAnswer = await acknowledged!;
  await Promise.all(orders);
  await wait(AFTERWARDS_MS);

  // It was a storm: some rested at the broker, and most had to wait.
  expect(atAnswer.entries).toBeGreaterThan(6);
  expect(calls('placeOrder', 'BUY')).toBe(atAnswer.entries);

  // What rested is taken back, what was open is closed, and nobody reversed the account.
  await until('an empty account', () => Promise.resolve(execution.orders.all().length === 0), 30_000);
  expect(execution.openPositions()).toEqual([]);
  expect(calls('cancelOrder')).toBeGreaterThanOrEqual(atAnswer.entries - 3);
  expect(calls('placeOrder', 'SELL')).toBeGreaterThanOrEqual(6);
  const net = server.positions().map(({ buyqty, sellqty }) => Number(buyqty) - Number(sellqty));
  expect(net.every((quantity) => quantity === 0)).toBe(true);
  expect(
    server.orders().filter(({ orderstatus }) => !['complete', 'cancelled'].includes(orderstatus)),
  ).toEqual([]);

  // Each that never left says why.
  const rows = await backend.parts.database.read
    .selectFrom('orders')
    .select(['state', 'reason', 'broker_order_id'])
    .where('intent_key', 'like', 'storm:%')
    .execute();
  expect(rows).toHaveLength(WANTED);
  const kept = rows.filter(({ broker_order_id }) => broker_order_id === null);
  const bought = server.orders().filter(({ transactiontype }) => transactiontype === 'BUY');
  expect(kept).toHaveLength(WANTED - bought.length);
  expect(
    kept.every(
      ({ state, reason }) => ['denied', 'withdrawn', 'rejected'].includes(state) && reason !== 'Entry rule',
    ),
  ).toBe(true);
  expect(kept.filter(({ reason }) => reason.includes('kill switch')).length).toBeGreaterThan(400);
};
