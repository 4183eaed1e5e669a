import { expect, test } from 'vitest';
import { csvDay, csvNumber, csvRupees, csvTime } from './csv-cells.ts';

test('paise become rupees exactly', () => {
  expect([123_450, -5, 0, -148_050, null].map(csvRupees)).toEqual([
    '1234.50',
    '-0.05',
    '0.00',
    '-1480.50',
    '',
  ]);
});

test('a moment is written in Indian time, whatever zone it came in', () => {
  expect(csvTime('2026-11-20T23:45:00Z')).toBe('2026-11-21 05:15:00');
  expect(csvTime(Date.parse('2026-11-20T09:15:00+05:30'))).toBe('2026-11-20 09:15:00');
  expect(csvTime(null)).toBe('');
  expect(csvDay('2026-11-20T23:45:00Z')).toBe('2026-11-21');
});

test('a figure that means nothing leaves its cell empty', () => {
  expect([12.345, -0.5, null, undefined].map(csvNumber)).toEqual(['12.35', '-0.50', '', '']);
});
