import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchWorld, ONE_YEAR } from '../../../tests/support/fetch-world.ts';
import { loadBars } from '../market/candle-store.ts';
import { keepSymbolChanges } from '../market/symbol-changes/kept-symbol-changes.ts';

let world: FetchWorld;
beforeAll(async () => {
  world = await FetchWorld.open();
});
afterAll(() => world.dispose());

describe('fetched prices of an earlier symbol', () => {
  it('are those of the present one too, as imported ones are', async () => {
    const { userId } = await world.person();
    const change = { before: 'SBIN', after: 'STATEBANK', day: '2026-06-01' };
    await world.database.write(userId, (tx) => keepSymbolChanges(tx, userId, [change]));
    await world.fetchAll(userId, { ...ONE_YEAR, timeframe: '1d' });
    const of = (symbol: string) =>
      loadBars(world.database.read, { ownerId: userId, source: 'replay', symbol, timeframe: '1d' });
    const before = (await of('SBIN')).filter(({ time }) => time < Date.parse('2026-06-01T00:00:00+05:30'));
    expect(before.length).toBeGreaterThan(100);
    expect(await of('STATEBANK')).toEqual(before);
  });
});
