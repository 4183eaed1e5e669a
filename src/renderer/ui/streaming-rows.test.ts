import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamingRows } from './streaming-rows.ts';

interface Row {
  id: number;
  price: number;
}
const grid = (rows: Row[]) => {
  const streaming = new StreamingRows<Row>((row) => row.id);
  streaming.replace(rows);
  return streaming;
};
const ids = (streaming: StreamingRows<Row>) => streaming.shown().map(({ id }) => id);
const byPrice = { by: (row: Row) => row.price, isDescending: false, keeps: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of changes is one paint, which shows the last of each', () => {
  const streaming = grid([
    { id: 1, price: 10 },
    { id: 2, price: 20 },
  ]);
  let paints = 0;
  streaming.subscribe(() => paints++);
  for (let price = 0; price < 1_000; price++) streaming.accept([{ id: 1, price }]);
  expect(paints).toBe(0);
  vi.advanceTimersByTime(250);
  expect([paints, streaming.shown()[0]?.price]).toEqual([1, 999]);
  streaming.accept([{ id: 1, price: 7 }]);
  vi.advanceTimersByTime(250);
  expect([paints, streaming.shown()[0]?.price]).toEqual([2, 7]);
});

test('the order follows what rows are ordered by, and waits while it is held', () => {
  const streaming = grid([
    { id: 1, price: 10 },
    { id: 2, price: 20 },
  ]);
  streaming.arrange(byPrice);
  streaming.hold(true);
  streaming.accept([{ id: 1, price: 30 }]);
  vi.advanceTimersByTime(250);
  expect([ids(streaming), streaming.shown()[0]?.price]).toEqual([[1, 2], 30]);
  streaming.hold(false);
  expect(ids(streaming)).toEqual([2, 1]);
});

test('a row that is not known is not taken', () => {
  const streaming = grid([{ id: 1, price: 10 }]);
  streaming.accept([{ id: 9, price: 1 }]);
  vi.advanceTimersByTime(250);
  expect(ids(streaming)).toEqual([1]);
});

test('whatever comes and however it is arranged, what is shown is what a plain sort and filter would show', () => {
  const rows = fc.uniqueArray(fc.record({ id: fc.nat(40), price: fc.integer({ min: -9, max: 9 }) }), {
    selector: ({ id }) => id,
  });
  const arrangement = fc.record({
    isOrdered: fc.boolean(),
    isDescending: fc.boolean(),
    least: fc.option(fc.integer({ min: -9, max: 9 })),
  });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('accept' as const), rows }),
    fc.record({ kind: fc.constant('arrange' as const), arrangement }),
  );
  fc.assert(
    fc.property(rows, fc.array(step, { maxLength: 12 }), (first, steps) => {
      const streaming = grid(first);
      const known = new Map(first.map((row) => [row.id, row]));
      let wanted = { isOrdered: false, isDescending: false, least: null as number | null };
      for (const one of steps) {
        if (one.kind === 'accept') {
          for (const row of one.rows) if (known.has(row.id)) known.set(row.id, row);
          streaming.accept(one.rows);
          vi.advanceTimersByTime(250);
        } else {
          wanted = one.arrangement;
          const { isOrdered, isDescending, least } = wanted;
          streaming.arrange({
            by: isOrdered ? (row) => row.price : null,
            isDescending,
            keeps: least === null ? null : (row) => row.price >= least,
          });
        }
        const sign = wanted.isDescending ? -1 : 1;
        const all = [...known.values()].filter(({ price }) => wanted.least === null || price >= wanted.least);
        const plain = wanted.isOrdered ? all.toSorted((a, b) => sign * (a.price - b.price)) : all;
        expect(streaming.shown()).toEqual(plain);
      }
    }),
  );
});

test('a sorting stays under its headings, which keep their places', () => {
  const rows = new StreamingRows<{ id: number; price: number | null }>((row) => row.id);
  const prices = [5, 9, null, 1, 3, null, 2];
  rows.replace(prices.map((price, id) => ({ id, price })));
  const arrangement = { by: (row: { price: number | null }) => row.price ?? 0, keeps: null };
  const isHeading = ({ price }: { price: number | null }) => price === null;
  const shown = () => rows.shown().map(({ price }) => price);
  rows.arrange({ ...arrangement, isDescending: true, isHeading });
  expect(shown()).toEqual([9, 5, null, 3, 1, null, 2]);
  rows.arrange({ ...arrangement, isDescending: false, isHeading });
  expect(shown()).toEqual([5, 9, null, 1, 3, null, 2]);
  rows.arrange({ by: null, isDescending: false, keeps: null, isHeading });
  expect(shown()).toEqual(prices);
});
