import { formatRupeesChange } from '../../../shared/money.ts';
import { DAY_MS, istDate, istDayStart, istWeekday } from '../../../shared/time.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { HeatMap, type HeatCell } from '../../ui/heat-map.tsx';

const DAYS_OF_WEEK = 7;
const weekdays = () => [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')] as const;
const EMPTY: HeatCell = { value: null, text: '' };

export interface Week {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string;
  /** Monday first; null on a day without a closed trade. */
  readonly nets: readonly (number | null)[];
}

/** Weeks that have a closed trade, newest first. */
export const weeksOf = (days: readonly { day: string; net: number }[]): Week[] => {
  const weeks = new Map<string, (number | null)[]>();
  for (const { day, net } of days) {
    const start = istDayStart(day);
    const place = (istWeekday(start) + 6) % 7;
    const monday = istDate(start - place * DAY_MS);
    const nets = weeks.get(monday) ?? Array.from({ length: DAYS_OF_WEEK }, () => null);
    nets[place] = (nets[place] ?? 0) + net;
    weeks.set(monday, nets);
  }
  return [...weeks]
    .map(([monday, nets]) => ({ monday, nets }))
    .sort((a, b) => b.monday.localeCompare(a.monday));
};

const PAISE = 100;

/** Rounded to rupees: there is little room in a day. */
const cellText = (net: number): string =>
  formatRupeesChange(Math.round(net / PAISE) * PAISE).replace(/\.00$/, '');

/** The net result of each market day, a row a week. Weekends are there when something was traded on one. */
export const ProfitCalendar = ({ days }: { days: readonly { day: string; net: number }[] }) => {
  const weeks = weeksOf(days);
  const isWorked = (place: number) => place < 5 || weeks.some(({ nets }) => nets[place] !== null);
  const names = weekdays();
  const shown = names.map((_, place) => place).filter(isWorked);
  return (
    <HeatMap
      label={t('Net P&L by day')}
      corner={t('Week of')}
      columns={shown.map((place) => names[place] ?? '')}
      rows={weeks.map(({ monday, nets }) => ({
        name: dayText(istDayStart(monday)),
        cells: shown.map((place): HeatCell => {
          const net = nets[place] ?? null;
          return net === null ? EMPTY : { value: net, text: cellText(net) };
        }),
      }))}
    />
  );
};
