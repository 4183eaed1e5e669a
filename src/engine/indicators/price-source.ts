import { newColumn } from '../columns.ts';
import type { PriceField } from '../../shared/price-fields.ts';
import type { Bar, Bars } from '../bars.ts';

/** A price field as a column in paise (volume in shares); plain fields are the bars' own memory, not a copy. */
export const sourceColumn = (bars: Bars, field: PriceField): Float64Array => {
  if (field !== 'hl2' && field !== 'hlc3') return bars[field];
  const { high, low, close, length } = bars;
  const out = newColumn(length);
  if (field === 'hl2')
    for (let index = 0; index < length; index++)
      out[index] = ((high[index] as number) + (low[index] as number)) / 2;
  else
    for (let index = 0; index < length; index++)
      out[index] = ((high[index] as number) + (low[index] as number) + (close[index] as number)) / 3;
  return out;
};

/** A price field of one bar. */
export const sourceValue = (bar: Bar, field: PriceField): number => {
  switch (field) {
    case 'hl2':
      return (bar.high + bar.low) / 2;
    case 'hlc3':
      return (bar.high + bar.low + bar.close) / 3;
    default:
      return bar[field];
  }
};
