import { clockToMinutes, istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import { sessionOn } from '../calendar.ts';
import { findInstrument } from '../instrument-master.ts';
import { parseCandle, type ParsedRow, refused } from './parsed-row.ts';

const DAY = /^(\d{4})(\d{2})(\d{2})$/;
const COLUMNS = 9;

/** `NIFTY,20221003,09:16,17070.95,…`: no header, nine columns. */
export const isMinuteRow = (row: readonly string[]): boolean =>
  row.length >= COLUMNS - 1 && DAY.test((row[1] ?? '').trim()) && /^\d{2}:\d{2}/.test((row[2] ?? '').trim());

/**
 * Whether the minutes of a file are labelled by their end, as NSE's are: a session then has a row at its closing time
 * and none at its opening time.
 */
const isLabelledByEnd = (rows: readonly (readonly string[])[]): boolean => {
  let [atOpen, atClose] = [0, 0];
  for (const row of rows) {
    const clock = (row[2] ?? '').trim();
    if (clock === '09:15') atOpen++;
    else if (clock === '15:30') atClose++;
  }
  return atClose >= atOpen;
};

/**
 * One-minute candles: `symbol,YYYYMMDD,HH:MM,open,high,low,close,volume,oi`. Labels at a minute's end become its start.
 * Rows before the open or after the close are set aside.
 */
export const parseMinuteRows = (rows: readonly (readonly string[])[]): ParsedRow[] => {
  const shift = isLabelledByEnd(rows) ? MINUTE_MS : 0;
  const sessions = new Map<string, ReturnType<typeof sessionOn>>();
  return rows.map((row, index) => {
    const line = index + 1;
    const symbol = (row[0] ?? '').trim().toUpperCase();
    const instrument = findInstrument(symbol);
    if (!instrument) return refused(line, `"${symbol.slice(0, 20)}" is not a known instrument`);
    const date = DAY.exec((row[1] ?? '').trim());
    const day = date ? `${date[1]}-${date[2]}-${date[3]}` : '';
    const midnight = istDayStart(day);
    if (Number.isNaN(midnight)) return refused(line, `"${(row[1] ?? '').slice(0, 20)}" is not a day`);
    const minute = clockToMinutes((row[2] ?? '').trim().slice(0, 5));
    if (Number.isNaN(minute)) return refused(line, `"${(row[2] ?? '').slice(0, 20)}" is not a time`);
    const candle = parseCandle({ open: row[3], high: row[4], low: row[5], close: row[6], volume: row[7] });
    if (typeof candle === 'string') return refused(line, candle);
    const time = midnight + minute * MINUTE_MS - shift;
    const key = `${instrument.kind} ${day}`;
    let session = sessions.get(key);
    if (session === undefined) {
      session = sessionOn(day, instrument.kind);
      sessions.set(key, session);
    }
    if (!session || time < session.open || time >= session.close) return { kind: 'outside-session', line };
    return { kind: 'bar', line, symbol, bar: { time, ...candle } };
  });
};
