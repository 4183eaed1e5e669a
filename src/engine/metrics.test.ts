import { describe, expect, it } from 'vitest';
import { DAY_MS, istDayStart } from '../shared/time.ts';
import { NO_CHARGES } from './charges/charges.ts';
import { METRIC_NAMES } from '../shared/metric-names.ts';
import { METRIC_DEFINITIONS } from './metric-definitions.ts';
import { dailyReturns, drawdownOf, metricsOf } from './metrics.ts';
import type { EquityCurve, Trade } from './simulation/simulation.ts';

const START = istDayStart('2025-06-02');

const curveOf = (equity: readonly number[], step = DAY_MS): EquityCurve => ({
  time: Float64Array.from(equity, (_, index) => START + index * step),
  equity: Float64Array.from(equity),
  cash: Float64Array.from(equity),
  positions: Uint16Array.from(equity, (_, index) => index % 2),
});

const tradeOf = (gross: number, chargesPaise: number): Trade => ({
  symbol: 'RELIANCE',
  side: 'long',
  quantity: 1,
  entryTime: START,
  entryPrice: 100_00,
  exitTime: START,
  exitPrice: 100_00 + gross,
  why: 'exit-rule',
  entryRule: 'entry',
  exitRule: 'exit',
  barsHeld: 1,
  gross,
  charges: NO_CHARGES,
  chargesPaise,
  net: gross - chargesPaise,
  isOpenAtEnd: false,
});

describe('trade metrics', () => {
  const trades = [
    tradeOf(1_100, 100),
    tradeOf(-400, 100),
    tradeOf(-150, 50),
    tradeOf(100, 100),
    tradeOf(650, 50),
  ];
  const metrics = metricsOf({
    capital: 10_000,
    trades,
    curve: curveOf([10_000, 11_000, 10_500, 10_300, 10_900]),
  });

  it('are worked out by hand', () => {
    expect(metrics).toMatchObject({
      trades: 5,
      wins: 2,
      losses: 2,
      grossProfit: 1_300,
      charges: 400,
      netProfit: 900,
      returnPercent: 9,
      winRatePercent: 40,
      expectancy: 180,
      averageWin: 800,
      averageLoss: -350,
      largestWin: 1_000,
      largestLoss: -500,
      longestWinningStreak: 1,
      longestLosingStreak: 2,
      averageBarsHeld: 1,
      exposurePercent: 40,
      maxDrawdown: 700,
      maxDrawdownDays: 3,
    });
    expect(metrics.profitFactor).toBeCloseTo(1_600 / 700, 12);
    expect(metrics.maxDrawdownPercent).toBeCloseTo(700 / 110, 12);
    expect(metrics.chargesPercentOfGross).toBeCloseTo(400 / 13, 12);
    expect(metrics.tradesPerMonth).toBeCloseTo((5 / 4) * 30.44, 12);
  });

  it('mean nothing where there is nothing to measure', () => {
    const none = metricsOf({ capital: 10_000, trades: [], curve: curveOf([10_000, 10_000]) });
    expect(none).toMatchObject({
      netProfit: 0,
      winRatePercent: null,
      profitFactor: null,
      expectancy: null,
      averageWin: null,
      averageLoss: null,
      cagrPercent: null,
      sharpe: null,
      calmar: null,
      maxDrawdown: 0,
    });
    const empty = metricsOf({ capital: 10_000, trades: [], curve: curveOf([]) });
    expect(empty).toMatchObject({ exposurePercent: 0, tradesPerMonth: null, maxDrawdownDays: 0 });
  });

  it('leave charges in percent of gross out when the gross is a loss', () => {
    const lost = metricsOf({ capital: 10_000, trades: [tradeOf(-100, 10)], curve: curveOf([9_890]) });
    expect(lost.chargesPercentOfGross).toBeNull();
  });
});

describe('risk ratios', () => {
  it('follow their formulas', () => {
    const equity = Array.from(
      { length: 366 },
      (_, index) => 10_000 + index * 10 + (index % 3 === 0 ? -100 : 0),
    );
    const curve = curveOf(equity);
    const final = equity.at(-1) ?? 0;
    const metrics = metricsOf({ capital: 10_000, trades: [tradeOf(final - 10_000, 0)], curve });
    const returns = dailyReturns(curve, 10_000);
    const mean = returns.reduce((a, b) => a + b, 0) / returns.length;
    const variance = returns.reduce((a, b) => a + (b - mean) ** 2, 0) / (returns.length - 1);
    expect(metrics.sharpe).toBeCloseTo((mean / Math.sqrt(variance)) * Math.sqrt(252), 9);
    expect(metrics.cagrPercent).toBeCloseTo((final / 10_000 - 1) * 100, 9);
    expect(metrics.calmar).toBeCloseTo((metrics.cagrPercent ?? 0) / metrics.maxDrawdownPercent, 9);
    expect(metrics.sortino ?? 0).toBeGreaterThan(metrics.sharpe ?? 0);
  });

  it('take one return a day from many bars', () => {
    const curve = curveOf([101, 102, 103, 104], DAY_MS / 2);
    expect(dailyReturns(curve, 100)).toEqual([102 / 100 - 1, 104 / 102 - 1]);
  });
});

describe('drawdown', () => {
  it('counts a fall from the starting capital', () => {
    expect(drawdownOf(curveOf([90, 95]), 100)).toEqual({ value: 10, percent: 10, days: 1 });
  });
});

describe('definitions', () => {
  it('are there for every figure: a label, whole sentences and where the formula comes from', () => {
    expect(Object.keys(metricsOf({ capital: 1, trades: [], curve: curveOf([]) })).sort()).toEqual(
      [...METRIC_NAMES].sort(),
    );
    for (const name of METRIC_NAMES) {
      const { label, explanation, source } = METRIC_DEFINITIONS[name];
      expect(label).toMatch(/^[A-Z]/);
      expect(explanation).toMatch(/^[A-Z].*\.$/);
      expect(source.length).toBeGreaterThan(10);
    }
  });
});
