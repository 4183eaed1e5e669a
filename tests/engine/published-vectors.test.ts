import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Bars } from '../../src/engine/bars.ts';
import { ad } from '../../src/engine/indicators/ad.ts';
import { adx } from '../../src/engine/indicators/adx.ts';
import { aroon } from '../../src/engine/indicators/aroon.ts';
import { atr } from '../../src/engine/indicators/atr.ts';
import { bollinger } from '../../src/engine/indicators/bollinger.ts';
import { cci } from '../../src/engine/indicators/cci.ts';
import { dema } from '../../src/engine/indicators/dema.ts';
import { ema } from '../../src/engine/indicators/ema.ts';
import { highest } from '../../src/engine/indicators/highest.ts';
import { hma } from '../../src/engine/indicators/hma.ts';
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

const VECTORS = '../shared/vectors/tulip-untest.txt';

/** Cases of the vector file by title: `rsi 5` → its columns, inputs first. */
const readCases = (text: string): Map<string, Float64Array[]> => {
  const cases = new Map<string, Float64Array[]>();
  let columns: Float64Array[] = [];
  for (const line of text.split('\n').map((row) => row.trim())) {
    if (line.startsWith('{')) columns.push(Float64Array.from(line.slice(1, -1).split(',').map(Number)));
    else if (line && !line.startsWith('#')) cases.set(line, (columns = []));
  }
  return cases;
};

/** Bars from bare columns, which need not be whole paise. */
const barsOf = (
  high: Float64Array,
  low: Float64Array,
  close: Float64Array,
  volume: Float64Array = new Float64Array(high.length),
): Bars => ({
  length: high.length,
  time: new Float64Array(high.length),
  day: new Int32Array(high.length),
  open: close,
  high,
  low,
  close,
  volume,
  hasVolume: true,
});

/** Expect our values to match the end of the file's. The file prints three decimals and leaves warm-up out. */
const expectTail = (ours: Float64Array, theirs: Float64Array | undefined, scale = 1) => {
  const expected = theirs ?? new Float64Array(0);
  const known = ours.filter((value) => !Number.isNaN(value));
  const compared = Math.min(known.length, expected.length);
  expect(compared).toBeGreaterThan(0);
  for (let back = 1; back <= compared; back++)
    expect(Math.abs((known.at(-back) ?? 0) / scale - (expected.at(-back) ?? 0))).toBeLessThan(0.001);
};

describe.skipIf(!existsSync(VECTORS))(`published vectors (skipped without ${VECTORS})`, () => {
  const cases = existsSync(VECTORS) ? readCases(readFileSync(VECTORS, 'utf8')) : new Map<string, never>();
  const column = (title: string, index: number) => cases.get(title)?.[index] ?? new Float64Array(0);
  const bars = (title: string) => barsOf(column(title, 0), column(title, 1), column(title, 2));
  const barsWithVolume = (title: string) =>
    barsOf(column(title, 0), column(title, 1), column(title, 2), column(title, 3));

  it.each([
    ['sma 5', sma, 1],
    ['ema 5', ema, 1],
    ['wma 5', wma, 1],
    ['rsi 5', rsi, 1],
    ['dema 5', dema, 1],
    ['tema 5', tema, 1],
    ['hma 5', hma, 1],
    ['linreg 5', (values: Float64Array, period: number) => linreg(values, period, 'value'), 1],
    ['linregslope 5', (values: Float64Array, period: number) => linreg(values, period, 'slope'), 1],
    ['mom 5', momentum, 1],
    ['roc 5', roc, 100],
    ['stochrsi 5', (values: Float64Array, period: number) => stochrsi(values, period, period, 1, 1).k, 100],
    ['stddev 5', stddev, 1],
    ['max 5', highest, 1],
    ['min 5', lowest, 1],
  ] as const)('%s', (title, series, scale) => {
    expectTail(series(column(title, 0), 5), column(title, 1), scale);
  });

  it('macd 2 5 9', () => {
    const ours = macd(column('macd 2 5 9', 0), 2, 5, 9);
    expectTail(ours.macd, column('macd 2 5 9', 1));
    expectTail(ours.signal, column('macd 2 5 9', 2));
    expectTail(ours.histogram, column('macd 2 5 9', 3));
  });

  it('bbands 5 2', () => {
    const ours = bollinger(column('bbands 5 2', 0), 5, 2);
    expectTail(ours.lower, column('bbands 5 2', 1));
    expectTail(ours.middle, column('bbands 5 2', 2));
    expectTail(ours.upper, column('bbands 5 2', 3));
  });

  it('stoch 5 3 3', () => {
    const ours = stochastic(bars('stoch 5 3 3'), 5, 3, 3);
    expectTail(ours.k, column('stoch 5 3 3', 3));
    expectTail(ours.d, column('stoch 5 3 3', 4));
  });

  it('adx 5 and di 5', () => {
    const ours = adx(bars('di 5'), 5);
    expectTail(ours.plusDi, column('di 5', 3));
    expectTail(ours.minusDi, column('di 5', 4));
    expectTail(ours.adx, column('adx 5', 2));
  });

  it('aroon 5 and aroonosc 5', () => {
    const title = 'aroon 5';
    const ours = aroon(barsOf(column(title, 0), column(title, 1), column(title, 1)), 5);
    expectTail(ours.down, column(title, 2));
    expectTail(ours.up, column(title, 3));
    expectTail(ours.oscillator, column('aroonosc 5', 2));
  });

  it('psar .2 2', () => {
    const title = 'psar .2 2';
    const ours = psar(barsOf(column(title, 0), column(title, 1), column(title, 1)), 0.2, 2);
    expectTail(ours.line, column(title, 2));
  });

  it('ad', () => expectTail(ad(barsWithVolume('ad')), column('ad', 4)));
  it('mfi 5', () => expectTail(mfi(barsWithVolume('mfi 5'), 5), column('mfi 5', 4)));
  it('obv', () => {
    const [close, volume] = [column('obv', 0), column('obv', 1)];
    expectTail(obv(barsOf(close, close, close, volume)), column('obv', 2));
  });
  it('ppo 2 5', () => expectTail(ppo(column('ppo 2 5', 0), 2, 5, 1).ppo, column('ppo 2 5', 1)));
  it('vwma 5', () => {
    expectTail(vwma(column('vwma 5', 0), column('vwma 5', 1), 5), column('vwma 5', 2));
  });
  it('tr', () => expectTail(trueRange(bars('tr')), column('tr', 3)));
  it('willr 5', () => expectTail(williamsR(bars('willr 5'), 5), column('willr 5', 3)));
  it('atr 5', () => expectTail(atr(bars('atr 5'), 5), column('atr 5', 3)));
  it('cci 5', () => expectTail(cci(bars('cci 5'), 5), column('cci 5', 3)));
});
