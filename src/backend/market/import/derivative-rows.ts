import { type Contract, isContract, symbolOf } from '../../../engine/contracts/contract.ts';
import type { Exchange } from '../../../engine/instrument.ts';
import { parseRupees } from '../../../shared/money.ts';
import { monthOfName } from '../../../shared/month-names.ts';
import { signedStrikeOf } from '../contracts/contract-key.ts';
import { candleDay, noDay, parseCandle, type ParsedRow, refused } from './parsed-row.ts';

/** Fields of a row about a future or an option, as written. */
export interface DerivativeText {
  readonly line: number;
  /** Day of the row, `YYYY-MM-DD` or as the file writes it. */
  readonly day: string;
  readonly exchange: Exchange;
  readonly isFuture: boolean;
  readonly underlying: string;
  readonly expiry: string;
  /** Last day; empty where the file does not say. */
  readonly endsOn: string;
  readonly strike: string;
  readonly right: string;
  readonly open: string | undefined;
  readonly high: string | undefined;
  readonly low: string | undefined;
  readonly close: string | undefined;
  /** Contracts traded, in lots. */
  readonly lots: string;
  readonly openInterest: string;
  readonly token: string;
  /** Units of a lot; null where the file does not say, a text where it cannot be right. */
  readonly lotSize: number | string | null;
  /** Units of a lot to count volume with. Of a file that does not say its lots. */
  readonly countedWith?: number | null;
}

/** The exchanges try their systems out with contracts on nothing. */
const OF_A_TEST = /(?:NSE|BSE)TEST$/;

/** `2025-03-28` or `05-JUL-2024` as `YYYY-MM-DD`; any other text as it is. */
export const dayText = (text: string): string => {
  const named = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text.toUpperCase());
  const month = monthOfName(named?.[2] ?? '');
  return named && month !== null ? `${named[3]}-${month}-${named[1]}` : text;
};

/** Whole number of a text; null for any other. It may have zeros after a point. */
export const wholeNumber = (text: string): number | null => {
  if (!/^\d+(?:\.0*)?$/.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
};

const shown = (text: string): string => `"${text.slice(0, 20)}"`;

/** Contract of a row, or why it is none. */
const contractIn = (row: DerivativeText): Contract | string => {
  const expiry = dayText(row.expiry);
  if (Number.isNaN(candleDay(expiry))) return `the expiry ${noDay(row.expiry)}`;
  const on = { exchange: row.exchange, underlying: row.underlying, expiry };
  if (!row.isFuture && row.right !== 'CE' && row.right !== 'PE')
    return `the option type ${shown(row.right)} is neither CE nor PE`;
  const strike = parseRupees(row.strike);
  if (!row.isFuture && (strike === null || strike <= 0))
    return `the strike ${shown(row.strike)} is not a price`;
  const contract: Contract = row.isFuture
    ? { ...on, kind: 'future' }
    : { ...on, kind: 'option', strike: strike ?? 0, right: row.right === 'CE' ? 'call' : 'put' };
  return isContract(contract) ? contract : `${shown(symbolOf(contract))} is not a contract`;
};

/**
 * Row about a future or an option. It says that the contract is listed, and has a candle if it was traded: a row of an
 * untraded contract has zeros for prices, and a close of some day before.
 */
export const parseDerivative = (row: DerivativeText): readonly ParsedRow[] => {
  const { line } = row;
  if (OF_A_TEST.test(row.underlying)) return [];
  const day = dayText(row.day);
  const time = candleDay(day);
  if (Number.isNaN(time)) return [refused(line, noDay(row.day))];
  const contract = contractIn(row);
  if (typeof contract === 'string') return [refused(line, contract)];
  const endsOn = row.endsOn === '' ? null : dayText(row.endsOn);
  if (endsOn !== null && Number.isNaN(candleDay(endsOn)))
    return [refused(line, `the last day ${noDay(row.endsOn)}`)];
  if (typeof row.lotSize === 'string') return [refused(line, row.lotSize)];
  const lots = wholeNumber(row.lots);
  if (lots === null)
    return [refused(line, `the number of contracts ${shown(row.lots)} is not a whole number`)];
  const openInterest = wholeNumber(row.openInterest);
  if (openInterest === null)
    return [refused(line, `the open interest ${shown(row.openInterest)} is not a whole number`)];
  const { lotSize } = row;
  const token = row.token === '' ? null : row.token;
  const listed = { contract, lotSize, tickSize: null, token, endsOn };
  if (lots === 0) return [{ kind: 'contract', line, day, listed, bar: null }];
  const units = lotSize ?? row.countedWith ?? null;
  if (units === null)
    return [
      refused(
        line,
        `the lot size of ${row.underlying} for ${contract.expiry} is not known, and the volume is counted in lots`,
      ),
    ];
  const candle = parseCandle({ open: row.open, high: row.high, low: row.low, close: row.close, volume: '' });
  if (typeof candle === 'string') return [refused(line, candle)];
  const bar = { ...candle, time, signedStrike: signedStrikeOf(contract), volume: lots * units, openInterest };
  return [{ kind: 'contract', line, day, listed, bar }];
};
