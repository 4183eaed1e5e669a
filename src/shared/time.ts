/** Times are epoch milliseconds. India has one zone, five and a half hours ahead of UTC, and no summer time. */
export const IST_OFFSET_MS = 19_800_000;
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** The last 30 days, as they are ranked and shown. */
export const THIRTY_DAYS_MS = 30 * DAY_MS;

const shifted = (ms: number): Date => new Date(ms + IST_OFFSET_MS);

/** Days are asked for again and again, nearly always the same: the last answers are kept. */
let lastDate = { number: Number.NaN, day: '' };
let lastStart = { day: '', start: Number.NaN };

/** Calendar day in India as `YYYY-MM-DD`. */
export const istDate = (ms: number): string => {
  const number = Math.floor((ms + IST_OFFSET_MS) / DAY_MS);
  if (number !== lastDate.number) lastDate = { number, day: shifted(ms).toISOString().slice(0, 10) };
  return lastDate.day;
};

/** Minutes since midnight in India, 0–1439. */
export const istMinuteOfDay = (ms: number): number => {
  const sinceMidnight = (((ms + IST_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS;
  return Math.floor(sinceMidnight / MINUTE_MS);
};

/** Start of the minute that a moment lies in, epoch ms. */
export const minuteStart = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** Start of the Indian calendar day that holds this moment. */
export const istMidnight = (ms: number): number =>
  Math.floor((ms + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS;

/** Day of the week in India, 0 = Sunday. */
export const istWeekday = (ms: number): number => shifted(ms).getUTCDay();

/** Midnight in India at the start of a `YYYY-MM-DD` day; NaN when the text is not a real day. */
export const istDayStart = (day: string): number => {
  if (day !== lastStart.day) lastStart = { day, start: startOf(day) };
  return lastStart.start;
};

const startOf = (day: string): number => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return Number.NaN;
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(utc) || new Date(utc).toISOString().slice(0, 10) !== day) return Number.NaN;
  return utc - IST_OFFSET_MS;
};

/** ISO-8601 with India's offset, to the millisecond when it has any: `2026-11-20T09:15:00+05:30`. */
export const istIso = (ms: number): string => {
  const text = shifted(ms).toISOString().replace('Z', '');
  return `${text.endsWith('.000') ? text.slice(0, -4) : text}+05:30`;
};

/** Clock time in India: `09:15:00`. */
export const istTime = (ms: number): string => shifted(ms).toISOString().slice(11, 19);

/** Clock time in India to the minute: `09:15`. */
export const istMinute = (ms: number): string => shifted(ms).toISOString().slice(11, 16);

/** Day as people write it: `20-11-2026`. */
export const istDayText = (ms: number): string => {
  const [year, month, day] = istDate(ms).split('-');
  return `${day}-${month}-${year}`;
};

/** Day and clock time as people write it: `20-11-2026, 09:15:00`. */
export const istDateTimeText = (ms: number): string => `${istDayText(ms)}, ${istTime(ms)}`;

/** `HH:MM` to minutes since midnight; NaN when it is not a clock time. */
export const clockToMinutes = (clock: string): number => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock);
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN;
};

/** Minutes since midnight as `HH:MM`. */
export const minutesToClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
