import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MadeUpAccount, madeUpBar } from '../../../../tests/support/fetch-world.ts';
import { ownLink } from '../../../../tests/support/live-sample.ts';
import { SeededLinks } from '../../../../tests/support/seeded-link.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { istDate, istDayStart, istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import type { LinkBroker } from '../../brokers/broker-link.ts';
import { loadBars } from '../../market/candle-store.ts';

let server: TestBackend;
const hasRead = Promise.withResolvers<void>();
const asked = Promise.withResolvers<void>();
const now = Date.parse('2026-11-20T10:00:00+05:30');
const began = Date.now();

beforeAll(async () => {
  const links = new SeededLinks();
  const account = new MadeUpAccount();
  const linkBroker: LinkBroker = async (apiKey) => {
    const link = await links.link(apiKey);
    return {
      ...link,
      open: (session, listener) => {
        const open = link.open(session, listener);
        const candles = (
          { symbol }: { symbol: string },
          timeframe: string,
          range: { from: number; until: number },
        ) => {
          asked.resolve();
          return account.pastCandles(symbol, timeframe, range);
        };
        return { ...open, broker: Object.assign(open.broker, { candles }) };
      },
    };
  };
  server = await startTestBackend({ linkBroker, clock: { now: () => now + Date.now() - began } });
}, 60_000);
afterAll(() => server.dispose());

it('an import and a fetch of the same month lose nothing of each other', async () => {
  const user = await server.register('both');
  await user.call('live.link', ownLink());
  const { imports, database } = server.backend.parts;
  const run = imports.pool.run.bind(imports.pool);
  // The import has read what is kept, and writes later.
  vi.spyOn(imports.pool, 'run').mockImplementationOnce(async (...task) => {
    const read = await run(...task);
    hasRead.resolve();
    await asked.promise;
    await wait(300);
    return read;
  });
  const day = istDayStart('2026-11-19');
  const time = day + 600 * MINUTE_MS;
  const bar = madeUpBar('SBIN', time);
  const price = (paise: number): string => (paise / 100).toFixed(2);
  // Two rows: the minutes of a file are labelled by their start where more of them begin a session than end one.
  const rows = [day + 555 * MINUTE_MS, time].map((at) =>
    [
      'SBIN',
      istDate(istMidnight(at)).replaceAll('-', ''),
      at === time ? '10:00' : '09:15',
      ...[bar.open, bar.high, bar.low, bar.close].map(price),
      bar.volume,
    ].join(','),
  );
  const importing = user.call('market.import', {
    files: [{ name: 'sbin.csv', text: `${rows.join('\n')}\n` }],
  });
  await hasRead.promise;
  const { fetches } = await user.call('market.fetchHistory', { symbols: ['SBIN'], years: 1 });
  expect((await importing).rowsKept).toBe(2);
  await until('the fetch', async () => {
    const [fetch] = (await user.call('market.fetches')).fetches;
    return fetch?.fetchId === fetches[0]?.fetchId && fetch?.state === 'done';
  });
  const { id: ownerId } = await user.call('profile.mine', {});
  const key = { ownerId, source: 'replay', symbol: 'SBIN', timeframe: '1m' } as const;
  const ofDay = (await loadBars(database.read, key)).filter(({ time: at }) => at >= day);
  // Five minutes of the fetch, one more of the import, and one that both have.
  expect(ofDay.map(({ time: at }) => (at - day) / MINUTE_MS)).toEqual([555, 556, 557, 558, 559, 600]);
}, 60_000);
