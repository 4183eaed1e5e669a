import { expect, it } from 'vitest';
import {
  CALL,
  LAST_DAY,
  listedOption,
  LOT,
  optionTrader,
  PREMIUM,
} from '../../../../tests/support/option-trader.ts';
import type { BrokerInstrument } from '../../brokers/broker.ts';
import { addCharges, type Charges, exerciseCharges } from '../../../engine/charges/charges.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';

/** Its name says Tuesday; the list says that it ends today. */
const MOVED = 'NIFTY 2026-11-24 26000 CE';

const options = optionTrader();
const { trader, priced } = options;
const { second, placed, saysOf, positions, restart } = trader;

const closedOverLastDay = async (symbol = MOVED) => {
  trader.links.contracts = [listedOption(CALL), listedOption(symbol, { expiry: '2026-11-20' })];
  await priced(symbol);
  await placed({ symbol });
  await priced(symbol);
  await second(3);
  trader.others.delete(symbol);
  trader.links.broker.prices.delete(symbol);
  await trader.links.broker.nextDay();
  trader.links.broker.carried = [];
  trader.links.contracts = [listedOption(CALL)];
  await restart(() => (trader.passed += 3 * DAY_MS));
  await trader.logIn();
  await options.compared();
  const { differences } = await trader.user.call('live.differences', {});
  expect(differences).toMatchObject([{ symbol, kind: 'gone', status: 'open', ours: LOT }]);
  return { differenceId: differences[0]!.differenceId, resolution: 'take-over' } as const;
};

it('an option that a holiday ended earlier is taken over at its settlement of nothing', async () => {
  const settle = { ...(await closedOverLastDay()), price: 0 };
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
  const settle = await closedOverLastDay(LAST_DAY);
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
  const settle = await closedOverLastDay(LAST_DAY);
  await trader.user.call('live.settleDifference', { ...settle, price: 0 });
  expect(istDate((await booked()).at)).toBe('2026-11-20');
});

it('an option that was exercised is charged for that, as on paper, and for no order', async () => {
  const settle = await closedOverLastDay(LAST_DAY);
  await trader.user.call('live.settleDifference', { ...settle, price: 500_00 });
  const { paid, ofPurchase, at } = await booked();
  const exercised = exerciseCharges(500_00 * LOT, at);
  expect(JSON.parse(paid)).toEqual(addCharges(JSON.parse(ofPurchase!) as Charges, exercised));
});
