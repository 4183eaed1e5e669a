import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

/** Well within the 64 MB of a request. */
const ROWS = 900_000;

it('candles of which every row has the time of another are reported on like any other file', async () => {
  const user = await server.register('same-day');
  const rows = ['timestamp,open,high,low,close,volume,oi'];
  for (let price = 1; price <= ROWS; price++) rows.push(`2024-01-02,${price},${price},${price},${price},1,0`);
  const { status, body } = await user.ask('market.import', {
    files: [{ name: 'ITC.csv', text: rows.join('\n') }],
    onBad: 'keep-good',
  });
  expect([status, body.message]).toEqual([200, '1 of 9,00,000 rows are new and kept.']);
}, 60_000);

/** As many as one tradebook may have. */
const FILLS = 49_990;
const purchases = (number: number): { name: string; text: string } => {
  const rows = ['symbol,trade_date,exchange,segment,trade_type,quantity,price,trade_id'];
  for (let row = 0; row < FILLS; row++) rows.push(`ITC,2025-06-02,NSE,EQ,buy,1,400,${number}-${row}`);
  return { name: `${number}.csv`, text: rows.join('\n') };
};

it('a tax report with very many purchases on one day is made', async () => {
  const user = await server.register('many-purchases');
  for (const number of [0, 1, 2]) {
    const { status } = await user.ask('tradebook.import', { files: [purchases(number)] });
    expect(status).toBe(200);
  }
  const { status, body } = await user.ask('reports.tax', { withTradebook: true });
  expect([status, body.message]).toEqual([200, 'OK']);
}, 120_000);
