import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { manualInstrument } from './manual-order-check.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');

/** A run on which everything that is asked for has a price. */
const run = {
  session: { now: NOW, lastPrice: () => null },
  shownPrice: () => ({ ltp: 100_00, previousClose: 99_00, tradedAt: NOW }),
} as unknown as MarketRun;

it('takes no price to look at for an instrument, however fresh it is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-order-check-'));
  const database = await openTestDatabase(folder);
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });
  for (const symbol of ['NIFTY index', 'INFY depth'])
    await expect(manualInstrument(database, 1, run, symbol)).rejects.toThrow(
      `There is no instrument ${symbol} in the market.`,
    );
  expect(await manualInstrument(database, 1, run, 'INFY')).toMatchObject({ lastPrice: 100_00, lotSize: 1 });
});
