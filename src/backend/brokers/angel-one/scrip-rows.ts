import { type Contract, isContract } from '../../../engine/contracts/contract.ts';
import { monthOfName } from '../../../shared/month-names.ts';
import { istDayStart } from '../../../shared/time.ts';
import type { ListedContract } from '../../market/contracts/contract-list.ts';
import { UnreadableField, wholeOf } from './broker-number.ts';

/** An instrument of the NSE in the list: share, index or future. */
export interface ListedInstrument {
  readonly exchange: 'NSE' | 'NFO';
  readonly token: string;
  readonly tradingSymbol: string;
  readonly name: string;
  readonly kind: 'equity' | 'index' | 'future';
  /** `YYYY-MM-DD`; null for what does not end. */
  readonly expiry: string | null;
  readonly lotSize: number;
  /** Paise; 0 for an index. */
  readonly tickSize: number;
}

/** Row of the list: every value is a text. */
export interface ScripRow {
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  readonly expiry: string;
  readonly strike: string;
  readonly lotsize: string;
  readonly instrumenttype: string;
  readonly exch_seg: string;
  readonly tick_size: string;
}

const FUTURES = ['FUTIDX', 'FUTSTK'];
const OPTIONS = ['OPTIDX', 'OPTSTK'];
/** The exchanges try their systems out with contracts on nothing. */
const OF_A_TEST = /(?:NSE|BSE)TEST$/;

/** `28MAR2024` as `2024-03-28`; null when it is no day. */
const expiryOf = (text: string): string | null => {
  const match = /^(\d{2})([A-Z]{3})(\d{4})$/.exec(text);
  const day = `${match?.[3]}-${monthOfName(match?.[2] ?? '')}-${match?.[1]}`;
  return Number.isNaN(istDayStart(day)) ? null : day;
};

const kindOf = (row: ScripRow): ListedInstrument['kind'] | null => {
  if (row.exch_seg === 'NSE' && row.instrumenttype === 'AMXIDX') return 'index';
  if (row.exch_seg === 'NSE' && row.instrumenttype === '' && row.symbol.endsWith('-EQ')) return 'equity';
  if (row.exch_seg === 'NFO' && FUTURES.includes(row.instrumenttype)) return 'future';
  return null;
};

/** Instrument of a row; null of another kind, or if it cannot be ordered. @throws UnreadableField */
export const instrumentIn = (row: ScripRow): ListedInstrument | null => {
  const kind = kindOf(row);
  if (kind === null) return null;
  const tickSize = wholeOf(row.tick_size, 'tick_size');
  const expiry = kind === 'future' ? expiryOf(row.expiry) : null;
  const lotSize = wholeOf(row.lotsize, 'lotsize');
  // Without these nothing can be ordered; an index cannot be ordered anyway.
  if (kind !== 'index' && (tickSize <= 0 || lotSize <= 0)) return null;
  if (kind === 'future' && expiry === null) return null;
  const { token, symbol, name } = row;
  return {
    exchange: kind === 'future' ? 'NFO' : 'NSE',
    token,
    tradingSymbol: symbol,
    name,
    kind,
    expiry,
    lotSize,
    tickSize,
  };
};

const EXCHANGES = { NFO: 'NSE', BFO: 'BSE' } as const;

const exchangeOf = ({ exch_seg: segment }: ScripRow): 'NSE' | 'BSE' | null =>
  segment === 'NFO' || segment === 'BFO' ? EXCHANGES[segment] : null;

/** A field of a contract that cannot be. */
const wrong = (field: string, text: string): UnreadableField =>
  new UnreadableField(`${field} is "${text.slice(0, 40)}"`);

const above = (text: string, field: string): number => {
  const value = wholeOf(text, field);
  if (value <= 0) throw wrong(field, text);
  return value;
};

/**
 * Future or option of a row. Null for a row of another kind, and for a contract of a test of the exchange.
 * @throws UnreadableField for a contract that cannot be read
 */
export const contractIn = (row: ScripRow): ListedContract | null => {
  const exchange = exchangeOf(row);
  const isFuture = FUTURES.includes(row.instrumenttype);
  if (exchange === null || (!isFuture && !OPTIONS.includes(row.instrumenttype))) return null;
  const underlying = row.name;
  if (OF_A_TEST.test(underlying)) return null;
  const expiry = expiryOf(row.expiry);
  if (expiry === null) throw wrong('expiry', row.expiry);
  if (row.token.trim() === '') throw wrong('token', row.token);
  const on = { exchange, underlying, expiry } as const;
  const right = /(CE|PE)$/.exec(row.symbol)?.[1];
  if (!isFuture && right === undefined) throw wrong('symbol', row.symbol);
  const contract: Contract = isFuture
    ? { ...on, kind: 'future' }
    : {
        ...on,
        kind: 'option',
        strike: above(row.strike, 'strike'),
        right: right === 'CE' ? 'call' : 'put',
      };
  if (!isContract(contract)) throw wrong('name or strike', `${underlying} ${row.strike}`);
  return {
    contract,
    lotSize: above(row.lotsize, 'lotsize'),
    tickSize: above(row.tick_size, 'tick_size'),
    token: row.token,
    endsOn: expiry,
  };
};
