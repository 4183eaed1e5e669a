import { expect, it } from 'vitest';
import type { OrderRow } from '../db/schema.ts';
import { isQueuedEntry } from './entry-orders.ts';

const EVENING = Date.parse('2026-11-20T16:00:00+05:30');

it('an entry by hand never waits for the next open, whatever the hour at which it was written', () => {
  const decided = { symbol: 'ITC', placed_at: EVENING, manual_json: null } as OrderRow;
  expect(isQueuedEntry(decided, EVENING + 60_000)).toBe(true);
  expect(isQueuedEntry({ ...decided, manual_json: '{"type":"market"}' }, EVENING + 60_000)).toBe(false);
});
