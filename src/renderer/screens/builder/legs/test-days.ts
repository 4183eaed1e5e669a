import { MAX_PAGE_SIZE } from '../../../../shared/page-size.ts';
import { DAY_MS, istDate, istDayStart } from '../../../../shared/time.ts';
import { api } from '../../../api/api.ts';
import { createPaneResource } from '../../../state/resource.ts';

/** Longest stretch that is proposed, calendar days. */
const MOST_DAYS = 60;

/** Instruments found by an underlying's name, with the days of their candles. */
export const underlyingHistory = createPaneResource(({ underlying }: { underlying: string }) =>
  api.market.instruments({ search: underlying, pageSize: MAX_PAGE_SIZE }),
);

interface Stretch {
  readonly source: string;
  readonly timeframe: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Days that a backtest of legs is proposed for. They are the latest with minutes, or else with daily candles, up to
 * yesterday. `now` is market time, epoch ms. Where nothing is known, the days before it.
 */
export const proposedDays = (
  history: readonly Stretch[],
  source: 'simulated' | 'replay',
  now: number,
): { readonly from: string; readonly to: string } => {
  const of = (timeframe: string) =>
    history.find((one) => one.source === source && one.timeframe === timeframe);
  const known = of('1m') ?? of('1d');
  const yesterday = istDate(now - DAY_MS);
  const to = known && known.to < yesterday ? known.to : yesterday;
  const first = istDate(istDayStart(to) - (MOST_DAYS - 1) * DAY_MS);
  const from = known && known.from > first ? known.from : first;
  return { from: from > to ? to : from, to };
};
