import type { Comparison } from '../../../shared/rule-document.ts';
import type { DayOfWeek, Level } from '../../../shared/rule-names.ts';
import { labels } from '../../i18n/translate.ts';

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
