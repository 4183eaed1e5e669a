import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { angelFile, angelRow } from '../../../../tests/support/tradebook-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';
import type { DifferenceResolution } from '../../../shared/account-difference.ts';
import { resolveDifference } from '../../broker-accounts/resolve-difference.ts';
import { BROKER_ID } from '../../../shared/strategy-status.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

const BOUGHT = Date.parse('2025-04-10T10:00:00+05:30');
/** A Monday: what was sold on Friday is seen when TrickDesk is open again. */
const SEEN = Date.parse('2025-06-09T09:20:00+05:30');

/**
 * A user who sold by hand what a strategy had bought. The strategy bought ten shares at ₹300; the user sold them in the
 * broker's app and has decided about the difference. With the user's tradebook.
 */
const soldByHand = async (
  name: string,
  resolution: DifferenceResolution,
  { scrip = 'ITC LTD', orderId = '2510' } = {},
): Promise<TestUser> => {
  const user = await server.register(name);
  const { id: user_id } = await user.call('profile.mine');
  const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
  const { database, hub, notify } = server.backend.parts;
  await database.write(user_id, async (tx) => {
    const of = { user_id, strategy_id: strategyId, symbol: 'ITC', mode: 'live', source: 'broker' } as const;
    const { id: positionId } = await tx.query
      .insertInto('positions')
      .values(
        openPosition({
          ...{ ...of, run_id: 0, quantity: 10, entry_quantity: 10, entry_value: 3_000_00 },
          opened_at: BOUGHT,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: orderId } = await tx.query
      .insertInto('orders')
      .values({
        ...{ ...of, run_id: 0, position_id: positionId, broker_id: BROKER_ID.angelOne, side: 'buy' },
        ...{ slot: 'entry', purpose: 'entry', quantity: 10, filled_quantity: 10, filled_value: 3_000_00 },
        ...{ state: 'filled', reason: '', intent_key: name, atr_json: null, placed_at: BOUGHT },
        ...{ updated_at: BOUGHT, broker_order_id: '2510', price: 300_00, sent_at: BOUGHT },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.query
      .insertInto('fills')
      .values({ order_id: orderId, quantity: 10, price: 300_00, at: BOUGHT })
      .execute();
    const difference = await tx.query
      .insertInto('account_differences')
      .values({
        ...{ user_id, run_id: 0, kind: 'gone', contract_key: 'ITC', symbol: 'ITC', ours: 10, theirs: 0 },
        ...{ status: 'open', resolution: null, found_at: SEEN, ended_at: null },
        evidence_json: JSON.stringify({
          ...{ tradingSymbol: 'ITC-EQ', factor: null, lastPrice: 400_00, trades: [] },
          positions: [{ positionId, quantity: 10, missing: 10 }],
        }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await resolveDifference(
      tx,
      {
        sinks: { hub, notify, writeLog: () => Promise.resolve(), notifyFollowers: () => undefined },
        run: { mode: 'live', source: 'broker', runId: 0, brokerId: BROKER_ID.angelOne },
        now: SEEN,
        termsOf: () =>
          Promise.resolve({
            strategy: { id: strategyId, name, ownerId: user_id, isHouse: false },
            opening: {
              side: 'long',
              product: 'delivery',
              protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
            },
            slippageBp: 0,
            squareOffTime: '15:15',
          }),
        lastPrice: () => null,
        onTrade: () => {},
      },
      difference,
      { resolution, price: resolution === 'take-over' ? 400_00 : null },
    );
  });
  const rows = [
    angelRow(scrip, 'Buy', '2025-04-10', 10, 300, { orderId }),
    angelRow(scrip, 'Buy', '2025-06-02', 10, 350),
    angelRow(scrip, 'Sell', '2025-06-06', 10, 400),
  ];
  await user.call('tradebook.import', { files: [{ name: 'angel.csv', text: angelFile(...rows) }] });
  return user;
};

/** Sales of ITC, as the report has them. */
const salesOf = async (user: TestUser) => {
  const { lots } = await user.call('reports.tax', { mode: 'live', withTradebook: true });
  return lots.map(({ quantity, cost, proceeds }) => ({ quantity, cost, proceeds }));
};
/** Ten of ours at ₹300 came first; ten that their owner has bought since, at ₹350, are held. */
const ONE_SALE = [{ quantity: 10, cost: 3_000_00, proceeds: 4_000_00 }];

describe('what its owner has sold in the broker’s app of a position of ours', () => {
  it('is taxed once when they take it over and import their tradebook', async () => {
    expect(await salesOf(await soldByHand('taken-over', 'take-over'))).toEqual(ONE_SALE);
  });

  it('is taxed at what it was bought for when they write it off', async () => {
    expect(await salesOf(await soldByHand('written-off', 'write-off'))).toEqual(ONE_SALE);
  });

  const RENAMED =
    'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM\nITC,ITC,ITCNEW,01-JUL-2025';
  const changeSymbol = (user: TestUser) =>
    user.call('market.import', { files: [{ name: 'symbolchange.csv', text: RENAMED }] });

  it.each(['take-over', 'write-off'] as const)(
    'is taxed once when its share has got another symbol since (%s)',
    async (resolution) => {
      const user = await soldByHand(`renamed-${resolution}`, resolution);
      await changeSymbol(user);
      expect(await salesOf(user)).toEqual(ONE_SALE);
    },
  );

  it('is told apart from what a strategy bought when the file has its share’s symbol of now', async () => {
    // The exchange's number of the order, and not the broker's.
    const file = { scrip: 'ITCNEW', orderId: '1100000002510' };
    const user = await soldByHand('named-anew', 'take-over', file);
    await changeSymbol(user);
    expect(await salesOf(user)).toEqual(ONE_SALE);
    const { tradebook } = await user.call('reports.tax', { mode: 'live', withTradebook: true });
    // Bought by hand, and sold by hand; what the strategy bought is there once.
    expect(tradebook).toEqual({ fills: 2, own: 1 });
  });
});
