import type { Bar } from '../../../engine/bars.ts';
import { plainRupees } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';

/** The first line of a file of candles. */
export const CSV_HEADER = 'timestamp,open,high,low,close,volume\n';

/** Candles as lines: the start in India's time, prices in rupees. */
export const csvLines = (bars: readonly Bar[]): string =>
  bars
    .map(
      ({ time, open, high, low, close, volume }) =>
        `${istIso(time)},${plainRupees(open)},${plainRupees(high)},${plainRupees(low)},${plainRupees(close)},${volume}\n`,
    )
    .join('');
