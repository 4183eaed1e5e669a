import { symbolOf } from '../../../engine/contracts/contract.ts';
import type { Traded } from '../../../engine/instrument.ts';
import { type Session, sessionOn } from '../../../engine/trading/trading-day.ts';
import { parseRupees } from '../../../shared/money.ts';
import { clockToMinutes, MINUTE_MS } from '../../../shared/time.ts';
import { signedStrikeOf } from '../contracts/contract-key.ts';
import { MOST_UNITS } from '../contracts/contract-minutes.ts';
import { instrumentNamed } from '../instrument-master.ts';
import { contractOfTicker, writtenDay } from './contract-ticker.ts';
import { wholeNumber } from './derivative-rows.ts';
import { candleDay, noDay, parseCandle, type ParsedRow, refused } from './parsed-row.ts';

const DAY = /^(\d{4})(\d{2})(\d{2})$/;
const COLUMNS = 9;

/** `NIFTY,20221003,09:16,17070.95,…`: no header, nine columns, or eleven with bid and ask. */
export const isMinuteRow = (row: readonly string[]): boolean =>
  row.length >= COLUMNS - 1 && DAY.test((row[1] ?? '').trim()) && /^\d{2}:\d{2}/.test((row[2] ?? '').trim());

/** Names of the columns in files with a header. They are in the order of one without. */
const NAMES: readonly (readonly string[])[] = [
  ['ticker', 'symbol', 'tradingsymbol'],
  ['date'],
  ['time'],
  ['open'],
  ['high'],
  ['low'],
  ['close'],
  ['volume'],
  ['open interest', 'openinterest', 'oi'],
  ['bid'],
  ['ask'],
];
/** The first columns, which every file must have. */
const NEEDED = 8;

const placesIn = (header: readonly string[]): number[] => {
  const names = header.map((name) => name.trim().toLowerCase().replaceAll(/[<>"]/g, ''));
  return NAMES.map((known) => names.findIndex((name) => known.includes(name)));
};

/** Whether a row names the columns of a file of minutes. */
export const isMinuteHeader = (header: readonly string[]): boolean =>
  placesIn(header)
    .slice(0, NEEDED)
    .every((place) => place >= 0);

/** Rows of a file with a header, as rows of one without. */
export const withoutMinuteHeader = (rows: readonly (readonly string[])[]): string[][] => {
  const places = placesIn(rows[0] ?? []);
  return rows.slice(1).map((row) => places.map((place) => row[place] ?? ''));
};

/** A row's place in time: midnight of its day and the minute it is labelled with; NaN where it has none. */
interface Label {
  readonly symbol: string;
  readonly day: string;
  readonly midnight: number;
  readonly minute: number;
  /** Whether its seconds say that it is labelled within the minute: `09:15:59`. */
  readonly isWithin: boolean;
}

const labelOf = (row: readonly string[]): Label => {
  const day = writtenDay(row[1] ?? '');
  const time = (row[2] ?? '').trim();
  return {
    symbol: (row[0] ?? '').trim().toUpperCase(),
    day,
    midnight: candleDay(day),
    minute: clockToMinutes(time.slice(0, 5)),
    isWithin: Number(time.slice(6, 8)) > 0,
  };
};

/** Instrument of a row; a text is why it is none. */
type Named = { readonly symbol: string; readonly traded: Traded; readonly signedStrike: number | null };

const newLookUp = () => {
  const known = new Map<string, Named | string>();
  return ({ symbol, day }: Label): Named | string => {
    const key = `${symbol} ${day}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = namedIn(symbol, day)));
    return found;
  };
};

const namedIn = (symbol: string, day: string): Named | string => {
  const row = instrumentNamed(symbol);
  if (row) return { symbol, traded: row, signedStrike: null };
  const contract = contractOfTicker(symbol, day);
  if (typeof contract === 'string') return contract;
  if (contract === null) return `"${symbol.slice(0, 30)}" is not a known instrument`;
  const { kind, exchange } = contract;
  return { symbol: symbolOf(contract), traded: { kind, exchange }, signedStrike: signedStrikeOf(contract) };
};

/** Sessions by instrument and day, each looked up once. */
const sessionLookup = () => {
  const known = new Map<string, Session | null>();
  return (traded: Traded, day: string): Session | null => {
    const key = `${traded.kind} ${traded.fixedBandPercent ?? ''} ${day}`;
    let session = known.get(key);
    if (session === undefined) {
      session = sessionOn(day, traded);
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
  namedBy: (label: Label) => Named | string,
  sessionOf: (traded: Traded, day: string) => Session | null,
): boolean => {
  let [atOpen, atClose] = [0, 0];
  for (const label of labels) {
    if (label.isWithin) return false;
    if (Number.isNaN(label.midnight)) continue;
    const named = namedBy(label);
    const session = typeof named === 'string' ? null : sessionOf(named.traded, label.day);
    const time = label.midnight + label.minute * MINUTE_MS;
    if (time === session?.open) atOpen++;
    else if (time === session?.close) atClose++;
  }
  return atClose >= atOpen;
};

/** Bid or ask of a row, paise; 0 where it has none. */
const quoteIn = (text: string | undefined): number => Math.max(0, parseRupees(text ?? '') ?? 0);

/**
 * One-minute candles: `symbol,YYYYMMDD,HH:MM,open,high,low,close,volume,oi`, of contracts perhaps with bid and ask. Labels at
 * a minute's end become its start. Rows before the open or after the close are set aside.
 */
export const parseMinuteRows = (rows: readonly (readonly string[])[], firstLine = 1): ParsedRow[] => {
  const labels = rows.map(labelOf);
  const [namedBy, sessionOf] = [newLookUp(), sessionLookup()];
  const shift = isLabelledByEnd(labels, namedBy, sessionOf) ? MINUTE_MS : 0;
  return labels.map((label, index) => {
    const { day, midnight, minute } = label;
    const line = index + firstLine;
    const row = rows[index] ?? [];
    if (Number.isNaN(midnight)) return refused(line, noDay((row[1] ?? '').slice(0, 20)));
    const named = namedBy(label);
    if (typeof named === 'string') return refused(line, named);
    if (Number.isNaN(minute)) return refused(line, `"${(row[2] ?? '').slice(0, 20)}" is not a time`);
    const candle = parseCandle({ open: row[3], high: row[4], low: row[5], close: row[6], volume: row[7] });
    if (typeof candle === 'string') return refused(line, candle);
    const time = midnight + minute * MINUTE_MS - shift;
    const session = sessionOf(named.traded, day);
    if (!session || time < session.open || time >= session.close) return { kind: 'outside-session', line };
    const { symbol, signedStrike } = named;
    if (signedStrike === null) return { kind: 'bar', line, symbol, bar: { time, ...candle } };
    const openInterest = wholeNumber((row[8] ?? '').trim() || '0');
    if (openInterest === null)
      return refused(line, `the open interest "${(row[8] ?? '').slice(0, 20)}" is not a whole number`);
    if (candle.volume > MOST_UNITS || openInterest > MOST_UNITS)
      return refused(line, 'the volume or open interest is larger than any can be');
    const quotes = { bid: quoteIn(row[9]), ask: quoteIn(row[10]) };
    return {
      ...{ kind: 'contract-minute', line, symbol },
      bar: { time, ...candle, signedStrike, openInterest, ...quotes },
    };
  });
};
