import { expect, it } from 'vitest';
import { PriceGaps } from './price-gaps.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-20T12:00:00+05:30');

it('a price that does not come is missed after a minute although the clock was set back by an hour', () => {
  const gaps = new PriceGaps();
  gaps.isBlind(1, NOW, NOW, true);
  const after = (minutes: number): boolean =>
    gaps.isBlind(1, NOW, NOW - 60 * MINUTE_MS + minutes * MINUTE_MS, true);
  expect([after(0), after(0.9), after(1)]).toEqual([false, false, true]);
  expect(gaps.isNoticeDue(1)).toBe(true);
});
