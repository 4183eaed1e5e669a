import { instrumentNamed } from '../instrument-master.ts';
import { parseUdiffDerivative, readerOf } from './derivative-files.ts';
import { dayText } from './derivative-rows.ts';
import { candleDay, noDay, parseCandle, type ParsedRow, refused } from './parsed-row.ts';

/** Columns of a bhavcopy by the names NSE gives them; the new format (UDiFF) and the one before 2024-07-08. */
const LAYOUTS = {
  'bhavcopy-udiff': {
    symbol: 'TckrSymb',
    series: 'SctySrs',
    day: 'TradDt',
    open: 'OpnPric',
    high: 'HghPric',
    low: 'LwPric',
    close: 'ClsPric',
    volume: 'TtlTradgVol',
  },
  'bhavcopy-legacy': {
    symbol: 'SYMBOL',
    series: 'SERIES',
    day: 'TIMESTAMP',
    open: 'OPEN',
    high: 'HIGH',
    low: 'LOW',
    close: 'CLOSE',
    volume: 'TOTTRDQTY',
  },
} as const;
export type BhavcopyFormat = keyof typeof LAYOUTS;

/** Which bhavcopy a header belongs to, or null. */
export const bhavcopyFormat = (header: readonly string[]): BhavcopyFormat | null => {
  const names = new Set(header.map((name) => name.trim()));
  for (const [format, layout] of Object.entries(LAYOUTS) as [
    BhavcopyFormat,
    (typeof LAYOUTS)[BhavcopyFormat],
  ][])
    if (Object.values(layout).every((name) => names.has(name))) return format;
  return null;
};

/** Segment of futures and options in the newer files. */
const DERIVATIVES = 'FO';

const isEquitySeries = (series: string): boolean => series === 'EQ' || series === 'BE';

/**
 * Rows of the exchange's end-of-day file, parsed by column name. It lists the whole market: all shares are kept, and
 * series other than equity left out without a word, as they are not what the file was imported for.
 */
export const parseBhavcopyRows = (
  rows: readonly (readonly string[])[],
  format: BhavcopyFormat,
): ParsedRow[] => {
  const header = (rows[0] ?? []).map((name) => name.trim());
  const layout = LAYOUTS[format];
  const column = Object.fromEntries(
    Object.entries(layout).map(([field, name]) => [field, header.indexOf(name)]),
  ) as Record<keyof typeof layout, number>;
  const derivatives = format === 'bhavcopy-udiff' ? readerOf(header) : null;
  return rows.slice(1).flatMap((row, index): readonly ParsedRow[] => {
    const line = index + 2;
    const derivative = derivatives?.(row);
    if (derivative?.('Sgmt') === DERIVATIVES) return parseUdiffDerivative(derivative, line);
    const read = (field: keyof typeof layout) => row[column[field]]?.trim();
    const symbol = (read('symbol') ?? '').toUpperCase();
    if (!isEquitySeries(read('series') ?? '') || instrumentNamed(symbol)?.kind !== 'equity') return [];
    const time = candleDay(dayText(read('day') ?? ''));
    if (Number.isNaN(time)) return [refused(line, noDay(read('day') ?? ''))];
    const candle = parseCandle({
      open: read('open'),
      high: read('high'),
      low: read('low'),
      close: read('close'),
      volume: read('volume'),
    });
    return [
      typeof candle === 'string'
        ? refused(line, candle)
        : { kind: 'bar', line, symbol, bar: { time, ...candle } },
    ];
  });
};
