import { IndicatorsSync } from '@ixjb94/indicators';
import * as indicatorts from 'indicatorts';
import * as technical from 'technicalindicators';
import * as signals from 'trading-signals';
import type { Bars } from '../../src/engine/bars.ts';

type Column = 'open' | 'high' | 'low' | 'close' | 'volume';
type Candle = Readonly<Record<Column, number>>;

/** The bars as the peers take them, made ready beforehand: plain arrays, or one object a bar. */
export interface PeerInput extends Readonly<Record<Column, number[]>> {
  readonly candles: Candle[];
}

export const peerInputOf = (bars: Bars, length: number): PeerInput => {
  const column = (name: Column) => [...bars[name].subarray(0, length)];
  const columns = {
    open: column('open'),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  };
  let candles: Candle[] | undefined;
  return {
    ...columns,
    /** Made when a peer first asks for them: a million objects would burden every other one. */
    get candles() {
      return (candles ??= columns.close.map((close, index) => ({
        open: columns.open[index] as number,
        high: columns.high[index] as number,
        low: columns.low[index] as number,
        close,
        volume: columns.volume[index] as number,
      })));
    },
  };
};

export type PeerRuns = Readonly<Record<string, (input: PeerInput) => unknown>>;

const IXJB = '@ixjb94/indicators';
const INDICATORTS = 'indicatorts';
const TECHNICAL = 'technicalindicators';
const SIGNALS = 'trading-signals';

const ixjb = new IndicatorsSync();

/**
 * How each peer computes what our case of the same name does: the same indicator with the same parameters and, where
 * the peer has them, the same outputs. A peer that does not have the indicator is left out.
 */
export const PEERS: Readonly<Record<string, PeerRuns>> = {
  'sma 20': {
    [IXJB]: ({ close }) => ixjb.sma(close, 20),
    [INDICATORTS]: ({ close }) => indicatorts.sma(close, { period: 20 }),
    [TECHNICAL]: ({ close }) => technical.sma({ values: close, period: 20 }),
    [SIGNALS]: ({ close }) => new signals.SMA(20).updates(close),
  },
  'ema 20': {
    [IXJB]: ({ close }) => ixjb.ema(close, 20),
    [INDICATORTS]: ({ close }) => indicatorts.ema(close, { period: 20 }),
    [TECHNICAL]: ({ close }) => technical.ema({ values: close, period: 20 }),
    [SIGNALS]: ({ close }) => new signals.EMA(20).updates(close),
  },
  'wma 20': {
    [IXJB]: ({ close }) => ixjb.wma(close, 20),
    [TECHNICAL]: ({ close }) => technical.wma({ values: close, period: 20 }),
    [SIGNALS]: ({ close }) => new signals.WMA(20).updates(close),
  },
  'dema 20': {
    [IXJB]: ({ close }) => ixjb.dema(close, 20),
    [INDICATORTS]: ({ close }) => indicatorts.dema(close, { period: 20 }),
    [SIGNALS]: ({ close }) => new signals.DEMA(20).updates(close),
  },
  'tema 20': {
    [IXJB]: ({ close }) => ixjb.tema(close, 20),
    [INDICATORTS]: ({ close }) => indicatorts.tema(close, { period: 20 }),
    [SIGNALS]: ({ close }) => new signals.TEMA(20).updates(close),
  },
  'hma 20': {
    [IXJB]: ({ close }) => ixjb.hma(close, 20),
    [SIGNALS]: ({ close }) => new signals.HMA(20).updates(close),
  },
  'vwma 20': {
    [IXJB]: ({ close, volume }) => ixjb.vwma(close, volume, 20),
    [INDICATORTS]: ({ close, volume }) => indicatorts.vwma(close, volume, { period: 20 }),
    [SIGNALS]: ({ candles }) => new signals.VWMA(20).updates(candles),
  },
  'linreg 14': {
    [IXJB]: ({ close }) => ixjb.linreg(close, 14),
    [SIGNALS]: ({ close }) => new signals.LinearRegression(14).updates(close),
  },
  'linreg slope 14': {
    [IXJB]: ({ close }) => ixjb.linregslope(close, 14),
    [SIGNALS]: ({ close }) => new signals.LinearRegression(14).updates(close),
  },
  'rsi 14': {
    [IXJB]: ({ close }) => ixjb.rsi(close, 14),
    [INDICATORTS]: ({ close }) => indicatorts.rsi(close, { period: 14 }),
    [TECHNICAL]: ({ close }) => technical.rsi({ values: close, period: 14 }),
    [SIGNALS]: ({ close }) => new signals.RSI(14).updates(close),
  },
  'stochrsi 14 14 1 3': {
    [IXJB]: ({ close }) => {
      const k = ixjb.stochrsi(close, 14);
      return [k, ixjb.sma(k, 3)];
    },
    [TECHNICAL]: ({ close }) =>
      technical.stochasticrsi({ values: close, rsiPeriod: 14, stochasticPeriod: 14, kPeriod: 1, dPeriod: 3 }),
    [SIGNALS]: ({ close }) => new signals.StochasticRSI(14).updates(close),
  },
  'stochastic 14 3 3': {
    [IXJB]: ({ high, low, close }) => ixjb.stoch(high, low, close, 14, 3, 3),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.stoch(high, low, close, { kPeriod: 14, dPeriod: 3 }),
    [TECHNICAL]: ({ high, low, close }) =>
      technical.stochastic({ high, low, close, period: 14, signalPeriod: 3 }),
    [SIGNALS]: ({ candles }) =>
      new signals.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 3 }).updates(candles),
  },
  'macd 10 25 9': {
    [IXJB]: ({ close }) => ixjb.macd(close, 10, 25, 9),
    [INDICATORTS]: ({ close }) => indicatorts.macd(close, { fast: 10, slow: 25, signal: 9 }),
    [TECHNICAL]: ({ close }) =>
      technical.macd({
        values: close,
        fastPeriod: 10,
        slowPeriod: 25,
        signalPeriod: 9,
        SimpleMAOscillator: false,
        SimpleMASignal: false,
      }),
    [SIGNALS]: ({ close }) =>
      new signals.MACD(new signals.EMA(10), new signals.EMA(25), new signals.EMA(9)).updates(close),
  },
  'ppo 10 25 9': {
    [IXJB]: ({ close }) => {
      const line = ixjb.ppo(close, 10, 25);
      const signal = ixjb.ema(line, 9);
      return [line, signal, signal.map((value, index) => (line[index] as number) - value)];
    },
    [INDICATORTS]: ({ close }) => indicatorts.ppo(close, { fast: 10, slow: 25, signal: 9 }),
    [SIGNALS]: ({ close }) => new signals.PPO({ fastPeriod: 10, slowPeriod: 25 }).updates(close),
  },
  'roc 10': {
    [IXJB]: ({ close }) => ixjb.roc(close, 10),
    [INDICATORTS]: ({ close }) => indicatorts.roc(close, { period: 10 }),
    [TECHNICAL]: ({ close }) => technical.roc({ values: close, period: 10 }),
    [SIGNALS]: ({ close }) => new signals.ROC(10).updates(close),
  },
  'momentum 10': {
    [IXJB]: ({ close }) => ixjb.mom(close, 10),
    [SIGNALS]: ({ close }) => new signals.MOM(10).updates(close),
  },
  'cci 20': {
    [IXJB]: ({ high, low, close }) => ixjb.cci(high, low, close, 20),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.cci(high, low, close, { period: 20 }),
    [TECHNICAL]: ({ high, low, close }) => technical.cci({ high, low, close, period: 20 }),
    [SIGNALS]: ({ candles }) => new signals.CCI(20).updates(candles),
  },
  'williams-r 14': {
    [IXJB]: ({ high, low, close }) => ixjb.willr(high, low, close, 14),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.willr(high, low, close, { period: 14 }),
    [TECHNICAL]: ({ high, low, close }) => technical.williamsr({ high, low, close, period: 14 }),
    [SIGNALS]: ({ candles }) => new signals.WilliamsR(14).updates(candles),
  },
  'mfi 14': {
    [IXJB]: ({ high, low, close, volume }) => ixjb.mfi(high, low, close, volume, 14),
    [INDICATORTS]: ({ high, low, close, volume }) =>
      indicatorts.mfi(high, low, close, volume, { period: 14 }),
    [TECHNICAL]: ({ high, low, close, volume }) => technical.mfi({ high, low, close, volume, period: 14 }),
    [SIGNALS]: ({ candles }) => new signals.MFI(14).updates(candles),
  },
  obv: {
    [IXJB]: ({ close, volume }) => ixjb.obv(close, volume),
    [INDICATORTS]: ({ close, volume }) => indicatorts.obv(close, volume),
    [TECHNICAL]: ({ close, volume }) => technical.obv({ close, volume }),
    [SIGNALS]: ({ candles }) => new signals.OBV(2).updates(candles),
  },
  ad: {
    [IXJB]: ({ high, low, close, volume }) => ixjb.ad(high, low, close, volume),
    [INDICATORTS]: ({ high, low, close, volume }) => indicatorts.ad(high, low, close, volume),
    [TECHNICAL]: ({ high, low, close, volume }) => technical.adl({ high, low, close, volume }),
    [SIGNALS]: ({ candles }) => new signals.AD().updates(candles),
  },
  'true range': {
    [IXJB]: ({ high, low, close }) => ixjb.tr(high, low, close),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.tr(high, low, close),
    [TECHNICAL]: ({ high, low, close }) => technical.truerange({ high, low, close }),
    [SIGNALS]: ({ candles }) => new signals.TR().updates(candles),
  },
  'atr 14': {
    [IXJB]: ({ high, low, close }) => ixjb.atr(high, low, close, 14),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.atr(high, low, close, { period: 14 }),
    [TECHNICAL]: ({ high, low, close }) => technical.atr({ high, low, close, period: 14 }),
    [SIGNALS]: ({ candles }) => new signals.ATR(14).updates(candles),
  },
  'adx +di −di 14': {
    [IXJB]: ({ high, low, close }) => [ixjb.adx(high, low, 14), ixjb.di(high, low, close, 14)],
    [TECHNICAL]: ({ high, low, close }) => technical.adx({ high, low, close, period: 14 }),
    [SIGNALS]: ({ candles }) => new signals.ADX(14).updates(candles),
  },
  'aroon 25': {
    [IXJB]: ({ high, low }) => ixjb.aroon(high, low, 25),
    [INDICATORTS]: ({ high, low }) => indicatorts.aroon(high, low, { period: 25 }),
    [SIGNALS]: ({ candles }) => new signals.Aroon(25).updates(candles),
  },
  'bollinger 20 2': {
    [IXJB]: ({ close }) => ixjb.bbands(close, 20, 2),
    [INDICATORTS]: ({ close }) => indicatorts.bb(close, { period: 20 }),
    [TECHNICAL]: ({ close }) => technical.bollingerbands({ values: close, period: 20, stdDev: 2 }),
    [SIGNALS]: ({ close }) => new signals.BollingerBands(20, 2).updates(close),
  },
  'keltner 20 2 10': {
    [IXJB]: ({ high, low, close }) => ixjb.kc(high, low, close, 20, 2),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.kc(high, low, close, { period: 20 }),
    [TECHNICAL]: ({ high, low, close }) =>
      technical.keltnerchannels({
        high,
        low,
        close,
        maPeriod: 20,
        atrPeriod: 10,
        multiplier: 2,
        useSMA: false,
      }),
    [SIGNALS]: ({ candles }) =>
      new signals.KeltnerChannels({ emaInterval: 20, atrInterval: 10, multiplier: 2 }).updates(candles),
  },
  'donchian 20': {
    [IXJB]: ({ high, low }) => ixjb.dc(high, low, 20),
    [INDICATORTS]: ({ close }) => indicatorts.dc(close, { period: 20 }),
    [SIGNALS]: ({ candles }) => new signals.DonchianChannels(20).updates(candles),
  },
  'psar 0.02 0.2': {
    [IXJB]: ({ high, low }) => ixjb.psar(high, low, 0.02, 0.2),
    [INDICATORTS]: ({ high, low, close }) => indicatorts.psar(high, low, close, { step: 0.02, max: 0.2 }),
    [TECHNICAL]: ({ high, low }) => technical.psar({ high, low, step: 0.02, max: 0.2 }),
    [SIGNALS]: ({ candles }) =>
      new signals.PSAR({ accelerationStep: 0.02, accelerationMax: 0.2 }).updates(candles),
  },
  'stddev 20': {
    [IXJB]: ({ close }) => ixjb.stddev(close, 20),
    [INDICATORTS]: ({ close }) => indicatorts.mstd(close, { period: 20 }),
    [TECHNICAL]: ({ close }) => technical.sd({ values: close, period: 20 }),
  },
  'highest 20': {
    [IXJB]: ({ high }) => ixjb.max(high, 20),
    [INDICATORTS]: ({ high }) => indicatorts.mmax(high, { period: 20 }),
    [TECHNICAL]: ({ high }) => technical.highest({ values: high, period: 20 }),
  },
  'lowest 20': {
    [IXJB]: ({ low }) => ixjb.min(low, 20),
    [INDICATORTS]: ({ low }) => indicatorts.mmin(low, { period: 20 }),
    [TECHNICAL]: ({ low }) => technical.lowest({ values: low, period: 20 }),
  },
};
