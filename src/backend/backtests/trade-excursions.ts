import { type Excursions, excursionsOf } from '../../engine/analysis/excursion.ts';
import { type Bar, barAt, type Bars } from '../../engine/bars.ts';
import type { Trade } from '../../engine/simulation/simulation.ts';
import { TIMEFRAME_MINUTES, type Timeframe } from '../../shared/rule-document.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { indexAt } from './run-rules.ts';

/** Largest loss and profit of a trade while it was open; null where they are not known. */
export type ExcursionsOf = (trade: Trade) => Excursions | null;

/** Excursions of trades on a run's candles, in their rows' prices. */
export const excursionsOn =
  (bars: ReadonlyMap<string, Bars>, timeframe: Timeframe): ExcursionsOf =>
  (trade) => {
    const series = bars.get(trade.symbol);
    if (!series) return null;
    const within: Bar[] = [];
    const end = indexAt(series, trade.exitTime);
    for (let at = indexAt(series, trade.entryTime); at < end; at++) within.push(barAt(series, at));
    const lived = {
      ...{ side: trade.side, quantity: trade.quantity, entryAt: trade.entryTime, exitAt: trade.exitTime },
      ...{ entryPrice: Math.round(trade.entryPrice), exitPrice: Math.round(trade.exitPrice) },
    };
    return excursionsOf(lived, within, TIMEFRAME_MINUTES[timeframe] * MINUTE_MS);
  };
