import { expect, test, vi } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import { allRows, type PageRequest } from './all-rows.ts';

const all = Array.from({ length: 250 }, (_, index) => index);
const idOf = (row: number): number => row;
const ask = vi.fn(({ pageNumber, pageSize }: PageRequest) =>
  Promise.resolve(
    succeed({ rows: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: all.length }),
  ),
);

test('every row of every page is there, and a failure ends it', async () => {
  expect(await allRows(ask, (answer) => answer, idOf)).toEqual(succeed(all));
  expect(ask).toHaveBeenCalledTimes(3);
  const refused = await allRows(
    () => Promise.resolve(fail('internal', 'Internal server Error')),
    () => ({ rows: [], total: 0 }),
    idOf,
  );
  expect(refused.ok).toBe(false);
});

test('a page from which the list leaves rows out is not taken for the last one', async () => {
  const even = (row: number): boolean => row % 2 === 0;
  const rows = await allRows(ask, (answer) => ({ ...answer, rows: answer.rows.filter(even) }), idOf);
  expect(rows).toEqual(succeed(all.filter(even)));
});

test('a row that slides onto the next page while another one comes in is there once', async () => {
  let rows = Array.from({ length: 150 }, (_, index) => 150 - index);
  const before = rows;
  const found = await allRows(
    ({ pageNumber, pageSize }) => {
      const answer = succeed({
        rows: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
        total: rows.length,
      });
      rows = [rows.length + 1, ...rows];
      return Promise.resolve(answer);
    },
    (answer) => answer,
    idOf,
  );
  expect(found).toEqual(succeed(before));
});

test('what comes and goes while the pages are read neither doubles a row nor leaves one out', async () => {
  let rows = Array.from({ length: 250 }, (_, index) => 250 - index);
  const between = [
    () => (rows = [251, ...rows]),
    // Three of the first page leave, and the next page moves up by as many.
    () => (rows = rows.toSpliced(10, 3)),
  ];
  const found = await allRows(
    ({ pageNumber, pageSize }) => {
      const shown = rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
      const total = rows.length;
      between.shift()?.();
      return Promise.resolve(succeed({ rows: shown, total }));
    },
    (answer) => answer,
    idOf,
  );
  expect(found).toEqual(succeed(rows));
});
