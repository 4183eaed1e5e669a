import {
  INDICATORS,
  startOf,
  type Indicator,
  type IndicatorFacts,
  type IndicatorName,
} from '../../../shared/indicators/indicators.ts';
import type { PriceField } from '../../../shared/price-fields.ts';
import type { Comparison } from '../../../shared/rule-document.ts';
import type { DayOfWeek, Level } from '../../../shared/rule-names.ts';
import { labels } from '../../i18n/translate.ts';

/** An indicator as the builder offers it: what it begins with, and its outputs if it has several. */
interface CatalogueEntry {
  readonly label: string;
  readonly start: Indicator;
  readonly outputs: Readonly<Record<string, string>> | null;
}

const entryOf = ({ name, label, outputs }: IndicatorFacts): CatalogueEntry => {
  const named = labels({ label });
  return {
    get label() {
      return named.label;
    },
    start: startOf(name),
    outputs: outputs ? labels(outputs, { context: 'output' }) : null,
  };
};

/** Every indicator of the rule language, in the order they are offered. */
export const CATALOGUE = Object.fromEntries(
  INDICATORS.map((facts) => [facts.name, entryOf(facts)]),
) as Readonly<Record<IndicatorName, CatalogueEntry>>;

/** Names of an indicator's numbers. */
export const NUMBER_LABELS: Readonly<Record<string, string>> = labels({
  period: 'Length',
  fast: 'Fast',
  slow: 'Slow',
  signal: 'Signal',
  kPeriod: '%K length',
  kSmoothing: '%K smoothing',
  dPeriod: '%D length',
  atrPeriod: 'ATR length',
  deviations: 'Deviations',
  multiplier: 'Multiplier',
  step: 'Step',
  maximum: 'Maximum',
});

export const PRICE_LABELS: Readonly<Record<PriceField, string>> = labels(
  {
    close: 'Close',
    open: 'Open',
    high: 'High',
    low: 'Low',
    volume: 'Volume',
    hl2: 'HL2',
    hlc3: 'HLC3',
  },
  { context: 'price' },
);

export const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = labels({
  '>': 'is above',
  '<': 'is below',
  '>=': 'is at or above',
  '<=': 'is at or below',
  'crosses-above': 'crosses above',
  'crosses-below': 'crosses below',
});

/** Levels in the order they are offered. */
export const LEVEL_LABELS: Readonly<Record<Level, string>> = labels({
  'session-open': "Today's open",
  'session-high': "Today's high so far",
  'session-low': "Today's low so far",
  'gap-percent': "Today's gap in percent",
  'previous-day-open': "Previous day's open",
  'previous-day-high': "Previous day's high",
  'previous-day-low': "Previous day's low",
  'previous-day-close': "Previous day's close",
  'previous-week-open': "Previous week's open",
  'previous-week-high': "Previous week's high",
  'previous-week-low': "Previous week's low",
  'previous-week-close': "Previous week's close",
  pivot: 'Pivot',
  'pivot-r1': 'Pivot R1',
  'pivot-r2': 'Pivot R2',
  'pivot-r3': 'Pivot R3',
  'pivot-s1': 'Pivot S1',
  'pivot-s2': 'Pivot S2',
  'pivot-s3': 'Pivot S3',
});

export const DAY_LABELS: Readonly<Record<DayOfWeek, string>> = labels({
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
});
