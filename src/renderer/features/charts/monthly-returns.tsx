import { t } from '../../i18n/translate.ts';
import { HeatMap, type HeatCell } from '../../ui/heat-map.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const monthNames = (): string[] => [
  t('Jan'),
  t('Feb'),
  t('Mar'),
  t('Apr'),
  t('May'),
  t('Jun'),
  t('Jul'),
  t('Aug'),
  t('Sep'),
  t('Oct'),
  t('Nov'),
  t('Dec'),
];

/** Short, so that a year fits beside itself: the percent sign stands in the title. */
const cellOf = (percent: number): HeatCell => {
  const text = Math.abs(percent).toFixed(1);
  // What is nothing when it is rounded has no sign and no colour either.
  return text === '0.0' ? { value: 0, text } : { value: percent, text: `${percent < 0 ? '−' : '+'}${text}` };
};
const NOTHING: HeatCell = { value: null, text: '' };

interface MonthlyReturnsProps {
  /** `2026-11`. */
  months: readonly { readonly month: string; readonly returnPercent: number }[];
  years: readonly { readonly year: string; readonly returnPercent: number }[];
}

/** A table of monthly returns, a line for each year. The return of each month is printed in its cell. */
export const MonthlyReturns = ({ months, years }: MonthlyReturnsProps) => {
  const byMonth = new Map(months.map(({ month, returnPercent }) => [month, returnPercent]));
  const rows = years.map(({ year, returnPercent }) => ({
    name: year,
    cells: [
      ...monthNames().map((_, index) => {
        const value = byMonth.get(`${year}-${String(index + 1).padStart(2, '0')}`);
        return value === undefined ? NOTHING : cellOf(value);
      }),
      cellOf(returnPercent),
    ],
  }));
  return (
    <SectionCard title={t('Monthly returns, %')}>
      <HeatMap
        label={t('Monthly returns in percent')}
        corner={t('Year')}
        columns={[...monthNames(), t('Year')]}
        rows={rows}
      />
    </SectionCard>
  );
};
