import { clockToMinutes } from '../../shared/time.ts';

const WRITTEN_DAY = /^(\d{2})-(\d{2})-(\d{4})$/;
const LOOSE_DAY = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/;
const LOOSE_CLOCK = /^\s*(\d{1,2})[:.h ]?([0-5]\d)\s*$/;

/** Whether a text is a day that the calendar has, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** A `YYYY-MM-DD` day as it is typed in India, `DD-MM-YYYY`; anything else as it is. */
export const typedDay = (day: string): string => (isDay(day) ? day.split('-').reverse().join('-') : day);

const asDay = (parts: RegExpExecArray | null): string | null => {
  const [, day = '', month = '', year = ''] = parts ?? [];
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
};

/** The `YYYY-MM-DD` day of what is being typed; what is no whole day yet stays as it is. */
export const dayTyped = (text: string): string => asDay(WRITTEN_DAY.exec(text)) ?? text;

/** The `YYYY-MM-DD` day of finished typing; a shorter form counts: `3/1/2022`. */
export const dayWritten = (text: string): string => asDay(LOOSE_DAY.exec(text)) ?? text.trim();

/** Whether a text is a clock time of 24 hours, `HH:MM`. */
export const isClock = (text: string): boolean => !Number.isNaN(clockToMinutes(text));

/** The `HH:MM` of a time as people write it, such as `9.15`. What is no time stays as it is. */
export const clockWritten = (text: string): string => {
  const [, hour = '', minute = ''] = LOOSE_CLOCK.exec(text) ?? [];
  const clock = `${hour.padStart(2, '0')}:${minute}`;
  return isClock(clock) ? clock : text.trim();
};
