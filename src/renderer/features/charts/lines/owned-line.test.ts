// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Order } from '../../../../shared/contract/positions.ts';
import { order, position } from '../../../test-harness/samples.ts';
import { orderLines } from './owned-line.ts';
import { namedByOwner, positionLines } from './position-lines.ts';

const byHand = (change: Partial<Order> = {}): Order =>
  order(40, {
    ...({ isManual: true, symbol: 'ITC', state: 'open', quantity: 1_200, filledQuantity: 200 } as const),
    ...({ limitPrice: 399_50, positionId: null } as const),
    terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null },
    ...change,
  });
const shown = (...orders: Order[]) =>
  orderLines(orders).map(({ id, label, price, whyFixed }) => [id, label, price, whyFixed === null]);

test('an order by hand is a line with what is left of it, and one that waits for a trigger is two', () => {
  const stop = { type: 'stop', product: 'intraday', stopLoss: null, target: null } as const;
  expect(
    shown(
      byHand(),
      byHand({ ...{ orderId: 41, side: 'sell', state: 'waiting', terms: stop }, triggerPrice: 398_00 }),
      // Its trigger was reached: it is a limit order in the market.
      byHand({ ...{ orderId: 42, state: 'triggered', terms: stop }, triggerPrice: 398_00 }),
      byHand({ ...{ orderId: 43, limitPrice: null }, terms: { ...stop, type: 'market' } }),
    ),
  ).toEqual([
    ['order-40-limit', 'Buy 1,000 · limit', 399_50, true],
    ['order-41-limit', 'Sell 1,000 · limit', 399_50, true],
    ['order-41-trigger', 'Sell 1,000 · trigger', 398_00, true],
    ['order-42-limit', 'Buy 1,000 · limit', 399_50, true],
  ]);
});

test('with real money a limit that rests can be moved, and what is not confirmed or closes something cannot', () => {
  const [resting, asked, closing] = orderLines([
    byHand({ mode: 'live' }),
    byHand({ mode: 'live', state: 'unknown' }),
    byHand({ mode: 'live', terms: null, purpose: 'exit' }),
    // The stop at the broker is the stop-loss of its position.
    byHand({ mode: 'live', terms: null, purpose: 'stop-loss', triggerPrice: 390_00 }),
  ]);
  expect(resting).toMatchObject({ label: 'LIVE · Buy 1,000 · limit', short: 'LIVE · B 1,000' });
  expect(resting).toMatchObject({ isLive: true, whyFixed: null });
  expect(asked?.whyFixed).toBe('The broker has not confirmed this order yet, so it cannot be changed now.');
  expect(closing?.whyFixed).toBe('This order closes a position: it can be cancelled, and not changed.');
  expect(orderLines([byHand({ terms: null, purpose: 'stop-loss', triggerPrice: 390_00 })])).toEqual([]);
});

test('levels of a position by hand can be moved; an entry and those of a strategy say why not', () => {
  const lines = positionLines([position(7, { isManual: true }), position(8, { target: null })]);
  expect(lines.map(({ id, whyFixed, isOpened }) => [id, whyFixed, isOpened])).toEqual([
    ['position-7-entry', 'This is the price of the entry: it stays.', true],
    ['position-7-stop-loss', null, true],
    ['position-7-target', null, true],
    ['position-8-entry', 'This is the price of the entry: it stays.', false],
    ['position-8-stop-loss', 'Stop-loss and target of a strategy are changed in its settings.', false],
  ]);
});

test('of several positions by hand each level says how many units it is of', () => {
  const one = position(7, { isManual: true, strategyName: 'Manual', quantity: 1_000, target: null });
  const other = position(8, { isManual: true, strategyName: 'Manual', quantity: -50, target: null });
  const namesOf = (...held: (typeof one)[]) =>
    positionLines(held, (label, of) => namedByOwner(label, of, held)).map(({ label }) => label);
  expect(namesOf(one, position(9, { target: null })).slice(0, 2)).toEqual([
    'Entry · Manual',
    'Stop-loss · Manual',
  ]);
  expect(namesOf(one, other)).toEqual([
    'Entry · Manual 1,000',
    'Stop-loss · Manual 1,000',
    'Entry · Manual 50',
    'Stop-loss · Manual 50',
  ]);
});
