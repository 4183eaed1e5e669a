import type { Bar } from '../../../engine/bars.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { parseRupees } from '../../../shared/money.ts';
import { DAY_MS, istIso } from '../../../shared/time.ts';
import { type BrokerInstrument, type BrokerQuote, BrokerTrouble, type QuoteBook } from '../broker.ts';
import { readRows } from './book-rows.ts';
import { paiseOf, UnreadableField, wholeOf } from './broker-number.ts';
import { readCandleText, ReadCandles } from './candle-text.ts';
import { momentOf } from './order-report.ts';
import type { RestClient } from './rest-client.ts';

type Timeframe = RuleDocument['timeframe'];
/** Instrument whose price is asked for: the broker's name of it is enough. */
type Named = Pick<BrokerInstrument, 'exchange' | 'token'>;

/** The broker's name of a timeframe, and its most days per answer. */
const INTERVALS: Readonly<Record<Timeframe, { readonly name: string; readonly days: number }>> = {
  '1m': { name: 'ONE_MINUTE', days: 30 },
  '3m': { name: 'THREE_MINUTE', days: 60 },
  '5m': { name: 'FIVE_MINUTE', days: 100 },
  '15m': { name: 'FIFTEEN_MINUTE', days: 200 },
  '30m': { name: 'THIRTY_MINUTE', days: 200 },
  '1h': { name: 'ONE_HOUR', days: 400 },
  '1d': { name: 'ONE_DAY', days: 2_000 },
};
const MINUTE_MS = 60_000;

/** `2026-11-20 09:15`. */
const stamp = (time: number): string => istIso(time).slice(0, 16).replace('T', ' ');

const barOf = (row: unknown): Bar => {
  const [time, open, high, low, close, volume] = Object.values(row as object) as unknown[];
  const start = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  if (Number.isNaN(start)) throw new UnreadableField('a candle has no time');
  return {
    time: start,
    open: paiseOf(open, 'open'),
    high: paiseOf(high, 'high'),
    low: paiseOf(low, 'low'),
    close: paiseOf(close, 'close'),
    volume: wholeOf(volume, 'volume'),
  };
};

/**
 * Candles of a range of time, oldest first. The start is included, the end is excluded. It takes as many calls as the
 * broker's limit of days needs. Days without trades are simply not there. Those for which nobody waits
 * (`isInBackground`) are asked for after all others, once, and a refusal for their rate holds nothing else back.
 * @throws BrokerTrouble
 */
export const candlesOf = async (
  rest: RestClient,
  jwt: string,
  instrument: Named,
  timeframe: Timeframe,
  range: { readonly from: number; readonly until: number },
  isInBackground = false,
): Promise<Bar[]> => {
  const { name, days } = INTERVALS[timeframe];
  const bars: Bar[] = [];
  for (let from = range.from; from < range.until; from += days * DAY_MS) {
    const until = Math.min(range.until, from + days * DAY_MS);
    const body = {
      exchange: instrument.exchange,
      symboltoken: instrument.token,
      interval: name,
      fromdate: stamp(from),
      // Both ends are included there.
      todate: stamp(until - MINUTE_MS),
    };
    const data = await rest.request(
      {
        method: 'POST',
        path: '/historical/v1/getCandleData',
        lane: 'candles',
        body,
        isDispensable: isInBackground,
        readQuickly: readCandleText,
        ...(isInBackground && { turn: { urgency: 'entry' } }),
      },
      jwt,
    );
    const last = bars.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    const sent = data instanceof ReadCandles ? data.bars : readRows(data, 'candles', barOf);
    for (const bar of sent)
      if (bar.time > last && bar.time >= range.from && bar.time < range.until) bars.push(bar);
  }
  return bars;
};

/** A limit of the day; 0 is how the broker writes none. */
const circuitOf = (value: unknown, field: string): number | null => paiseOf(value, field) || null;

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Prices of one side of the depth, paise. Their order is not promised, and one that cannot be read is none. */
const pricesOf = (depth: unknown, side: 'buy' | 'sell'): number[] => {
  const levels: unknown = isRow(depth) ? depth[side] : null;
  if (!Array.isArray(levels)) return [];
  const prices = levels.map((level: unknown) =>
    isRow(level) ? (parseRupees(String(level['price'])) ?? 0) : 0,
  );
  return prices.filter((price) => price > 0);
};

const unitsOf = (value: unknown): number => {
  const units = Math.round(Number(value ?? 0));
  return Number.isSafeInteger(units) && units > 0 ? units : 0;
};

/** A price of the day, paise; what cannot be read is none. */
const dayPriceOf = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? Math.max(0, parseRupees(String(value)) ?? 0) : 0;

const bookOf = (row: Readonly<Record<string, unknown>>): QuoteBook => ({
  bid: Math.max(0, ...pricesOf(row['depth'], 'buy')),
  ask: pricesOf(row['depth'], 'sell').reduce((least, price) => Math.min(least || price, price), 0),
  volume: unitsOf(row['tradeVolume']),
  openInterest: unitsOf(row['opnInterest']),
});

const quoteOf = (row: Readonly<Record<string, unknown>>): BrokerQuote => ({
  exchange: String(row['exchange']),
  token: String(row['symbolToken']),
  price: paiseOf(row['ltp'], 'ltp'),
  close: paiseOf(row['close'], 'close'),
  upperCircuit: circuitOf(row['upperCircuit'] ?? null, 'upperCircuit'),
  lowerCircuit: circuitOf(row['lowerCircuit'] ?? null, 'lowerCircuit'),
  at: typeof row['exchTradeTime'] === 'string' ? momentOf(row['exchTradeTime']) || null : null,
  book: isRow(row['depth']) ? bookOf(row) : undefined,
  range: {
    open: dayPriceOf(row['open']),
    high: dayPriceOf(row['high']),
    low: dayPriceOf(row['low']),
  },
});

const MOST_TOKENS = 50;

/**
 * Prices of instruments, 50 a call. Those that the broker does not know are left out. `isDispensable` as in `RestCall`.
 * @throws BrokerTrouble
 */
export const quotesOf = async (
  rest: RestClient,
  jwt: string,
  instruments: readonly Named[],
  isDispensable = false,
): Promise<BrokerQuote[]> => {
  const quotes: BrokerQuote[] = [];
  for (let first = 0; first < instruments.length; first += MOST_TOKENS) {
    const exchangeTokens: Record<string, string[]> = {};
    for (const { exchange, token } of instruments.slice(first, first + MOST_TOKENS))
      (exchangeTokens[exchange] ??= []).push(token);
    const body = { mode: 'FULL', exchangeTokens };
    const data = await rest.request(
      { method: 'POST', path: '/market/v1/quote/', lane: 'quotes', body, isDispensable },
      jwt,
    );
    if (typeof data !== 'object' || data === null || !('fetched' in data))
      throw new BrokerTrouble(
        'unreachable',
        'Angel One sent prices that cannot be read. Try again in a moment.',
      );
    quotes.push(...readRows(data.fetched, 'prices', quoteOf));
  }
  return quotes;
};
