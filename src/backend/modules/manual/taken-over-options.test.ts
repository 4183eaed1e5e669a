import { expect, it } from 'vitest';
import {
  CALL,
  HOUR_MS,
  LAST_DAY,
  listedOption,
  LOT,
  optionTrader,
  PREMIUM,
} from '../../../../tests/support/option-trader.ts';
import type { BrokerInstrument } from '../../brokers/broker.ts';
import { addCharges, type Charges, exerciseCharges } from '../../../engine/charges/charges.ts';
import { istDate } from '../../../shared/time.ts';

/** Its name says Tuesday; the list says that it ends today. */
const MOVED = 'NIFTY 2026-11-24 26000 CE';

const options = optionTrader();
const { trader, priced } = options;
const { second, placed, saysOf, positions } = trader;

/** An option that expired while the program was closed. It is to be taken over. */
const expired = async (symbol = MOVED) => {
  await options.closedOverLastDay(symbol);
  const { differences } = await trader.user.call('live.differences', {});
  expect(differences).toMatchObject([{ symbol, kind: 'gone', status: 'open', ours: LOT }]);
  return { differenceId: differences[0]!.differenceId, resolution: 'take-over' } as const;
};

it('an option that a holiday ended earlier is taken over at its settlement of nothing', async () => {
  const settle = { ...(await expired()), price: 0 };
  const { status, body } = await trader.user.ask('live.settleDifference', settle);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
  expect(await positions()).toEqual([]);
});

it('an option that its owner sold in the app at three times its premium is taken over at that', async () => {
  await placed();
  await priced(CALL);
  await second(3);
  const [held] = trader.account().run.execution.openPositions();
  await priced(CALL, 3 * PREMIUM);
  const instrument = JSON.parse(held!.instrument_json!) as BrokerInstrument;
  trader.links.broker.tradeByHand(instrument, 'sell', LOT, 3 * PREMIUM, 'carry-forward');
  await priced(CALL, PREMIUM);
  await options.compared();
  const { differences } = await trader.user.call('live.differences', {});
  expect(differences).toMatchObject([{ symbol: CALL, kind: 'gone', status: 'open' }]);
  const { differenceId, trades } = differences[0]!;
  // The evidence that is shown has this very price.
  expect(trades).toMatchObject([{ side: 'sell', quantity: LOT, price: 3 * PREMIUM }]);
  const settle = { differenceId, resolution: 'take-over', price: 3 * PREMIUM } as const;
  const { status, body } = await trader.user.ask('live.settleDifference', settle);
  expect([status, body.message]).toEqual([200, expect.any(String)]);
});

it('what an option lost at its settlement on Friday is no loss of Monday', async () => {
  const settle = await expired(LAST_DAY);
  await trader.user.call('live.settleDifference', { ...settle, price: 0 });
  await priced(CALL);
  expect(await saysOf()).toEqual([200, expect.any(String)]);
});

const booked = () =>
  trader.server.backend.parts.database.read
    .selectFrom('trades')
    .innerJoin('positions', 'positions.id', 'trades.position_id')
    .select(['trades.charge_items_json as paid', 'positions.entry_charges_json as ofPurchase'])
    .select('trades.exit_at as at')
    .executeTakeFirstOrThrow();

it('an option that expired is booked on its last day', async () => {
  const settle = await expired(LAST_DAY);
  await trader.user.call('live.settleDifference', { ...settle, price: 0 });
  expect(istDate((await booked()).at)).toBe('2026-11-20');
});

it('an option that was exercised is charged for that, as on paper, and for no order', async () => {
  const settle = await expired(LAST_DAY);
  await trader.user.call('live.settleDifference', { ...settle, price: 500_00 });
  const { paid, ofPurchase, at } = await booked();
  const exercised = exerciseCharges(500_00 * LOT, at);
  expect(JSON.parse(paid)).toEqual(addCharges(JSON.parse(ofPurchase!) as Charges, exercised));
});

it('an option that its owner sold on its last day is no settlement, though it is taken over that evening', async () => {
  trader.links.contracts = [listedOption(CALL), listedOption(LAST_DAY)];
  await priced(LAST_DAY);
  await placed({ symbol: LAST_DAY });
  await priced(LAST_DAY);
  await second(3);
  const [held] = trader.account().run.execution.openPositions();
  const instrument = JSON.parse(held!.instrument_json!) as BrokerInstrument;
  trader.links.broker.tradeByHand(instrument, 'sell', LOT, PREMIUM, 'carry-forward');
  await options.compared();
  trader.passed += 7 * HOUR_MS;
  const { differences } = await trader.user.call('live.differences', {});
  const settle = { differenceId: differences[0]!.differenceId, resolution: 'take-over' } as const;
  await trader.user.call('live.settleDifference', { ...settle, price: PREMIUM });
  const [order] = (await trader.user.call('positions.orders', { isTest: 0 })).live_orderhistory!;
  expect(order).toMatchObject({ purpose: 'exit', reason: 'Traded by you at the broker' });
});
