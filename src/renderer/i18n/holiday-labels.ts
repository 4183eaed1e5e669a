import { DAY_MS, istDate } from '../../shared/time.ts';
import { labels } from './translate.ts';

/** Holidays on weekdays by `YYYY-MM-DD`, from the exchange's list of the year. */
export const HOLIDAY_LABELS: Readonly<Record<string, string>> = labels({
  '2026-01-15': 'Municipal elections in Maharashtra',
  '2026-01-26': 'Republic Day',
  '2026-03-03': 'Holi',
  '2026-03-26': 'Ram Navami',
  '2026-03-31': 'Mahavir Jayanti',
  '2026-04-03': 'Good Friday',
  '2026-04-14': 'Ambedkar Jayanti',
  '2026-05-01': 'Maharashtra Day',
  '2026-05-28': 'Bakri Id',
  '2026-06-26': 'Muharram',
  '2026-09-14': 'Ganesh Chaturthi',
  '2026-10-02': 'Gandhi Jayanti',
  '2026-10-20': 'Dussehra',
  '2026-11-10': 'Diwali Balipratipada',
  '2026-11-24': 'Guru Nanak Jayanti',
  '2026-12-25': 'Christmas',
});

/** Known names of holidays between two moments, both in epoch ms. */
export const holidaysBetween = (from: number, to: number): readonly string[] => {
  const names: string[] = [];
  for (let at = from; at < to; at += DAY_MS) {
    const name = HOLIDAY_LABELS[istDate(at)];
    if (name !== undefined) names.push(name);
  }
  return names;
};
