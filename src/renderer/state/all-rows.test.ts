import { expect, test, vi } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import { allRows, type PageRequest } from './all-rows.ts';

const all = Array.from({ length: 250 }, (_, index) => index);
const ask = vi.fn(({ pageNumber, pageSize }: PageRequest) =>
  Promise.resolve(
    succeed({ rows: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: all.length }),
  ),
);

test('every row of every page is there, and a failure ends it', async () => {
  expect(await allRows(ask, (answer) => answer)).toEqual(succeed(all));
  expect(ask).toHaveBeenCalledTimes(3);
  const refused = await allRows(
    () => Promise.resolve(fail('internal', 'Internal server Error')),
    () => ({ rows: [], total: 0 }),
  );
  expect(refused.ok).toBe(false);
});

test('a page from which the list leaves rows out is not taken for the last one', async () => {
  const even = (row: number): boolean => row % 2 === 0;
  const rows = await allRows(ask, (answer) => ({ ...answer, rows: answer.rows.filter(even) }));
  expect(rows).toEqual(succeed(all.filter(even)));
});
