import type { MetricName } from '../../../shared/metric-names.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { type KnownFigures, METRIC_FORMATS, shownFigure } from './run-labels.ts';

/** One figure of a run; a dash where it means nothing, or trades are too few for it. */
export const Figure = ({ metric, figures }: { metric: MetricName; figures: KnownFigures }) => {
  const value = shownFigure(metric, figures);
  if (value === null) return '–';
  const format = METRIC_FORMATS[metric];
  if (format === 'change') return <MoneyChange paise={value} />;
  if (format === 'percent-change') return <PercentChange percent={value} hasMark />;
  return format(value);
};
