import type { Bar } from '../../../engine/bars.ts';
import { plainRupees } from '../../../shared/money.ts';
import { istIso } from '../../../shared/time.ts';

/** Candles as lines: the start in India's time, prices in rupees. */
export const csvLines = (bars: readonly Bar[]): string =>
  bars
    .map(
      ({ time, open, high, low, close, volume }) =>
        `${istIso(time)},${plainRupees(open)},${plainRupees(high)},${plainRupees(low)},${plainRupees(close)},${volume}\n`,
    )
    .join('');
