import type { MetricName } from '../../../shared/metric-names.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { METRIC_FORMATS } from './run-labels.ts';

/** One figure of a run; a dash where it means nothing. */
export const Figure = ({ metric, value }: { metric: MetricName; value: number | null | undefined }) => {
  if (value === null || value === undefined) return '–';
  const format = METRIC_FORMATS[metric];
  if (format === 'change') return <MoneyChange paise={value} />;
  if (format === 'percent-change') return <PercentChange percent={value} hasMark />;
  return format(value);
};
