import { expect, test, vi } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import { allRows, csvRupees, csvText } from './csv-export.ts';
import type { PageRequest } from './paged-list.ts';

test('a cell that a spreadsheet would run is defused; amounts and commas stay what they are', async () => {
  const text = await csvText({
    name: 'trades',
    columns: ['Strategy', 'Net'],
    rows: [
      ['=HYPERLINK("http://evil.example")', '-1480.50'],
      ['+cmd|calc', '10.00'],
      ['@sum', '0.00'],
      ['Fade, slow', '1.05'],
    ],
  });
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.slice(1).split('\r\n')).toEqual([
    'Strategy,Net',
    `"'=HYPERLINK(""http://evil.example"")",-1480.50`,
    `"'+cmd|calc",10.00`,
    `"'@sum",0.00`,
    '"Fade, slow",1.05',
  ]);
});

test('paise become rupees exactly', () => {
  expect([123_450, -5, 0, -148_050].map(csvRupees)).toEqual(['1234.50', '-0.05', '0.00', '-1480.50']);
});

test('every row of every page is there, and a failure ends it', async () => {
  const all = Array.from({ length: 250 }, (_, index) => index);
  const ask = vi.fn(({ pageNumber, pageSize }: PageRequest) =>
    Promise.resolve(
      succeed({ rows: all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: 250 }),
    ),
  );
  const result = await allRows(ask, (answer) => answer);
  expect(result).toEqual(succeed(all));
  expect(ask).toHaveBeenCalledTimes(3);
  const refused = await allRows(
    () => Promise.resolve(fail('internal', 'Internal server Error')),
    () => ({ rows: [], total: 0 }),
  );
  expect(refused.ok).toBe(false);
});
