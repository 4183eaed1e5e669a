import { DataFrame, type IDataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy } from 'grademark';
import { type Bar, type Bars, barsFrom } from '../../src/engine/bars.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { compileRules } from '../../src/engine/rules/compile.ts';
import type { CompiledRules } from '../../src/engine/rules/compiled-rules.ts';
import { simulate } from '../../src/engine/simulation/simulate.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { DAY_MS, istDayStart, MINUTE_MS } from '../../src/shared/time.ts';

/*
 * A moving-average cross with stop-loss and target, written for this engine and for grademark, and a market on which
 * the two trade alike. They differ where grademark does not look at stops and exits on the entry bar, nor at entries
 * on the bar of an exit, and fills a stop at its level even when the open is beyond it. So a cross counts once a second
 * bar has confirmed it, every bar opens where the one before closed, and no bar is as long as the stop is away.
 */
const FAST = 10;
const SLOW = 30;
const STOP_PAISE = 8_00;
const TARGET_PAISE = 15_00;
const HOME_PAISE = 1000_00;
const TICK = 5;
const BARS_A_DAY = 75;
const CAPITAL = 10_00_00_000_00;

const sma = (period: number, offset = 0) =>
  ({ kind: 'indicator', indicator: { name: 'sma', period }, offset }) as const;

/** The rules for a market of these instruments. */
export const crossRules = (instruments: string[], timeframe: '5m' | '1d'): CompiledRules => {
  const compare = (operator: '>' | '<=', offset = 0) =>
    ({ kind: 'compare', left: sma(FAST, offset), operator, right: sma(SLOW, offset), forBars: 2 }) as const;
  const document: RuleDocumentInput = {
    version: 1,
    instruments,
    timeframe,
    side: 'long',
    product: 'delivery',
    entry: { kind: 'all', conditions: [compare('>'), compare('<=', 2)] },
    exit: compare('<='),
    stopLoss: { kind: 'points', rupees: STOP_PAISE / 100 },
    target: { kind: 'points', rupees: TARGET_PAISE / 100 },
    size: { kind: 'fixed', quantity: 100 },
    maxTradesPerDay: 500,
  };
  return compileRules(RuleDocumentSchema.parse(document));
};

/** Bars of five minutes or a day that wander about one price. */
export const crossBars = (seed: string, length: number, timeframe: '5m' | '1d'): Bars => {
  const random = seededRandom(seed);
  const onTick = (price: number) => Math.round(price / TICK) * TICK;
  const start = istDayStart('2016-01-04');
  const shock = () => Math.max(-3, Math.min(3, random.normal())) / 1000;
  let close = HOME_PAISE;
  const rows = Array.from({ length }, (_, index): Bar => {
    const open = close;
    close = onTick(open * (1 + shock() - 0.0005 * Math.log(open / HOME_PAISE)));
    const day = timeframe === '1d' ? index : Math.floor(index / BARS_A_DAY);
    const minute = timeframe === '1d' ? 0 : 555 + (index % BARS_A_DAY) * 5;
    return {
      time: start + day * DAY_MS + minute * MINUTE_MS,
      open,
      high: onTick(Math.max(open, close) * (1 + Math.abs(shock()) / 3)),
      low: onTick(Math.min(open, close) * (1 - Math.abs(shock()) / 3)),
      close,
      volume: 1_000,
    };
  });
  const bars = barsFrom(rows);
  if (!bars.ok) throw new Error(bars.failure.message);
  return bars.value;
};

/** Trade on which two engines must agree. Times in epoch ms, prices in paise. */
export interface PlainTrade {
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly exitTime: number;
  readonly exitPrice: number;
}

/** Our trades by symbol, over all series with one cash. They include the charges of every leg. */
export const runOurs = (
  rules: CompiledRules,
  series: readonly { symbol: string; bars: Bars }[],
): Map<string, PlainTrade[]> => {
  const result = simulate({
    rules,
    series: series.map(({ symbol, bars }) => ({ instrument: { symbol, kind: 'equity' }, bars })),
    capital: CAPITAL,
  });
  if (!result.ok) throw new Error(result.failure.message);
  const bySymbol = new Map<string, PlainTrade[]>(series.map(({ symbol }) => [symbol, []]));
  for (const trade of result.value.trades) bySymbol.get(trade.symbol)?.push(trade);
  return bySymbol;
};

interface PeerBar extends IBar {
  readonly time: Date;
}

interface MarkedBar extends PeerBar {
  readonly enters: boolean;
  readonly leaves: boolean;
}

/** The bars in grademark's own form. */
export const peerFrame = (bars: Bars): IDataFrame<number, PeerBar> => {
  const at = (column: Float64Array, index: number) => column[index] as number;
  return new DataFrame(
    Array.from({ length: bars.length }, (_, index): PeerBar => ({
      time: new Date(at(bars.time, index)),
      open: at(bars.open, index),
      high: at(bars.high, index),
      low: at(bars.low, index),
      close: at(bars.close, index),
      volume: at(bars.volume, index),
    })),
  );
};

/** The moving average as data-forge's own indicators take it: the average of each rolling window. */
const rollingAverage = (frame: IDataFrame<number, PeerBar>, period: number): number[] => {
  const averages = frame
    .deflate((bar) => bar.close)
    .rollingWindow(period)
    .select((window) => window.average());
  return [...Array<number>(period - 1).fill(Number.NaN), ...averages.toArray()];
};

const strategy: IStrategy<PeerBar, MarkedBar> = {
  prepIndicators: ({ inputSeries }) => {
    const rows = inputSeries.toArray();
    const [fast, slow] = [rollingAverage(inputSeries, FAST), rollingAverage(inputSeries, SLOW)];
    const isAbove = (index: number) => (fast[index] as number) > (slow[index] as number);
    const isBelow = (index: number) => (fast[index] as number) <= (slow[index] as number);
    return new DataFrame(
      rows.map((row, index) => {
        const leaves = isBelow(index) && isBelow(index - 1);
        const enters = isAbove(index) && isAbove(index - 1) && isBelow(index - 2) && isBelow(index - 3);
        return { ...row, enters, leaves };
      }),
    );
  },
  entryRule: (enterPosition, { bar }) => {
    if (bar.enters) enterPosition();
  },
  exitRule: (exitPosition, { bar }) => {
    if (bar.leaves) exitPosition();
  },
  stopLoss: () => STOP_PAISE,
  profitTarget: () => TARGET_PAISE,
};

/** Grademark's trades on one series, without charges, which it does not have. */
export const runPeer = (frame: IDataFrame<number, PeerBar>): PlainTrade[] =>
  backtest(strategy, frame).map(({ entryTime, entryPrice, exitTime, exitPrice }) => ({
    entryTime: entryTime.getTime(),
    entryPrice,
    exitTime: exitTime.getTime(),
    exitPrice,
  }));

/** Whether two lists of trades are the same, trade by trade. */
export const areSame = (ours: readonly PlainTrade[], peer: readonly PlainTrade[]): boolean =>
  ours.length === peer.length &&
  ours.every((trade, index) => {
    const other = peer[index];
    return (
      trade.entryTime === other?.entryTime &&
      trade.entryPrice === other.entryPrice &&
      trade.exitTime === other.exitTime &&
      trade.exitPrice === other.exitPrice
    );
  });
