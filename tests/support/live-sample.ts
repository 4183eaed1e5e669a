import type { SeededLinks } from './seeded-link.ts';
import { GOOD_CODE } from './seeded-link.ts';
import type { LiveRun } from '../../src/backend/broker-accounts/live-run.ts';
import type { GttRow } from '../../src/backend/db/schema.ts';
import type { GttTerms } from '../../src/engine/trading/gtt.ts';
import type { GttState } from '../../src/shared/gtt-states.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { findManualAccount } from '../../src/backend/manual/manual-account.ts';
import { applyEvent, intendOrder } from '../../src/backend/trading/order-book.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { entryOf } from './live-path.ts';
import { RSI_RULES } from './rule-samples.ts';
import type { TestBackend, TestUser } from './test-backend.ts';
import { verifiedForWithdrawals } from './verified-user.ts';
import { writeForAll } from './write-for-all.ts';

export const SAMPLE_LINK = {
  clientCode: 'A123456',
  apiKey: 'an api key',
  pin: '1234',
  totp: GOOD_CODE,
};

let accounts = 0;

/** Link of an account that nobody else has. */
export const ownLink = () => ({ ...SAMPLE_LINK, clientCode: `B${100_000 + accounts++}` });

/** Data on which calls about live trading can be tried. */
export interface LiveSample {
  /** A strategy in test that meets every check. */
  readonly strategyId: number;
  readonly name: string;
  readonly clientCode: string;
  /** An order that nobody knows about. */
  readonly unknownOrderId: number;
  /** Something of which the account shows less than is written here. */
  readonly differenceId: number;
}

/** Meet every live check, link an account, leave one order unknown. */
export const addLiveSample = async (
  server: TestBackend,
  user: TestUser,
  links: SeededLinks,
): Promise<LiveSample> => {
  const { database, brokerAccounts } = server.backend.parts;
  await verifiedForWithdrawals(database, user.email);
  const { id: userId } = await user.call('profile.mine', {});
  await database.write(userId, (tx) =>
    tx.query.updateTable('users').set({ is_trade_active: 1 }).where('id', '=', userId).execute(),
  );
  const link = ownLink();
  await user.call('live.link', link);
  await user.call('live.riskGuard', { maxLossPerDay: 10_000_00 });
  const name = 'Live sample';
  const added = await user.call('strategies.add', {
    url: 'add',
    name,
    document: { ...RSI_RULES, instruments: ['ITC'], stopLoss: { kind: 'percent', value: 1 } },
  });
  const strategyId = added.strategyId ?? 0;
  const run = brokerAccounts.requireAccount(userId).run;
  links.feed.tick('ITC', 400_00);
  await run.settled();
  const order = await database.write(userId, async (tx) => {
    const { order: intended } = await intendOrder(
      tx,
      server.backend.parts.hub,
      entryOf(run.identity, {
        userId,
        strategyId,
        symbol: 'ITC',
        quantity: 1,
        key: `${run.identity.runId}:sample`,
        at: server.backend.parts.clock.now(),
      }),
    );
    const at = intended.placed_at;
    const submitted = await applyEvent(tx, server.backend.parts.hub, intended, { event: 'submit', at });
    await tx.query
      .updateTable('orders')
      .set({ tag: `SAMPLE${strategyId}`, sent_at: at })
      .where('id', '=', intended.id)
      .execute();
    const reason = 'No answer came in time.';
    return applyEvent(tx, server.backend.parts.hub, submitted, { event: 'lose-answer', at, reason });
  });
  await run.execution.load();
  await run.settled();
  const differenceId = await addDifference(database, userId, order.placed_at);
  return { strategyId, name, clientCode: link.clientCode, unknownOrderId: order.id, differenceId };
};

/** An order by hand with real money. */
export const LIVE_BY_HAND = {
  symbol: 'ITC',
  side: 'buy',
  size: { by: 'quantity', amount: 1 },
  type: 'limit',
  price: 390_00,
  product: 'delivery',
} as const;

/** Write a live order by hand that was withdrawn before it left. Sent again with its mark it is the same, at any hour. */
export const addLiveByHand = async (
  server: TestBackend,
  user: TestUser,
  strategyId: number,
  mark: string,
): Promise<void> => {
  const { database, brokerAccounts, hub, clock } = server.backend.parts;
  const { id: userId } = await user.call('profile.mine', {});
  await database.write(userId, async (tx) => {
    const { identity } = brokerAccounts.requireAccount(userId).run;
    const { symbol, price, product, type } = LIVE_BY_HAND;
    const { order } = await intendOrder(tx, hub, {
      ...entryOf(identity, {
        ...{ userId, strategyId, symbol, quantity: 1, at: clock.now() },
        key: `manual:${userId}:${mark}`,
      }),
      manual: { type, price, triggerPrice: null, product, stopLoss: null, target: null },
    });
    await applyEvent(tx, hub, order, { event: 'withdraw', at: clock.now(), reason: 'Never sent' });
  });
};

/** Write an order by hand that rests, at any hour. Its number is answered. */
export const addRestingByHand = async (
  server: TestBackend,
  user: TestUser,
  { broker }: SeededLinks,
): Promise<number> => {
  const { database, brokerAccounts, hub, clock } = server.backend.parts;
  const { id: userId } = await user.call('profile.mine', {});
  const { run } = brokerAccounts.requireAccount(userId);
  const { symbol, price, product, type } = LIVE_BY_HAND;
  const account = await findManualAccount(database.read, userId, 'live');
  const instrument = await run.instrumentOf(symbol);
  const sent = {
    tag: 'RESTINGBYHAND',
    instrument,
    side: 'buy',
    quantity: 2,
    product,
    price,
    trigger: null,
  } as const;
  const placement = await broker.place(sent);
  if (!account || placement.outcome !== 'accepted') throw new Error('No order by hand can rest.');
  const at = clock.now();
  const resting = await database.write(userId, async (tx) => {
    const { order } = await intendOrder(tx, hub, {
      ...entryOf(run.identity, { userId, strategyId: account.id, symbol, quantity: 2, at, key: 'rests' }),
      manual: { type, price, triggerPrice: null, product, stopLoss: null, target: null },
    });
    const sentAs = {
      ...{ tag: sent.tag, instrument_json: JSON.stringify(instrument), broker_product: product, sent_at: at },
    };
    const submitted = await applyEvent(tx, hub, order, { event: 'submit', at }, sentAs);
    const change = { broker_order_id: placement.brokerOrderId };
    return applyEvent(tx, hub, submitted, { event: 'accept', at, change });
  });
  run.execution.orders.remember(resting);
  return resting.id;
};

/** A GTT order as its owner asks for it. */
export const GTT_SAMPLE = {
  symbol: 'ITC',
  side: 'buy',
  quantity: 1,
  triggerPrice: 380_00,
  price: 381_00,
} as const;

/** Numbers of GTT orders in three states: ended, waiting at the broker, and in doubt. */
export interface GttSample {
  readonly ended: number;
  readonly resting: number;
  readonly unknown: number;
}

/** Write GTT orders of a user; the broker has the one that rests. The one that has ended has a mark of its own. */
export const addGttSample = async (
  server: TestBackend,
  userId: number,
  { mark, ruleId = null }: { readonly mark: string; readonly ruleId?: string | null },
): Promise<GttSample> => {
  const { database, brokerAccounts, clock } = server.backend.parts;
  const { symbol, side, quantity, triggerPrice, price } = GTT_SAMPLE;
  const asked = { side, quantity, trigger: triggerPrice, price } satisfies GttTerms;
  const now = clock.now();
  const write = (state: GttState, own: string, change: Partial<GttRow> = {}): Promise<number> =>
    database.write(userId, async (tx) => {
      const { id } = await tx.query
        .insertInto('gtt_orders')
        .values({
          ...{ user_id: userId, symbol, side, quantity, trigger_price: triggerPrice, price, state },
          account: brokerAccounts.accountOf(userId)?.row.client_code_masked ?? 'none',
          mark: `${mark}${own}`,
          instrument_json: JSON.stringify({ exchange: 'NSE', token: symbol, tradingSymbol: `${symbol}-EQ` }),
          ...{
            reason: mark,
            end_wanted: null,
            broker_rule_id: null,
            asked_json: JSON.stringify(asked),
            before_json: '[]',
          },
          ...{ placed_at: now, updated_at: now, expires_at: now + DAY_MS, ...change },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  return {
    ended: await write('refused', ''),
    // What sells is ended by no lock and no switch.
    resting: await write('resting', '-rests', { side: 'sell', broker_rule_id: ruleId }),
    unknown: await write('unknown', '-unknown', { side: 'sell', quantity: 2 }),
  };
};

/** Write a difference that the account does not show. No run compares it, so it stays until a user settles it. */
export const addDifference = async (database: Database, userId: number, at: number): Promise<number> => {
  const evidence = { tradingSymbol: 'ITC-EQ', factor: null, lastPrice: 400_00, positions: [] };
  const { id } = await database.write(userId, (tx) =>
    tx.query
      .insertInto('account_differences')
      .values({
        user_id: userId,
        run_id: 0,
        kind: 'gone',
        contract_key: 'NSE:ITC:intraday',
        symbol: 'ITC',
        ours: 10,
        theirs: 0,
        evidence_json: JSON.stringify(evidence),
        status: 'open',
        resolution: null,
        found_at: at,
        ended_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
};

/** Run a strategy live without its checklist, so entries may leave. */
export const runLive = (server: Pick<TestBackend, 'backend'>, strategyId: number): Promise<unknown> =>
  writeForAll(server.backend.parts.database, (tx) =>
    tx.query
      .updateTable('strategies')
      .set({ mode: 'live', status: STRATEGY_STATUS.running, attention: null, status_before: null })
      .where('id', '=', strategyId)
      .execute(),
  );

/** Have a live strategy buy ten ITC at ₹400. They are filled with the next price. */
export const wantTen = async (run: LiveRun, links: SeededLinks, strategyId: number): Promise<void> => {
  const { execution, identity, session } = run;
  links.move('ITC', 400_00);
  await execution.settled();
  await execution.place(
    entryOf(identity, {
      userId: run.historyOwnerId,
      strategyId,
      symbol: 'ITC',
      quantity: 10,
      key: `${identity.runId}:ten:${session.now}`,
      at: session.now,
    }),
  );
};
