import { afterAll, beforeAll, expect, it } from 'vitest';
import { bookTrades } from './kept-results.ts';
import { PublicStrategies } from './public-strategies.ts';
import { LIVE_SCOPE } from './result-scope.ts';
import { DAY_MS } from '../../shared/time.ts';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

const TODAY = Date.now();
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it('a trade of thirty days ago counts after the clock was set back, whatever was changed since', async () => {
  const { database, marketRuns: trading } = server.backend.parts;
  const ids = await database.read
    .selectFrom('strategies')
    .select('id')
    .where('is_public', '=', 1)
    .orderBy('id')
    .execute();
  const [first, second] = ids.map(({ id }) => id) as [number, number];
  const at = TODAY - 29 * DAY_MS;
  await database.write(1, (tx) =>
    bookTrades(tx, [
      {
        ...{ user_id: 1, strategy_id: first, position_id: null, symbol: 'SBIN', mode: 'live' },
        ...{ source: LIVE_SCOPE.source, run_id: LIVE_SCOPE.runId ?? 0, side: 'long', product: 'intraday' },
        ...{ quantity: 1, gross: 500, charges: 0, net: 500, entry_at: at - 1, entry_price: 100 },
        ...{ entry_reason: '', exit_at: at, exit_price: 100, exit_reason: '', charge_items_json: '{}' },
      } as never,
    ]),
  );
  let now = TODAY + 3 * DAY_MS;
  const publicOnes = new PublicStrategies(
    database,
    {
      simulated: {
        ...trading.simulated,
        session: {
          get now() {
            return now;
          },
        },
      },
    } as never,
    { now: () => now },
  );
  const recentAt = async () => (await publicOnes.resultsIn(LIVE_SCOPE, now)).byId.get(first)?.recent.length;
  expect(await recentAt()).toBe(0);
  now = TODAY;
  expect(await recentAt()).toBe(1);
  await writeForAll(database, ({ query }) =>
    query.updateTable('strategies').set({ name: 'Renamed' }).where('id', '=', second).execute(),
  );
  expect(await recentAt()).toBe(1);
});
