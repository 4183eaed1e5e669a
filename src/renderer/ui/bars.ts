import { formatCount, formatPrice } from '../../shared/money.ts';
import { csvRupees, csvTime } from '../i18n/csv-cells.ts';
import { dateTimeText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import type { Column } from './data-table.tsx';

/** Columns of equal length; times in epoch ms, prices in paise. */
export interface Candles {
  symbol: string;
  timeframe: string;
  hasVolume: boolean;
  time: readonly number[];
  open: readonly number[];
  high: readonly number[];
  low: readonly number[];
  close: readonly number[];
  volume: readonly number[];
}

interface Bar {
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** A bar in the table under a chart, and in a file for a spreadsheet. */
export const barColumns = (): readonly Column<Bar>[] => [
  {
    key: 'time',
    title: t('Bar (IST)'),
    render: (bar) => dateTimeText(bar.time),
    csv: (bar) => csvTime(bar.time),
  },
  {
    key: 'open',
    title: t('Open', { context: 'candle' }),
    align: 'end',
    render: (bar) => formatPrice(bar.open),
    csv: (bar) => csvRupees(bar.open),
  },
  {
    key: 'high',
    title: t('High', { context: 'candle' }),
    align: 'end',
    render: (bar) => formatPrice(bar.high),
    csv: (bar) => csvRupees(bar.high),
  },
  {
    key: 'low',
    title: t('Low', { context: 'candle' }),
    align: 'end',
    render: (bar) => formatPrice(bar.low),
    csv: (bar) => csvRupees(bar.low),
  },
  {
    key: 'close',
    title: t('Close', { context: 'candle' }),
    align: 'end',
    render: (bar) => formatPrice(bar.close),
    csv: (bar) => csvRupees(bar.close),
  },
  {
    key: 'volume',
    title: t('Volume'),
    align: 'end',
    render: (bar) => formatCount(bar.volume),
    csv: (bar) => String(bar.volume),
  },
];

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
