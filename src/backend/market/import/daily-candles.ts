import { istMidnight } from '../../../shared/time.ts';
import { instrumentNamed, INDIA_VIX } from '../instrument-master.ts';
import { candleDay, noDay, parseCandle, type ParsedRow, refused } from './parsed-row.ts';

const HEADER = ['timestamp', 'open', 'high', 'low', 'close', 'volume'];
const STAMP = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}):(\d{2})(?::\d{2})?(?:\+05:?30)?)?$/;

export const isDailyHeader = (row: readonly string[]): boolean =>
  HEADER.every((name, index) => row[index]?.trim().toLowerCase() === name);

/** The symbol that a daily file is named after: `M&M.csv` holds M&M. */
export const symbolOfFile = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? name)
    .replace(/\.csv$/i, '')
    .trim()
    .toUpperCase();

/** Daily candles of one instrument: `timestamp,open,high,low,close,volume,oi`, the symbol in the file's name. */
export const parseDailyRows = (rows: readonly (readonly string[])[], fileName: string): ParsedRow[] => {
  const symbol = symbolOfFile(fileName);
  if (!instrumentNamed(symbol) && symbol !== INDIA_VIX)
    return [
      refused(
        0,
        `the file's name must be an instrument's symbol such as RELIANCE.csv; ${symbol} is not known`,
      ),
    ];
  return rows.slice(1).map((row, index) => {
    const line = index + 2;
    const stamp = STAMP.exec((row[0] ?? '').trim());
    const midnight = stamp?.[1] ? candleDay(stamp[1]) : Number.NaN;
    if (Number.isNaN(midnight)) return refused(line, noDay(row[0] ?? ''));
    const candle = parseCandle({ open: row[1], high: row[2], low: row[3], close: row[4], volume: row[5] });
    if (typeof candle === 'string') return refused(line, candle);
    return { kind: 'bar', line, symbol, bar: { time: istMidnight(midnight), ...candle } };
  });
};
