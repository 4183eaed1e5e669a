import { describe, expect, it } from 'vitest';
import type { Bar } from '../../../engine/bars.ts';
import { istMidnight } from '../../../shared/time.ts';
import {
  dailyFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../../tests/support/market-files.ts';
import { nextTradingDay } from '../../../engine/trading/trading-day.ts';
import { contractOf } from '../instrument-master.ts';
import { parseFile } from '../import/parse-file.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionBars,
  sessionDailyBar,
  type SimulatedDay,
  simulateDay,
} from './simulated-market.ts';

const SEED = 11;
const FIRST_DAY = '2025-06-02';

/** Days of the simulated market, one growing from the other. */
const simulatedDays = (count: number, stepMinutes: number, seed = SEED): SimulatedDay[] => {
  const days: SimulatedDay[] = [];
  let state: MarketDayState = firstDayState(FIRST_DAY);
  for (let index = 0; index < count; index++) {
    const day = simulateDay(seed, state, stepMinutes);
    days.push(day);
    state = { day: nextTradingDay(day.day), closes: day.closes, logVolatility: day.logVolatility };
  }
  return days;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
};
const kurtosis = (values: readonly number[]): number => {
  const centre = mean(values);
  return mean(values.map((value) => (value - centre) ** 4)) / deviation(values) ** 4;
};
const correlation = (values: readonly number[], lag: number): number => {
  const centre = mean(values);
  const products = values.slice(lag).map((value, index) => (value - centre) * (values[index]! - centre));
  return mean(products) / deviation(values) ** 2;
};

/** Returns from close to close in percent; with `withinDay`, none over a night. */
const returnsOf = (bars: readonly Bar[], withinDay: boolean): number[] =>
  bars
    .slice(1)
    .flatMap((bar, index) =>
      withinDay && istMidnight(bar.time) !== istMidnight(bars[index]!.time)
        ? []
        : [(bar.close / bars[index]!.close - 1) * 100],
    );

describe('the simulated market', () => {
  it('is the same for the same seed, and another for another', () => {
    const once = simulatedDays(2, 1);
    expect(simulatedDays(2, 1)).toEqual(once);
    expect(simulatedDays(2, 1, SEED + 1)[0]?.closes).not.toEqual(once[0]?.closes);
  });

  it('trades on the tick, with volume for every share and none for an index', () => {
    for (const session of simulatedDays(1, 1)[0]?.sessions ?? []) {
      const { tickSize } = contractOf(session.row, session.prices[0]!, session.open);
      expect(session.prices.every((price) => price > 0 && price % tickSize === 0)).toBe(true);
      const isIndex = session.row.kind === 'index-proxy';
      expect(session.volumes.every((volume) => (isIndex ? volume === 0 : volume > 0))).toBe(true);
    }
  });
});

describe.skipIf(!hasRealFiles)(
  `the simulated market beside the real files ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`,
  () => {
    /**
     * Expect a figure within the real ones, give or take a fifth. The slack is needed since a sample is never the same
     * twice.
     */
    const expectWithin = (figure: number, real: readonly number[], slack = 0.2): void => {
      expect(figure).toBeGreaterThan(Math.min(...real) * (1 - slack));
      expect(figure).toBeLessThan(Math.max(...real) * (1 + slack));
    };
    const symbolBars = (days: readonly SimulatedDay[], symbol: string, isDaily: boolean): Bar[] =>
      days.flatMap((day) => {
        const session = day.sessions.find((each) => each.row.symbol === symbol)!;
        return isDaily ? [sessionDailyBar(session)] : sessionBars(session);
      });

    it.each(['NIFTY', 'BANKNIFTY'])('moves minute by minute as %s does', (symbol) => {
      const real = minuteFiles()
        .filter((file) => file.name.startsWith(`${symbol}_`))
        .map((file) => returnsOf(parseFile(file.name, file.text).series.get(symbol) ?? [], true));
      const simulated = returnsOf(symbolBars(simulatedDays(60, 1), symbol, false), true);
      expectWithin(deviation(simulated), real.map(deviation));
      // Fat tails: far more than the three of a normal distribution, and no more than the files show.
      expect(kurtosis(simulated)).toBeGreaterThan(5);
      expect(kurtosis(simulated)).toBeLessThan(Math.max(...real.map(kurtosis)) * 1.5);
      expect(Math.abs(correlation(simulated, 1))).toBeLessThan(0.05);
      // Calm and lively minutes come in stretches.
      const size = (returns: readonly number[]) => correlation(returns.map(Math.abs), 1);
      expectWithin(size(simulated), real.map(size), 0.5);
    });

    it('moves day by day as the shares do', () => {
      const real = dailyFiles().map((file) => {
        const [bars = []] = parseFile(file.name, file.text).series.values();
        return returnsOf(bars, false).filter((change) => Math.abs(change) < 20);
      });
      const days = simulatedDays(500, 15);
      const shares = days[0]!.sessions.filter((session) => session.row.kind === 'equity');
      for (const { row } of shares) {
        const returns = returnsOf(symbolBars(days, row.symbol, true), false);
        expectWithin(deviation(returns), real.map(deviation));
        // One share's correlation over 500 days of changing volatility is uncertain by about 0.07 either way.
        expect(Math.abs(correlation(returns, 1)), row.symbol).toBeLessThan(0.2);
      }
      const typical = shares.map(({ row }) =>
        correlation(returnsOf(symbolBars(days, row.symbol, true), false), 1),
      );
      expect(Math.abs(typical.reduce((sum, value) => sum + value, 0) / typical.length)).toBeLessThan(0.1);
      const index = deviation(returnsOf(symbolBars(days, 'NIFTY', true), false));
      expect(index).toBeGreaterThan(0.6);
      expect(index).toBeLessThan(1);
    });

    it('trades most at both ends of a day', () => {
      const volumes = symbolBars(simulatedDays(10, 1), 'RELIANCE', false);
      const byMinute = new Map<number, number>();
      for (const bar of volumes) {
        const minute = (bar.time - istMidnight(bar.time)) / 60_000;
        byMinute.set(minute, (byMinute.get(minute) ?? 0) + bar.volume);
      }
      const clock = (from: string) => Number(from.slice(0, 2)) * 60 + Number(from.slice(3));
      const average = (from: string, to: string) =>
        mean(
          [...byMinute].flatMap(([minute, sum]) =>
            minute >= clock(from) && minute < clock(to) ? [sum] : [],
          ),
        );
      expect(average('09:15', '09:30')).toBeGreaterThan(1.8 * average('12:00', '13:30'));
      expect(average('15:15', '15:30')).toBeGreaterThan(1.5 * average('12:00', '13:30'));
    });
  },
);
