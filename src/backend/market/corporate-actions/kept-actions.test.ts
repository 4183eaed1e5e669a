import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { adjustBars } from '../../../engine/corporate-actions/adjust-bars.ts';
import { istDayStart } from '../../../shared/time.ts';
import { type Database, HOUSE } from '../../db/database.ts';
import { seedHouse } from '../../seed/seed-strategies.ts';
import { actionsOf, keepActions } from './kept-actions.ts';
import { parseActions } from './parse-actions.ts';

let folder = '';
let database: Database;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-actions-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const importList = async (...rows: string[]) => {
  const { actions } = await parseActions(['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', ...rows].join('\n'));
  return database.write(1, (tx) => keepActions(tx, 1, actions));
};
const closeBefore = async (symbol: string): Promise<number | undefined> => {
  const bars = ['2024-10-25', '2024-10-30'].map((day) => ({
    ...{ time: istDayStart(day), open: 1_000_00, high: 1_000_00, low: 1_000_00, close: 1_000_00, volume: 1 },
  }));
  const kept = await actionsOf(database.read, 1, [symbol]);
  return adjustBars(bars, kept.get(symbol) ?? [])[0]?.close;
};

it('a bonus that was put off counts once, on the day of the later list', async () => {
  await importList('ITC,EQ,Bonus 1:1,10,28-Oct-2024');
  expect(await closeBefore('ITC')).toBe(500_00);
  await importList('ITC,EQ,Bonus 1:1,10,30-Oct-2024');
  expect(await closeBefore('ITC')).toBe(500_00);
});
