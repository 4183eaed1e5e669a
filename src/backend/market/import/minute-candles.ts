import { clockToMinutes, MINUTE_MS } from '../../../shared/time.ts';
import { type Session, sessionOn } from '../../../engine/trading/trading-day.ts';
import { findInstrument, type MasterRow } from '../instrument-master.ts';
import { candleDay, noDay, parseCandle, type ParsedRow, refused } from './parsed-row.ts';

const DAY = /^(\d{4})(\d{2})(\d{2})$/;
const COLUMNS = 9;

/** `NIFTY,20221003,09:16,17070.95,…`: no header, nine columns. */
export const isMinuteRow = (row: readonly string[]): boolean =>
  row.length >= COLUMNS - 1 && DAY.test((row[1] ?? '').trim()) && /^\d{2}:\d{2}/.test((row[2] ?? '').trim());

/** A row's place in time: midnight of its day and the minute it is labelled with; NaN where it has none. */
interface Label {
  readonly symbol: string;
  readonly day: string;
  readonly midnight: number;
  readonly minute: number;
}

const labelOf = (row: readonly string[]): Label => {
  const date = DAY.exec((row[1] ?? '').trim());
  const day = date ? `${date[1]}-${date[2]}-${date[3]}` : '';
  return {
    symbol: (row[0] ?? '').trim().toUpperCase(),
    day,
    midnight: candleDay(day),
    minute: clockToMinutes((row[2] ?? '').trim().slice(0, 5)),
  };
};

/** Sessions by instrument and day, each looked up once. */
const sessionLookup = () => {
  const known = new Map<string, Session | null>();
  return (row: MasterRow, day: string): Session | null => {
    const key = `${row.symbol} ${day}`;
    let session = known.get(key);
    if (session === undefined) {
      session = sessionOn(day, row);
      known.set(key, session);
    }
    return session;
  };
};

/**
 * Whether a file labels minutes by their end, as NSE does. A session then has a row at its closing time and none at its
 * opening time.
 */
const isLabelledByEnd = (
  labels: readonly Label[],
  sessionOf: (row: MasterRow, day: string) => Session | null,
): boolean => {
  let [atOpen, atClose] = [0, 0];
  for (const { symbol, day, midnight, minute } of labels) {
    const row = findInstrument(symbol);
    const session = row && !Number.isNaN(midnight) ? sessionOf(row, day) : null;
    const time = midnight + minute * MINUTE_MS;
    if (time === session?.open) atOpen++;
    else if (time === session?.close) atClose++;
  }
  return atClose >= atOpen;
};

/**
 * One-minute candles: `symbol,YYYYMMDD,HH:MM,open,high,low,close,volume,oi`. Labels at a minute's end become its start.
 * Rows before the open or after the close are set aside.
 */
export const parseMinuteRows = (rows: readonly (readonly string[])[]): ParsedRow[] => {
  const labels = rows.map(labelOf);
  const sessionOf = sessionLookup();
  const shift = isLabelledByEnd(labels, sessionOf) ? MINUTE_MS : 0;
  return labels.map(({ symbol, day, midnight, minute }, index) => {
    const line = index + 1;
    const row = rows[index] ?? [];
    const instrument = findInstrument(symbol);
    if (!instrument) return refused(line, `"${symbol.slice(0, 20)}" is not a known instrument`);
    if (Number.isNaN(midnight)) return refused(line, noDay((row[1] ?? '').slice(0, 20)));
    if (Number.isNaN(minute)) return refused(line, `"${(row[2] ?? '').slice(0, 20)}" is not a time`);
    const candle = parseCandle({ open: row[3], high: row[4], low: row[5], close: row[6], volume: row[7] });
    if (typeof candle === 'string') return refused(line, candle);
    const time = midnight + minute * MINUTE_MS - shift;
    const session = sessionOf(instrument, day);
    if (!session || time < session.open || time >= session.close) return { kind: 'outside-session', line };
    return { kind: 'bar', line, symbol, bar: { time, ...candle } };
  });
};
