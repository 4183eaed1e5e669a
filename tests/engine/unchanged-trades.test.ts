import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aggregateBars } from '../../src/backend/market/candle-aggregate.ts';
import { parseFile } from '../../src/backend/market/import/parse-file.ts';
import { findInstrument } from '../../src/backend/market/instrument-master.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionBars,
  sessionDailyBar,
  simulateDay,
} from '../../src/backend/market/simulated/simulated-market.ts';
import type { Bar } from '../../src/engine/bars.ts';
import { compileRules } from '../../src/engine/rules/compile.ts';
import { parseRuleDocument } from '../../src/engine/rules/parse.ts';
import { simulate } from '../../src/engine/simulation/simulate.ts';
import type { Trade } from '../../src/engine/simulation/simulation.ts';
import { nextTradingDay } from '../../src/engine/trading/trading-day.ts';
import type { RuleDocument } from '../../src/shared/rule-document.ts';
import { dailyFiles, hasRealFiles, minuteFiles, WITHOUT_REAL_FILES } from '../support/market-files.ts';
import { goodBars } from './arbitraries.ts';

/** Trades of a document on some candles: how many, and their digest. */
interface Outcome {
  readonly trades: number;
  readonly digest: string;
}

/**
 * A strategy of the house, and the trades that it made. It is as it was before rules could ask about levels, days and
 * other candles. Whatever rules learn since, it trades as before.
 */
interface Recorded {
  readonly name: string;
  readonly document: object;
  readonly madeUp: Outcome;
  readonly real: Outcome;
}

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/trades-of-version-1.json'), 'utf8'),
) as Recorded[];

/** Candles of each instrument: minutes, and days. */
interface Candles {
  readonly minutes: ReadonlyMap<string, readonly Bar[]>;
  readonly days: ReadonlyMap<string, readonly Bar[]>;
}

const SEED = 11;
/** Days with minutes, and days with daily candles alone after them. */
const [MINUTE_DAYS, ALL_DAYS] = [12, 320] as const;

const add = (all: Map<string, Bar[]>, symbol: string, bars: readonly Bar[]): void => {
  const known = all.get(symbol) ?? [];
  all.set(symbol, known);
  known.push(...bars);
};

const madeUpCandles = (): Candles => {
  const [minutes, days] = [new Map<string, Bar[]>(), new Map<string, Bar[]>()];
  let state: MarketDayState = firstDayState('2024-06-03');
  for (let count = 0; count < ALL_DAYS; count++) {
    const isWhole = count < MINUTE_DAYS;
    const day = simulateDay(SEED, state, isWhole ? 1 : 25);
    for (const session of day.sessions) {
      if (session.minutes === 0) continue;
      const { symbol } = session.row;
      if (isWhole) add(minutes, symbol, sessionBars(session));
      add(days, symbol, [sessionDailyBar(session)]);
    }
    state = { day: nextTradingDay(day.day), closes: day.closes, logVolatility: day.logVolatility };
  }
  return { minutes, days };
};

const realCandles = (): Candles => {
  const [minutes, days] = [new Map<string, Bar[]>(), new Map<string, Bar[]>()];
  for (const { name, text } of minuteFiles())
    for (const [symbol, bars] of parseFile(name, text).series) add(minutes, symbol, bars);
  for (const { name, text } of dailyFiles())
    for (const [symbol, bars] of parseFile(name, text).series) add(days, symbol, bars);
  return { minutes, days };
};

const outcomeOf = (document: RuleDocument, { minutes, days }: Candles): Outcome => {
  const series = document.instruments.flatMap((symbol) => {
    const kind = findInstrument(symbol)?.kind ?? 'equity';
    const rows =
      document.timeframe === '1d'
        ? (days.get(symbol) ?? [])
        : aggregateBars(minutes.get(symbol) ?? [], document.timeframe, kind);
    return rows.length > 0 ? [{ instrument: { symbol, kind }, bars: goodBars(rows) }] : [];
  });
  const run = simulate({
    rules: compileRules(document),
    series,
    capital: 20_00_000_00,
    slippage: { kind: 'ticks', ticks: 1 },
  });
  const trades: readonly Trade[] = run.ok ? run.value.trades : [];
  return {
    trades: trades.length,
    digest: createHash('sha256').update(JSON.stringify(trades)).digest('hex').slice(0, 24),
  };
};

const parsed = (document: object): RuleDocument => {
  const result = parseRuleDocument(document);
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
};

describe.each([
  ['made-up candles', 'madeUp', madeUpCandles],
  [`real candles ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`, 'real', realCandles],
] as const)('a document of version 1 on %s', (_, which, candlesOf) => {
  it.skipIf(which === 'real' && !hasRealFiles)(
    'makes the trades it always made',
    () => {
      const candles = candlesOf();
      const made = recorded.map(({ name, document }) => ({ name, ...outcomeOf(parsed(document), candles) }));
      expect(made).toEqual(recorded.map((one) => ({ name: one.name, ...one[which] })));
      expect(made.reduce((sum, { trades }) => sum + trades, 0)).toBeGreaterThan(500);
    },
    120_000,
  );
});
