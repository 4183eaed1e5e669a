import { istDate, istDayStart, istTime } from '../../shared/time.ts';
import { t, labels } from './translate.ts';

const MONTHS = labels({
  '01': 'Jan',
  '02': 'Feb',
  '03': 'Mar',
  '04': 'Apr',
  '05': 'May',
  '06': 'Jun',
  '07': 'Jul',
  '08': 'Aug',
  '09': 'Sep',
  '10': 'Oct',
  '11': 'Nov',
  '12': 'Dec',
});
const monthName = (month: string): string => MONTHS[month as keyof typeof MONTHS];

/** The Indian month of a moment (epoch ms), short: `Nov`. */
export const monthText = (ms: number): string => monthName(istDate(ms).slice(5, 7));

/** The Indian day of a moment (epoch ms) as people write it: `20-11-2026`. */
export const dayText = (ms: number): string => {
  const [year, month, day] = istDate(ms).split('-');
  return `${day}-${month}-${year}`;
};

/** Day and clock time in India: `20-11-2026, 09:15:00`. */
export const dateTimeText = (ms: number): string => `${dayText(ms)}, ${istTime(ms)}`;

/** A `YYYY-MM-DD` day as people write it. */
export const writtenDay = (day: string): string => dayText(istDayStart(day));

/** A period as papers say it; an end that is not set is open. */
export const periodText = ({ from, to }: { from: string; to: string }): string =>
  from === '' && to === ''
    ? t('all days')
    : t('{{from}} to {{to}}', {
        from: from ? writtenDay(from) : t('the beginning'),
        to: to ? writtenDay(to) : t('today'),
      });
