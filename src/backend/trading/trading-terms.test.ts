import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { INSTRUMENT_MASTER } from '../market/instrument-master.ts';
import { loadTerms } from './trading-terms.ts';
import { isOnPostgres } from '../../../tests/support/test-database.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

/** As many indicators over as many instruments as rules may have. */
const averages = (period: number) => ({
  kind: 'compare',
  left: { kind: 'indicator', indicator: { name: 'linreg', period } },
  operator: '>',
  right: { kind: 'indicator', indicator: { name: 'wma', period } },
});
const group = (first: number) => ({
  kind: 'any',
  conditions: Array.from({ length: 15 }, (_, index) => averages(200 + first + index)),
});
const HEAVY_RULES = {
  ...RSI_RULES,
  instruments: INSTRUMENT_MASTER.slice(2).map(({ symbol }) => symbol),
  entry: { kind: 'any', conditions: [group(0), group(15)] },
};

/**
 * Number of positions that fifty stopped strategies hold. Each is asked about once per market minute, which lasts a
 * second.
 */
const POSITIONS = 150;
const MOST_MS = isOnPostgres ? 1_000 : 250;

it('the terms of stopped strategies with many indicators keep nobody waiting', async () => {
  const user = await server.register('heavy');
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: 'Heavy rules',
    capital: 10_00_000_00,
    document: HEAVY_RULES,
  });
  if (strategyId === null) throw new Error('Nothing was added.');
  const began = performance.now();
  for (let position = 0; position < POSITIONS; position++)
    await loadTerms(server.backend.parts.database, strategyId);
  expect(performance.now() - began).toBeLessThan(MOST_MS);
});

it('answers the terms of now, also of a strategy that changes while they are read', async () => {
  const { database } = server.backend.parts;
  const user = await server.register('changing');
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: 'Changing',
    capital: 10_00_000_00,
    document: RSI_RULES,
  });
  if (strategyId === null) throw new Error('Nothing was added.');
  const { id: userId } = await user.call('profile.mine', {});
  for (const time of ['15:01', '15:02', '15:03']) {
    const meanwhile = loadTerms(database, strategyId);
    await database.write(userId, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ square_off_time: time })
        .where('id', '=', strategyId)
        .execute(),
    );
    await meanwhile;
    expect((await loadTerms(database, strategyId)).squareOffTime).toBe(time);
    expect((await loadTerms(database, strategyId)).squareOffTime).toBe(time);
  }
});
