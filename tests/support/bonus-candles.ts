import { DAY_MS, istDate, istDayStart } from '../../src/shared/time.ts';
import { kindOfDay } from '../../src/shared/trading-days.ts';

/** Ex-date of a bonus of 1:1 of ITC. */
export const BONUS_DAY = '2024-10-28';

/** Ordinary trading days among so many calendar days from a day on. */
export const ordinaryDays = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => istDate(istDayStart(from) + day * DAY_MS)).filter(
    (day) => kindOfDay(day) === 'ordinary',
  );

/** File of daily candles of a share at ₹1,000 that stands still. From the bonus on there are two of each of ITC. */
export const bonusCandles = (symbol: string, days: readonly string[]): { name: string; text: string } => ({
  name: `${symbol}.csv`,
  text: [
    'timestamp,open,high,low,close,volume,oi',
    ...days.map((day) => {
      const prices = day < BONUS_DAY || symbol !== 'ITC' ? '1000,1001,999,1000' : '500,501,499,500';
      return `${day} 00:00:00+05:30,${prices},500000,0`;
    }),
  ].join('\n'),
});

/** The exchange's list with that bonus. */
export const BONUS_LIST = {
  name: 'CF-CA.csv',
  text: 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\nITC,EQ,Bonus 1:1,10,28-Oct-2024',
};
