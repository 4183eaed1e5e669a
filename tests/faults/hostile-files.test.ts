import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

let desk: TestBackend;
beforeAll(async () => {
  desk = await startTestBackend();
});
afterAll(() => desk.dispose());

/** Well within the 64 MB of a request. */
const ROWS = 900_000;

it('candles of which every row has the time of another are reported on like any other file', async () => {
  const user = await desk.register('same-day');
  const rows = ['timestamp,open,high,low,close,volume,oi'];
  for (let price = 1; price <= ROWS; price++) rows.push(`2024-01-02,${price},${price},${price},${price},1,0`);
  const { status, body } = await user.ask('market.import', {
    files: [{ name: 'ITC.csv', text: rows.join('\n') }],
    onBad: 'keep-good',
  });
  expect([status, body.message]).toEqual([200, '1 of 9,00,000 rows are new and kept.']);
}, 60_000);
