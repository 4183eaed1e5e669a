import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, until } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';

let desk: TestBackend;

beforeAll(async () => {
  desk = await startTestBackend();
  await desk.backend.prepared;
}, 60_000);
afterAll(() => desk.dispose());

describe('the tax report', () => {
  it('of a backtest has every closed trade of it, by class, adding up to its gross result', async () => {
    const user = await desk.register('tax');
    const { now } = desk.backend.parts.desk.simulated.session;
    const { backtestId } = await user.call('backtests.start', {
      document: {
        version: 1,
        instruments: ['RELIANCE', 'ITC', 'SBIN'],
        timeframe: '1d',
        side: 'long',
        product: 'delivery',
        entry: {
          kind: 'compare',
          left: { kind: 'price', field: 'close' },
          operator: '>',
          right: { kind: 'price', field: 'open' },
        },
        exit: {
          kind: 'compare',
          left: { kind: 'position', field: 'bars-held' },
          operator: '>=',
          right: { kind: 'constant', value: 5 },
        },
        size: { kind: 'capital-percent', percent: 30 },
      },
      from_date: istDate(now - 250 * DAY_MS),
      to_date: istDate(now - DAY_MS),
      capital: 5_00_000_00,
    });
    await until('the run', async () => {
      const { backtest } = await user.call('backtests.list', { backtestId });
      return backtest?.state === 'done' ? backtest : null;
    });
    const { backtest_tradehistory: trades } = await user.call('backtests.trades', {
      backtestId,
      pageSize: 100,
    });
    const closed = trades.filter((trade) => !trade.isOpenAtEnd);
    const { years } = await user.call('reports.tax', { backtestId });
    expect(years.length).toBeGreaterThan(0);
    let [disposals, net, deductible, stt] = [0, 0, 0, 0];
    for (const financialYear of years) {
      const report = await user.call('reports.tax', { backtestId, financialYear });
      expect(report.source).toBe('simulated');
      for (const bucket of report.buckets) {
        disposals += bucket.disposals;
        net += bucket.net;
        deductible += bucket.deductible;
        stt += bucket.stt;
      }
      const lines = report.csv.split('\r\n');
      expect(lines[0]).toContain('Financial year,Class,Symbol');
      expect(lines.filter((line) => line.startsWith(financialYear)).length).toBeGreaterThan(4);
    }
    expect(disposals).toBeGreaterThanOrEqual(closed.length);
    const gross = closed.reduce((sum, trade) => sum + trade.gross, 0);
    const charges = closed.reduce((sum, trade) => sum + trade.charges, 0);
    expect(net + deductible).toBe(gross);
    // Each line rounds its own charges once.
    expect(Math.abs(deductible + stt - charges)).toBeLessThanOrEqual(disposals + closed.length);
  });

  it('of somebody else’s backtest is not there', async () => {
    const user = await desk.register('foreign');
    await expect(user.call('reports.tax', { backtestId: 1 })).rejects.toThrow(/backtest/);
  });

  it('of nothing at all is a report of the year at hand without a line', async () => {
    const user = await desk.register('nothing');
    const report = await user.call('reports.tax', { mode: 'live' });
    expect(report.years).toEqual([]);
    expect(report.buckets.every(({ disposals }) => disposals === 0)).toBe(true);
    expect(report.capitalGains).toEqual({ shortTerm: 0, longTerm: 0, exemption: 0, tax: 0 });
  });

  it('of test trades says which source it is of', async () => {
    const user = await desk.register('testtax');
    expect((await user.call('reports.tax', { mode: 'test' })).source).toBe('simulated');
  });
});
