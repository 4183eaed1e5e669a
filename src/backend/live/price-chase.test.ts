import { expect, it } from 'vitest';
import { PriceChase } from './price-chase.ts';

/** What each of so many seconds says of an order. */
const turns = (chase: PriceChase, seconds: number, orderId = 1) =>
  Array.from({ length: seconds }, (_, second) => chase.turn(orderId, second * 1_000));

it('an order is priced anew every two seconds, five times, and then given up once', () => {
  const said = turns(new PriceChase(), 20);
  expect(said.map((turn) => (turn !== null && turn !== 'given-up' ? turn.attempt : turn))).toEqual([
    ...[null, null, 1, null, 2, null, 3, null, 4, null, 5, null],
    'given-up',
    ...Array.from({ length: 7 }, () => null),
  ]);
});

it('each order has a clock of its own', () => {
  const chase = new PriceChase();
  chase.turn(1, 0);
  chase.turn(2, 1_000);
  expect(chase.turn(1, 2_000)).toEqual({ attempt: 1 });
  expect(chase.turn(2, 2_000)).toBeNull();
  expect(chase.turn(2, 3_000)).toEqual({ attempt: 1 });
});

it('an order that is forgotten begins anew', () => {
  const chase = new PriceChase();
  turns(chase, 14);
  chase.forget(1);
  expect(chase.turn(1, 20_000)).toBeNull();
  expect(chase.turn(1, 22_000)).toEqual({ attempt: 1 });
});
