import { type Indicator, scaleOf, unitOfIndicator } from '../../../shared/indicators/indicators.ts';
import { type Candles, sliceCandles } from './bars.ts';
import type { ChartLine } from './chart-lines.ts';

const FORMATS = { price: 'price', shares: 'volume', number: 'number', percent: 'percent' } as const;

const outputOf = (indicator: Indicator): string => ('output' in indicator ? indicator.output : '');

/** An indicator as a line of a chart; `label` names it, `value` has one for each candle. */
export const indicatorLine = (indicator: Indicator, label: string, value: Float64Array): ChartLine => {
  const unit = unitOfIndicator(indicator);
  const isOverCandles = unit === 'price' && scaleOf(indicator) === 'level';
  return {
    label,
    value,
    // Outputs of one indicator stand together.
    place: isOverCandles ? null : JSON.stringify({ ...indicator, output: '' }),
    format: FORMATS[unit],
    kind: outputOf(indicator) === 'histogram' ? 'columns' : 'line',
  };
};

/** The last candles of some; those before them are there for the indicators. */
export const lastCandles = (candles: Candles, most: number): Candles =>
  sliceCandles(candles, Math.max(0, candles.time.length - most), candles.time.length);
