import type { RunDetail } from '../../src/shared/contract/backtests.ts';
import type { TestUser } from './test-backend.ts';
import { until } from './until.ts';

/** A backtest on imported prices, once it has ended. Its capital is ten lakh. */
export const endedBacktest = async (
  user: TestUser,
  document: object,
  days: readonly string[],
  more: object = {},
): Promise<RunDetail> => {
  const { backtestId } = await user.call('backtests.start', {
    document,
    source: 'replay',
    from_date: days[0] ?? '',
    to_date: days.at(-1) ?? '',
    capital: 10_00_000_00,
    ...more,
  });
  return until('the run to end', async () => {
    const { backtest } = await user.call('backtests.list', { backtestId });
    return backtest?.finishedAt ? backtest : null;
  });
};
