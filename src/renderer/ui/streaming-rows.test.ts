import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StreamingRows } from './streaming-rows.ts';

interface Row {
  id: number;
  price: number;
}
const grid = (rows: Row[]) => {
  const live = new StreamingRows<Row>((row) => row.id);
  live.replace(rows);
  return live;
};
const ids = (live: StreamingRows<Row>) => live.shown().map(({ id }) => id);
const byPrice = { by: (row: Row) => row.price, isDescending: false, keeps: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of changes is one paint, which shows the last of each', () => {
  const live = grid([
    { id: 1, price: 10 },
    { id: 2, price: 20 },
  ]);
  let paints = 0;
  live.subscribe(() => paints++);
  for (let price = 0; price < 1_000; price++) live.accept([{ id: 1, price }]);
  expect(paints).toBe(0);
  vi.advanceTimersByTime(250);
  expect([paints, live.shown()[0]?.price]).toEqual([1, 999]);
  live.accept([{ id: 1, price: 7 }]);
  vi.advanceTimersByTime(250);
  expect([paints, live.shown()[0]?.price]).toEqual([2, 7]);
});

test('the order follows what rows are ordered by, and waits while it is held', () => {
  const live = grid([
    { id: 1, price: 10 },
    { id: 2, price: 20 },
  ]);
  live.arrange(byPrice);
  live.hold(true);
  live.accept([{ id: 1, price: 30 }]);
  vi.advanceTimersByTime(250);
  expect([ids(live), live.shown()[0]?.price]).toEqual([[1, 2], 30]);
  live.hold(false);
  expect(ids(live)).toEqual([2, 1]);
});

test('a row that is not known is not taken', () => {
  const live = grid([{ id: 1, price: 10 }]);
  live.accept([{ id: 9, price: 1 }]);
  vi.advanceTimersByTime(250);
  expect(ids(live)).toEqual([1]);
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
      const live = grid(first);
      const known = new Map(first.map((row) => [row.id, row]));
      let wanted = { isOrdered: false, isDescending: false, least: null as number | null };
      for (const one of steps) {
        if (one.kind === 'accept') {
          for (const row of one.rows) if (known.has(row.id)) known.set(row.id, row);
          live.accept(one.rows);
          vi.advanceTimersByTime(250);
        } else {
          wanted = one.arrangement;
          const { isOrdered, isDescending, least } = wanted;
          live.arrange({
            by: isOrdered ? (row) => row.price : null,
            isDescending,
            keeps: least === null ? null : (row) => row.price >= least,
          });
        }
        const sign = wanted.isDescending ? -1 : 1;
        const all = [...known.values()].filter(({ price }) => wanted.least === null || price >= wanted.least);
        const plain = wanted.isOrdered ? all.toSorted((a, b) => sign * (a.price - b.price)) : all;
        expect(live.shown()).toEqual(plain);
      }
    }),
  );
});
