import { afterAll, expect, it } from 'vitest';
import { dailyFiles, hasRealFiles, minuteFiles } from '../../tests/support/market-files.ts';
import { openStream } from '../../tests/support/stream-reader.ts';
import { requestOf, startTestBackend, type TestBackend } from '../../tests/support/test-backend.ts';
import { until } from '../../tests/support/until.ts';
import { contract } from '../shared/contract/index.ts';
import { toInside } from '../shared/contract/wire-mapping.ts';

/** Far beyond what the screens offer, so that a test takes seconds. */
const SPEED = 6_000;

let server: TestBackend;
afterAll(() => server.dispose());

it(
  `the main job over the wire, on ${hasRealFiles ? 'the real NSE files' : 'made-up files (the NSE files in ../shared/data are not there)'}`,
  { timeout: 120_000 },
  async () => {
    server = await startTestBackend();
    await server.backend.prepared;
    const user = await server.register('newcomer');

    // The best of the top ten that trades NIFTY minute by minute.
    const topTen = await user.call('home.topTen', { thirtyDay: '1', test: '1' });
    expect(topTen.length).toBeGreaterThan(0);
    const details = await Promise.all(
      topTen.map(({ strategyId }) => user.call('strategies.details', { strategyId })),
    );
    const chosen = details.find(
      ({ strategy }) => strategy.instruments.join() === 'NIFTY' && strategy.segment === 'index',
    );
    const { strategyId } = await user.call('strategies.clone', { strategyId: chosen!.strategy.strategyId });
    expect(strategyId).not.toBe(chosen!.strategy.strategyId);

    // Imported: the daily files beside the minutes, as a person would drop the whole folder.
    const report = await user.call('market.import', { files: [...dailyFiles(), ...minuteFiles()] });
    expect(report.rowsRefused).toBe(0);
    expect(report.rowsKept).toBeGreaterThan(hasRealFiles ? 100_000 : 700);
    expect(report.rowsKept + report.rowsRepeated + report.rowsOutsideSession).toBe(report.rowsRead);

    const stream = await openStream(server.url, user.accessToken);
    await user.call('stream.watch', { symbols: ['NIFTY'] });
    await user.call('strategies.start', { strategyId });
    await user.call('market.replay', { action: 'start', speed: 600, from: '2022-10-03', symbols: ['NIFTY'] });
    const trading = server.backend.parts.marketRuns;
    const { id } = await user.call('profile.mine');
    await trading.setSpeed(trading.requireReplay(id), SPEED);

    const of = (type: string) => stream.received.filter(({ event }) => event.type === type);
    await until('a trade on the stream', () => Promise.resolve(of('trade').length > 0), 60_000);
    for (const type of ['order', 'position', 'alert', 'quote'])
      expect(of(type).length, type).toBeGreaterThan(0);
    const trades = await user.call('positions.trades', { isTest: 1 });
    const [trade] = (trades.test_tradehistory ?? []).slice(-1);
    expect(trade).toMatchObject({ strategyId, symbol: 'NIFTY', source: 'replay', mode: 'test' });
    expect(trade!.net).toBe(trade!.gross - trade!.charges);
    expect(trade!.charges).toBeGreaterThan(0);
    expect(await user.call('alerts.count', {})).toBeGreaterThan(0);

    await user.call('strategies.stop', { strategyId });
    await user.call('strategies.sell', { strategyId });
    await until(
      'everything to be sold',
      async () => (await user.call('positions.open', {})).list.length === 0,
      30_000,
    );
    await user.call('market.replay', { action: 'pause' });
    const before = await user.call('positions.trades', { isTest: 1, pageSize: 100 });
    stream.close();

    await server.close();
    server = await startTestBackend({ dataDir: server.dataDir });
    await server.backend.prepared;
    const ask = await fetch(`${server.url}/userapi/tradehistory`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      body: requestOf('positions.trades', { isTest: 1, pageSize: 100 }).body,
    });
    const after = (await ask.json()) as { data: unknown };
    expect(toInside(contract.positions.trades.output, after.data)).toEqual(before);
    expect(before.total).toBeGreaterThan(0);
  },
);
