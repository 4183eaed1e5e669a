import { THIRTY_DAYS_MS } from '../../shared/time.ts';
import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

const DAYS = 60;
/** The last days of NIFTY in the market in use. */
export const niftyDays = createResource(
  () => api.market.candles({ symbol: 'NIFTY', timeframe: '1d', limit: DAYS }),
  { isQuiet: true },
);

export interface DailyCloses {
  readonly time: readonly number[];
  readonly close: readonly number[];
}

/** Price change in percent over all the days, and when they begin. Null where there are not two. */
export const wholeChange = ({
  time,
  close,
}: DailyCloses): { readonly percent: number; readonly from: number } | null => {
  const [from, first, last] = [time[0], close[0], close.at(-1)];
  return from === undefined || first === undefined || last === undefined || close.length < 2
    ? null
    : { percent: ((last - first) / first) * 100, from };
};

/** Price change in percent over the 30 days to the last candle. Null where there are fewer. */
export const monthChange = ({ time, close }: DailyCloses): number | null => {
  const from = (time.at(-1) ?? 0) - THIRTY_DAYS_MS;
  const [last, before] = [close.at(-1), close[time.findLastIndex((at) => at <= from)]];
  return last === undefined || before === undefined ? null : ((last - before) / before) * 100;
};
