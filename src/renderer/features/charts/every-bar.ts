import { useEffect, useRef } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import { type Timeframe, TIMEFRAME_MINUTES } from '../../../shared/rule-document.ts';
import { DAY_MS, IST_OFFSET_MS, MINUTE_MS } from '../../../shared/time.ts';
import { useQuote } from '../../state/quotes.ts';
import { RELOAD_INTERVAL_MS } from '../../state/reload-on-facts.ts';

/** The market opens at a quarter past. So bars of half an hour and more end at a quarter past or to. */
const QUARTER_HOUR = 15;
const barLength = (timeframe: Timeframe): number =>
  timeframe === '1d' ? DAY_MS : Math.min(TIMEFRAME_MINUTES[timeframe], QUARTER_HOUR) * MINUTE_MS;

interface Charted {
  /** Null while nothing is shown. */
  readonly source: Source | null;
  readonly symbol: string;
  readonly timeframe: Timeframe;
}

/**
 * React hook: asks for the bars as soon as the market has left the last one that is known. Where bars end faster than
 * that, as in a fast replay, they are asked for at a steady pace. `reload` must stay the same.
 */
export const useEveryBar = ({ source, symbol, timeframe }: Charted, reload: () => Promise<unknown>): void => {
  const length = barLength(timeframe);
  const bar = useQuote(source, symbol, (quote) =>
    quote === undefined ? null : Math.floor((Date.parse(quote.at) + IST_OFFSET_MS) / length),
  );
  const first = useRef(bar);
  const askedAt = useRef(-Infinity);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    if (bar === null || bar === first.current) return;
    first.current = bar;
    const wait = Math.max(0, askedAt.current + RELOAD_INTERVAL_MS - performance.now());
    // A question that waits for its turn is answered with this bar too.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      askedAt.current = performance.now();
      void reload();
    }, wait);
  }, [bar, reload]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
};
