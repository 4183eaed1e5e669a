import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import { istMinute } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, priceColumn, timeColumn } from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';

/** Columns of equal length; times in epoch ms, prices in paise. */
export type Candles = OutputOf<(typeof market)['candles']>;

interface Bar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Columns of a bar, for a chart's table and a spreadsheet file. */
export const barColumns = (): readonly Column<Bar>[] => [
  timeColumn('time', t('Candle (IST)'), (bar) => bar.time),
  priceColumn('open', t('Open', { context: 'candle' }), (bar) => bar.open),
  priceColumn('high', t('High', { context: 'candle' }), (bar) => bar.high),
  priceColumn('low', t('Low', { context: 'candle' }), (bar) => bar.low),
  priceColumn('close', t('Close', { context: 'candle' }), (bar) => bar.close),
  countColumn('volume', t('Volume'), (bar) => bar.volume),
];

/** Day of a bar, with its minute where bars are shorter. `time` is epoch ms. */
export const barText = (time: number, isDaily: boolean): string =>
  isDaily ? dayText(time) : `${dayText(time)}, ${istMinute(time)}`;

/** The bars below each other, newest first. */
export const barsOf = (candles: Candles): Bar[] =>
  candles.time
    .map((time, index) => ({
      time,
      open: candles.open[index] ?? 0,
      high: candles.high[index] ?? 0,
      low: candles.low[index] ?? 0,
      close: candles.close[index] ?? 0,
      volume: candles.volume[index] ?? 0,
    }))
    .reverse();

/** Candles from one index up to another. All of them are the same object. */
export const sliceCandles = (candles: Candles, from: number, to: number): Candles => {
  if (from <= 0 && to >= candles.time.length) return candles;
  const { openInterest } = candles;
  return {
    ...candles,
    time: candles.time.slice(from, to),
    open: candles.open.slice(from, to),
    high: candles.high.slice(from, to),
    low: candles.low.slice(from, to),
    close: candles.close.slice(from, to),
    volume: candles.volume.slice(from, to),
    ...(openInterest && { openInterest: openInterest.slice(from, to) }),
  };
};
