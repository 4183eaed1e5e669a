import { DAY_MS, istDate } from '../../../shared/time.ts';
import { labels } from '../../i18n/translate.ts';

export const PERIODS = ['week', 'thirty', 'month', 'year', 'all', 'days'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Readonly<Record<Period, string>> = labels({
  week: 'Last 7 days',
  thirty: 'Last 30 days',
  month: 'This month',
  year: 'This financial year',
  all: 'All of it',
  days: 'Other days',
});

/** An inclusive range of days, `YYYY-MM-DD`; empty for no limit. */
export interface Days {
  from: string;
  to: string;
}

const FIRST_MONTH = '04';

/** The days of a period that ends at a market moment. `now` is in epoch ms; `days` are the user's own. */
export const daysOf = (period: Period, now: number, days: Days): Days => {
  const to = istDate(now);
  const [year = '', month = ''] = to.split('-');
  const back = (count: number): Days => ({ from: istDate(now - (count - 1) * DAY_MS), to });
  switch (period) {
    case 'week':
      return back(7);
    case 'thirty':
      return back(30);
    case 'month':
      return { from: `${year}-${month}-01`, to };
    case 'year':
      return { from: `${month >= FIRST_MONTH ? year : Number(year) - 1}-${FIRST_MONTH}-01`, to };
    case 'all':
      return { from: '', to: '' };
    case 'days':
      return days;
  }
};
