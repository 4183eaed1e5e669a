import type { Bars } from '../../src/engine/bars.ts';
import { ad } from '../../src/engine/indicators/ad.ts';
import { adx } from '../../src/engine/indicators/adx.ts';
import { aroon } from '../../src/engine/indicators/aroon.ts';
import { atr } from '../../src/engine/indicators/atr.ts';
import { bollinger, type Band } from '../../src/engine/indicators/bollinger.ts';
import { cci } from '../../src/engine/indicators/cci.ts';
import { dema } from '../../src/engine/indicators/dema.ts';
import { donchian } from '../../src/engine/indicators/donchian.ts';
import { ema } from '../../src/engine/indicators/ema.ts';
import { highest } from '../../src/engine/indicators/highest.ts';
import { hma } from '../../src/engine/indicators/hma.ts';
import { keltner } from '../../src/engine/indicators/keltner.ts';
import { linreg } from '../../src/engine/indicators/linreg.ts';
import { lowest } from '../../src/engine/indicators/lowest.ts';
import { macd } from '../../src/engine/indicators/macd.ts';
import { mfi } from '../../src/engine/indicators/mfi.ts';
import { momentum } from '../../src/engine/indicators/momentum.ts';
import { obv } from '../../src/engine/indicators/obv.ts';
import { ppo } from '../../src/engine/indicators/ppo.ts';
import { psar } from '../../src/engine/indicators/psar.ts';
import { roc } from '../../src/engine/indicators/roc.ts';
import { rsi } from '../../src/engine/indicators/rsi.ts';
import { sma } from '../../src/engine/indicators/sma.ts';
import { stddev } from '../../src/engine/indicators/stddev.ts';
import { stochastic } from '../../src/engine/indicators/stochastic.ts';
import { stochrsi } from '../../src/engine/indicators/stochrsi.ts';
import { tema } from '../../src/engine/indicators/tema.ts';
import { trueRange } from '../../src/engine/indicators/true-range.ts';
import { vwma } from '../../src/engine/indicators/vwma.ts';
import { williamsR } from '../../src/engine/indicators/williams-r.ts';
import { wma } from '../../src/engine/indicators/wma.ts';
import type { TulindCall } from './tulind-reference.ts';

/** One indicator as we compute it, and how tulind does: its outputs made equal to ours, in the same order. */
export interface IndicatorCase {
  readonly ours: (bars: Bars) => readonly Float64Array[];
  readonly calls: readonly TulindCall[];
  /** From all outputs of the calls in turn; the outputs themselves when absent. Ours beyond its length have no match. */
  readonly expected?: (outputs: readonly Float64Array[]) => readonly Float64Array[];
}

const call = (name: string, inputs: TulindCall['inputs'], ...options: number[]): TulindCall => ({
  name,
  inputs,
  options,
});

const CLOSE = ['close'] as const;
const HIGH_LOW = ['high', 'low'] as const;
const PRICES = ['high', 'low', 'close'] as const;
const WITH_VOLUME = ['high', 'low', 'close', 'volume'] as const;

const timesHundred = (outputs: readonly Float64Array[]) =>
  outputs.map((column) => column.map((value) => value * 100));

const linesOf = ({ lower, middle, upper }: Band<Float64Array>) => [lower, middle, upper];

/**
 * Lower, middle and upper line from two columns. Both columns end on the newest bar; each line is as long as the
 * shorter.
 */
const fromTwo =
  (line: (a: number, b: number) => [lower: number, middle: number, upper: number]) =>
  ([first = new Float64Array(0), second = new Float64Array(0)]: readonly Float64Array[]) => {
    const length = Math.min(first.length, second.length);
    const lines = Array.from({ length }, (_, index) =>
      line(first.at(index - length) ?? Number.NaN, second.at(index - length) ?? Number.NaN),
    );
    return [0, 1, 2].map((part) => Float64Array.from(lines, (values) => values[part] ?? Number.NaN));
  };

export const CASES: Readonly<Record<string, IndicatorCase>> = {
  'sma 20': { ours: (bars) => [sma(bars.close, 20)], calls: [call('sma', CLOSE, 20)] },
  'ema 20': { ours: (bars) => [ema(bars.close, 20)], calls: [call('ema', CLOSE, 20)] },
  'wma 20': { ours: (bars) => [wma(bars.close, 20)], calls: [call('wma', CLOSE, 20)] },
  'dema 20': { ours: (bars) => [dema(bars.close, 20)], calls: [call('dema', CLOSE, 20)] },
  'tema 20': { ours: (bars) => [tema(bars.close, 20)], calls: [call('tema', CLOSE, 20)] },
  'hma 20': { ours: (bars) => [hma(bars.close, 20)], calls: [call('hma', CLOSE, 20)] },
  'vwma 20': {
    ours: (bars) => [vwma(bars.close, bars.volume, 20)],
    calls: [call('vwma', ['close', 'volume'], 20)],
  },
  'linreg 14': { ours: (bars) => [linreg(bars.close, 14, 'value')], calls: [call('linreg', CLOSE, 14)] },
  'linreg slope 14': {
    ours: (bars) => [linreg(bars.close, 14, 'slope')],
    calls: [call('linregslope', CLOSE, 14)],
  },
  'rsi 14': { ours: (bars) => [rsi(bars.close, 14)], calls: [call('rsi', CLOSE, 14)] },
  'stochrsi 14 14 1 3': {
    ours: (bars) => {
      const { k, d } = stochrsi(bars.close, 14, 14, 1, 3);
      return [k, d];
    },
    calls: [call('stochrsi', CLOSE, 14)],
    expected: timesHundred,
  },
  'stochastic 14 3 3': {
    ours: (bars) => {
      const { k, d } = stochastic(bars, 14, 3, 3);
      return [k, d];
    },
    calls: [call('stoch', PRICES, 14, 3, 3)],
  },
  'macd 10 25 9': {
    ours: (bars) => {
      const { macd: line, signal, histogram } = macd(bars.close, 10, 25, 9);
      return [line, signal, histogram];
    },
    calls: [call('macd', CLOSE, 10, 25, 9)],
  },
  'ppo 10 25 9': {
    ours: (bars) => {
      const { ppo: line, signal, histogram } = ppo(bars.close, 10, 25, 9);
      return [line, signal, histogram];
    },
    calls: [call('ppo', CLOSE, 10, 25)],
  },
  'roc 10': {
    ours: (bars) => [roc(bars.close, 10)],
    calls: [call('roc', CLOSE, 10)],
    expected: timesHundred,
  },
  'momentum 10': { ours: (bars) => [momentum(bars.close, 10)], calls: [call('mom', CLOSE, 10)] },
  'cci 20': { ours: (bars) => [cci(bars, 20)], calls: [call('cci', PRICES, 20)] },
  'williams-r 14': { ours: (bars) => [williamsR(bars, 14)], calls: [call('willr', PRICES, 14)] },
  'mfi 14': { ours: (bars) => [mfi(bars, 14)], calls: [call('mfi', WITH_VOLUME, 14)] },
  obv: { ours: (bars) => [obv(bars)], calls: [call('obv', ['close', 'volume'])] },
  ad: { ours: (bars) => [ad(bars)], calls: [call('ad', WITH_VOLUME)] },
  'true range': { ours: (bars) => [trueRange(bars)], calls: [call('tr', PRICES)] },
  'atr 14': { ours: (bars) => [atr(bars, 14)], calls: [call('atr', PRICES, 14)] },
  'adx +di −di 14': {
    ours: (bars) => {
      const { adx: line, plusDi, minusDi } = adx(bars, 14);
      return [line, plusDi, minusDi];
    },
    calls: [call('adx', PRICES, 14), call('di', PRICES, 14)],
  },
  'aroon 25': {
    ours: (bars) => {
      const { down, up, oscillator } = aroon(bars, 25);
      return [down, up, oscillator];
    },
    calls: [call('aroon', HIGH_LOW, 25), call('aroonosc', HIGH_LOW, 25)],
  },
  'bollinger 20 2': {
    ours: (bars) => linesOf(bollinger(bars.close, 20, 2)),
    calls: [call('bbands', CLOSE, 20, 2)],
  },
  'keltner 20 2 10': {
    ours: (bars) => linesOf(keltner(bars, 20, 2, 10)),
    calls: [call('ema', CLOSE, 20), call('atr', PRICES, 10)],
    expected: fromTwo((centre, range) => [centre - 2 * range, centre, centre + 2 * range]),
  },
  'donchian 20': {
    ours: (bars) => linesOf(donchian(bars, 20)),
    calls: [call('min', ['low'], 20), call('max', ['high'], 20)],
    expected: fromTwo((low, high) => [low, (low + high) / 2, high]),
  },
  'psar 0.02 0.2': {
    ours: (bars) => {
      const { line, direction } = psar(bars, 0.02, 0.2);
      return [line, direction];
    },
    calls: [call('psar', HIGH_LOW, 0.02, 0.2)],
  },
  'stddev 20': { ours: (bars) => [stddev(bars.close, 20)], calls: [call('stddev', CLOSE, 20)] },
  'highest 20': { ours: (bars) => [highest(bars.high, 20)], calls: [call('max', ['high'], 20)] },
  'lowest 20': { ours: (bars) => [lowest(bars.low, 20)], calls: [call('min', ['low'], 20)] },
};
