import { beforeAll, describe, expect, it } from 'vitest';
import {
  dailyFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../tests/support/market-files.ts';
import { type Bar, barsFrom } from '../../engine/bars.ts';
import { findLookAhead } from '../../engine/look-ahead.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type { CompiledRules } from '../../engine/rules/compiled-rules.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import type { SimulatedSeries } from '../../engine/simulation/simulation.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { nextTradingDay } from '../../engine/trading/trading-day.ts';
import { aggregateBars } from '../market/candle-aggregate.ts';
import { parseFile } from '../market/import/parse-file.ts';
import { findInstrument, INSTRUMENT_MASTER } from '../market/instrument-master.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionBars,
  sessionDailyBar,
  simulateDay,
} from '../market/simulated/simulated-market.ts';
import { HOUSE_STRATEGIES } from './house-strategies.ts';

const SEED = 11;
const FIRST_DAY = '2024-06-03';
const DAYS = 280;
const MINUTE_DAYS = 15;
const COARSE_STEP_MINUTES = 25;
const CUTS = 40;

/** Candles by instrument: of the first days each minute, of all of them each day. */
interface Market {
  readonly minutes: ReadonlyMap<string, readonly Bar[]>;
  readonly days: ReadonlyMap<string, readonly Bar[]>;
}

const simulatedMarket = (): Market => {
  const minutes = new Map<string, Bar[]>(INSTRUMENT_MASTER.map(({ symbol }) => [symbol, []]));
  const days = new Map<string, Bar[]>(INSTRUMENT_MASTER.map(({ symbol }) => [symbol, []]));
  let state: MarketDayState = firstDayState(FIRST_DAY);
  for (let count = 0; count < DAYS; count++) {
    const isFine = count < MINUTE_DAYS;
    const day = simulateDay(SEED, state, isFine ? 1 : COARSE_STEP_MINUTES);
    for (const session of day.sessions) {
      if (session.minutes === 0) continue;
      days.get(session.row.symbol)?.push(sessionDailyBar(session));
      if (isFine) minutes.get(session.row.symbol)?.push(...sessionBars(session));
    }
    state = { day: nextTradingDay(day.day), closes: day.closes, logVolatility: day.logVolatility };
  }
  return { minutes, days };
};

const realMarket = (): Market => {
  const read = (files: readonly { name: string; text: string }[]) => {
    const all = new Map<string, Bar[]>();
    for (const { name, text } of files)
      for (const [symbol, bars] of parseFile(name, text).series)
        all.set(symbol, [...(all.get(symbol) ?? []), ...bars]);
    return all;
  };
  return { minutes: read(minuteFiles()), days: read(dailyFiles()) };
};

const rulesOf = ({ name, document }: (typeof HOUSE_STRATEGIES)[number]): CompiledRules => {
  const parsed = parseRuleDocument(document);
  if (!parsed.ok) throw new Error(`${name}: ${parsed.failure.message}`);
  return compileRules(parsed.value);
};

/** The candles of a strategy's instruments that a market has. */
const seriesOf = (market: Market, rules: CompiledRules, atMost: number): SimulatedSeries[] => {
  const candles = (symbol: string, timeframe: Timeframe): readonly Bar[] => {
    const kind = findInstrument(symbol)?.kind ?? 'equity';
    if (timeframe === '1d') return market.days.get(symbol) ?? [];
    return aggregateBars(market.minutes.get(symbol) ?? [], timeframe, kind);
  };
  return rules.document.instruments.flatMap((symbol) => {
    const instrument = findInstrument(symbol);
    const bars = barsFrom(candles(symbol, rules.document.timeframe).slice(-atMost));
    if (!instrument || !bars.ok) throw new Error(`${symbol} has no candles.`);
    return bars.value.length > 0 ? [{ instrument, bars: bars.value }] : [];
  });
};

const named = HOUSE_STRATEGIES.map((strategy) => [strategy.name, strategy] as const);

describe('shipped strategies', () => {
  it('have names of their own, and instruments that there are', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
    for (const [, strategy] of named)
      for (const symbol of rulesOf(strategy).document.instruments)
        expect(findInstrument(symbol)).toBeDefined();
  });
});

describe('shipped strategies on the simulated market', () => {
  let market: Market;
  beforeAll(() => {
    market = simulatedMarket();
  });

  it.each(named)('%s does not look ahead', (_name, strategy) => {
    const rules = rulesOf(strategy);
    const report = findLookAhead({ rules, series: seriesOf(market, rules, 1_500), cuts: CUTS });
    expect(report.differences).toEqual([]);
    expect(report.barsCompared).toBeGreaterThan(1_000);
  });

  it('the momentum portfolio holds ten shares at most and spends no more than it has', () => {
    const strategy = HOUSE_STRATEGIES.find(({ document }) => document.rotation);
    if (!strategy) throw new Error('There is no portfolio among the shipped strategies.');
    const rules = rulesOf(strategy);
    expect(rules.document.instruments).toHaveLength(50);
    const result = simulate({ rules, series: seriesOf(market, rules, DAYS), capital: strategy.capital });
    if (!result.ok) throw new Error(result.failure.message);
    const { trades, curve, rejections } = result.value;
    expect(trades.length).toBeGreaterThan(10);
    expect(rejections).toEqual([]);
    expect(Math.max(...curve.positions)).toBe(10);
    expect(Math.min(...curve.cash)).toBeGreaterThanOrEqual(0);
  });
});

describe.skipIf(!hasRealFiles)(
  `shipped strategies on the real NSE files ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`,
  () => {
    let market: Market;
    beforeAll(() => {
      market = realMarket();
    });
    const has = ({ document }: (typeof HOUSE_STRATEGIES)[number]) =>
      document.timeframe === '1d' || document.timeframe === '1m';

    it.each(named.filter(([, strategy]) => has(strategy)))('%s does not look ahead', (_name, strategy) => {
      const rules = rulesOf(strategy);
      const report = findLookAhead({ rules, series: seriesOf(market, rules, 1_500), cuts: CUTS });
      expect(report.differences).toEqual([]);
      expect(report.barsCompared).toBeGreaterThan(10_000);
    });
  },
);
