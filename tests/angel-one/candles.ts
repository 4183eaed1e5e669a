import type { ServerInstrument } from './instruments.ts';

const IST_MS = 19_800_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OPEN_MINUTE = 9 * 60 + 15;
const CLOSE_MINUTE = 15 * 60 + 30;

/** Minutes of a candle, and the most days that one answer gives. */
const INTERVALS: Readonly<Record<string, readonly [minutes: number, days: number]>> = {
  ONE_MINUTE: [1, 30],
  THREE_MINUTE: [3, 60],
  FIVE_MINUTE: [5, 100],
  TEN_MINUTE: [10, 100],
  FIFTEEN_MINUTE: [15, 200],
  THIRTY_MINUTE: [30, 200],
  ONE_HOUR: [60, 400],
  ONE_DAY: [1_440, 2_000],
};

const timeOf = (text: unknown): number =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}:00+05:30`)
    : Number.NaN;

const stamp = (time: number): string => `${new Date(time + IST_MS).toISOString().slice(0, 19)}+05:30`;

/** A made-up candle of a moment: the same whenever it is asked for. */
const rowAt = (instrument: ServerInstrument, time: number) => {
  const step = (Math.floor(time / MINUTE_MS) * 7) % 41;
  const price = (paise: number): number => (instrument.close + paise * 5) / 100;
  return [stamp(time), price(step), price(step + 9), price(step - 6), price(step + 4), 1_000 + step];
};

/** Candles of weekdays from one moment to another, both included; or what is wrong with the request. */
export const candleRows = (
  instrument: ServerInstrument,
  body: Readonly<Record<string, unknown>>,
  now: number,
): unknown[] | string => {
  const [from, to] = [timeOf(body['fromdate']), timeOf(body['todate'])];
  const interval = INTERVALS[String(body['interval'])];
  if (!interval || Number.isNaN(from) || Number.isNaN(to))
    return 'Something Went Wrong, Please Try After Sometime';
  if (to > now) return "To datetime can't be greater than current datetime";
  const [minutes, days] = interval;
  if (to - from > days * DAY_MS) return 'Something Went Wrong, Please Try After Sometime';
  const rows: unknown[] = [];
  for (let day = Math.floor((from + IST_MS) / DAY_MS) * DAY_MS - IST_MS; day <= to; day += DAY_MS) {
    const weekday = new Date(day + IST_MS).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const [first, end] = minutes === 1_440 ? [0, 1] : [OPEN_MINUTE, CLOSE_MINUTE];
    for (let minute = first; minute < end; minute += minutes) {
      const time = day + minute * MINUTE_MS;
      if (time >= from && time <= to) rows.push(rowAt(instrument, time));
    }
  }
  return rows;
};
