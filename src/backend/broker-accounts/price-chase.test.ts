import { expect, it } from 'vitest';
import { PriceChase, WIDEST } from './price-chase.ts';

/** The width at each second, when all changes are accepted. */
const turns = (chase: PriceChase, seconds: number, orderId = 1) =>
  Array.from({ length: seconds }, (_, second) => {
    const width = chase.turn(orderId, second * 1_000);
    if (width !== null) chase.countChange(orderId);
    return width;
  });

it('an order is priced anew every two seconds, further away five times, and follows the market from then on', () => {
  expect(turns(new PriceChase(), 20).filter((_, second) => second % 2 === 0)).toEqual([
    null,
    1,
    2,
    3,
    4,
    5,
    5,
    5,
    5,
    5,
  ]);
});

it('a change that was not taken is made again at the same width', () => {
  const chase = new PriceChase();
  chase.turn(1, 0);
  for (let second = 2; second < 60; second += 2) expect(chase.turn(1, second * 1_000)).toBe(1);
});

it('the owner is notified once, when the widest price did not fill either', () => {
  const chase = new PriceChase();
  turns(chase, 2 * WIDEST);
  expect(chase.isNoticeDue(1)).toBe(false);
  turns(chase, 60);
  expect([chase.isNoticeDue(1), chase.isNoticeDue(1)]).toEqual([true, false]);
});

it('each order has a clock of its own', () => {
  const chase = new PriceChase();
  chase.turn(1, 0);
  chase.turn(2, 1_000);
  expect(chase.turn(1, 2_000)).toBe(1);
  expect(chase.turn(2, 2_000)).toBeNull();
  expect(chase.turn(2, 3_000)).toBe(1);
});

it('an order that is forgotten begins anew', () => {
  const chase = new PriceChase();
  turns(chase, 14);
  chase.forget(1);
  expect(chase.turn(1, 20_000)).toBeNull();
  expect(chase.turn(1, 22_000)).toBe(1);
});
