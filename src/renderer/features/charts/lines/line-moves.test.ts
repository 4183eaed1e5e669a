// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { tickOfInstrument } from '../../../screens/chart/price-tick.ts';
import { fromTheTop, lineAt, onTick, ticksFrom } from './line-moves.ts';
import type { OwnedLine } from './owned-line.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const share = tickOfInstrument('ITC', NOW);

const line = (price: number, change: Partial<OwnedLine> = {}): OwnedLine => ({
  ...{ id: `order ${price} limit`, owner: { kind: 'order', orderId: price }, kind: 'limit', price },
  ...{ label: 'Buy 10 · limit', short: 'B 10', isLive: false, whyFixed: null, isOpened: true },
  ...change,
});

test('prices are those that the exchange takes: a share ticks by its price, an index and an option by theirs', () => {
  expect(onTick(399_52, share)).toBe(399_50);
  expect(onTick(399_53, share)).toBe(399_55);
  expect(onTick(2_345_64, share)).toBe(2_345_60);
  expect(onTick(120_33.4, share)).toBe(120_33);
  expect(onTick(-5, share)).toBe(1);
  const index = tickOfInstrument('NIFTY', NOW);
  expect(onTick(24_512_34, index)).toBe(24_512_30);
  const option = tickOfInstrument('NIFTY 2026-12-29 24500 CE', NOW);
  expect(onTick(120_33, option)).toBe(120_35);
});

test('ticks are counted from where a price is, over the price at which they become longer, and end at the lowest', () => {
  expect(ticksFrom(399_50, 1, share)).toBe(399_55);
  expect(ticksFrom(399_50, -10, share)).toBe(399_00);
  expect(ticksFrom(1_000_00, 1, share)).toBe(1_000_10);
  expect(ticksFrom(1_000_10, -2, share)).toBe(999_95);
  // One that is between two prices goes to the next of them.
  expect(ticksFrom(399_52, 1, share)).toBe(399_60);
  expect(ticksFrom(2, -10, share)).toBe(1);
});

test('the nearest line is meant, and of two at a price the one that can be moved', () => {
  const yOf = (price: number) => 500 - price / 100;
  const fixed = line(400_00, { id: 'entry', whyFixed: 'It stays.' });
  const [near, far] = [line(401_00), line(380_00)];
  expect(lineAt([fixed, near, far], 99, yOf)).toBe(near);
  expect(lineAt([fixed, near, far], 100, yOf)).toBe(near);
  expect(lineAt([fixed, near, far], 105, yOf)).toBe(fixed);
  expect(lineAt([fixed, near, far], 106, yOf)).toBeNull();
  expect(lineAt([line(400_00)], 100, () => Number.NaN)).toBeNull();
});

test('keys go from the highest price to the lowest', () => {
  expect(fromTheTop([line(1), line(3), line(2)]).map(({ price }) => price)).toEqual([3, 2, 1]);
});
