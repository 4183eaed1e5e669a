import { expect, it } from 'vitest';
import { scanColumns } from './scan-columns.tsx';

it('figures of the scanned day say so: they stand beside the price of now', () => {
  const titles = scanColumns('simulated', 'simulated', true).map(({ title }) => title);
  expect(titles.slice(0, 5)).toEqual([
    'Symbol',
    'LTP',
    'Close of the day',
    'Change % of the day',
    'Volume of the day',
  ]);
});
