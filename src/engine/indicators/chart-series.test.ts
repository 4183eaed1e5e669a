import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { factsOf, INDICATORS, type Indicator, startOf } from '../../shared/indicators/indicators.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import type { Traded } from '../instrument.ts';
import { seededRandom } from '../random.ts';
import { compileOperand } from '../rules/operand.ts';
import { compileRules } from '../rules/compile.ts';
import { barAt } from '../bars.ts';
import { barsBefore, indicatorsOver, indicatorSeries } from './chart-series.ts';
import { SharedSeries } from './shared-series.ts';

const SHARE: Traded = { kind: 'equity', fixedBandPercent: 20 };
const DAY_OF_BARS = 75;
/** Sums since the first candle there is: only their changes mean something. */
const SUMS = ['obv', 'ad'];

/** Every output of every indicator, as it is first offered. */
const everyIndicator: Indicator[] = INDICATORS.map(({ name }) => factsOf(name)).flatMap(
  ({ name, ...facts }) => {
    const outputs = Object.keys(facts.outputs ?? {});
    return outputs.length === 0
      ? [startOf(name)]
      : outputs.map((output) => ({ ...startOf(name), output }) as Indicator);
  },
);

const rows = (() => {
  const random = seededRandom('chart');
  let close = 143_000;
  return Array.from({ length: 1_500 }, (_, at) => {
    const open = close;
    close = Math.max(10_000, Math.round(open * (1 + (random.uniform() - 0.5) / 100)));
    const day = Math.floor(at / DAY_OF_BARS);
    const time = Date.parse('2026-01-05T09:15:00+05:30') + day * 86_400_000 + (at % DAY_OF_BARS) * 300_000;
    const reach = Math.round(random.uniform() * 300);
    return {
      ...{ time, open, close, volume: Math.round(random.uniform() * 9_000) },
      ...{ high: Math.max(open, close) + reach, low: Math.min(open, close) - reach },
    };
  });
})();
const bars = goodBars(rows);

const columns = (from: number) => {
  const some = rows.slice(from);
  return {
    time: some.map(({ time }) => time),
    open: some.map(({ open }) => open),
    high: some.map(({ high }) => high),
    low: some.map(({ low }) => low),
    close: some.map(({ close }) => close),
    volume: some.map(({ volume }) => volume),
  };
};

describe('an indicator on a chart', () => {
  it.each(everyIndicator.map((indicator) => [JSON.stringify(indicator), indicator] as const))(
    'is to the last bit what a backtest reads: %s',
    (_, indicator) => {
      const operand = compileOperand({ kind: 'indicator', indicator, offset: 0 }, '5m');
      const tested = operand.column(bars, new SharedSeries(), SHARE);
      expect(indicatorSeries([indicator], bars, '5m')[0]).toEqual(tested);
      const [drawn] = indicatorsOver([indicator], columns(0), '5m', 1_000);
      expect(drawn?.value).toEqual(tested.slice(-1_000));
      expect(drawn?.value.some((value) => Number.isFinite(value))).toBe(true);
    },
  );

  it('is to the last bit what the rules of a run decide by, candle by candle', () => {
    const indicator: Indicator = { name: 'rsi', period: 14, source: 'close' };
    const right = { kind: 'constant', value: 30 } as const;
    const rules = compileRules(
      RuleDocumentSchema.parse({
        ...{ version: 1, instruments: ['RELIANCE'], timeframe: '5m', side: 'long', product: 'intraday' },
        entry: { kind: 'compare', left: { kind: 'indicator', indicator }, operator: '<', right },
        size: { kind: 'fixed', quantity: 1 },
      }),
    );
    const stream = rules.stream(SHARE);
    const [drawn] = indicatorsOver([indicator], columns(0), '5m', rows.length);
    expect(drawn?.label).toBe('RSI(14)');
    for (let at = 0; at < bars.length; at++) {
      stream.next(barAt(bars, at), null);
      const read = stream.latest().entry[0]?.operands[0]?.value ?? Number.NaN;
      expect(drawn?.value[at]).toBe(read);
    }
  });

  it('does not depend on where the candles begin once so many lie before the first one shown', () => {
    const shown = 100;
    for (const indicator of everyIndicator.filter(({ name }) => !SUMS.includes(name))) {
      const before = barsBefore([indicator], '5m');
      if (before + shown > rows.length) continue;
      const [whole] = indicatorsOver([indicator], columns(0), '5m', shown);
      const [part] = indicatorsOver([indicator], columns(rows.length - shown - before), '5m', shown);
      for (const [at, value] of (whole?.value ?? []).entries())
        expect(part?.value[at], `${indicator.name} ${at}`).toBeCloseTo(value, 6);
    }
  });

  it('is not there where a candle is not sound', () => {
    const unsound = { ...columns(1_400), high: columns(1_400).low.map((low) => low - 1) };
    expect(indicatorsOver([startOf('rsi')], unsound, '5m', 50)).toEqual([]);
  });
});
