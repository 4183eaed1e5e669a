import { BrokerTrouble } from '../broker.ts';
import { wholeOf } from './broker-number.ts';

/** An instrument of the broker's list that TrickDesk has a use for. */
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
interface ScripRow {
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  readonly expiry: string;
  readonly lotsize: string;
  readonly instrumenttype: string;
  readonly exch_seg: string;
  readonly tick_size: string;
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** Far longer than any row: a file that goes on without an end to a row is another kind of file. */
const LONGEST_ROW = 10_000;

/** `28MAR2024` as `2024-03-28`; null when it is no day. */
const expiryOf = (text: string): string | null => {
  const match = /^(\d{2})([A-Z]{3})(\d{4})$/.exec(text);
  const month = MONTHS.indexOf(match?.[2] ?? '') + 1;
  return match && month > 0 ? `${match[3]}-${String(month).padStart(2, '0')}-${match[1]}` : null;
};

const kindOf = (row: ScripRow): ListedInstrument['kind'] | null => {
  if (row.exch_seg === 'NSE' && row.instrumenttype === 'AMXIDX') return 'index';
  if (row.exch_seg === 'NSE' && row.instrumenttype === '' && row.symbol.endsWith('-EQ')) return 'equity';
  if (row.exch_seg === 'NFO' && (row.instrumenttype === 'FUTIDX' || row.instrumenttype === 'FUTSTK'))
    return 'future';
  return null;
};

/** Null for a row of another kind. @throws UnreadableField */
const instrumentIn = (row: ScripRow): ListedInstrument | null => {
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

const unreadable = (): BrokerTrouble =>
  new BrokerTrouble(
    'unreachable',
    "Angel One's list of instruments cannot be read. The list of before stays in use.",
  );

/** The end of the row that begins at `start`: a brace may also stand within a name. */
const rowAt = (text: string, start: number): { readonly row: ScripRow; readonly end: number } | null => {
  for (let brace = text.indexOf('}', start); brace !== -1; brace = text.indexOf('}', brace + 1)) {
    if (brace - start > LONGEST_ROW) throw unreadable();
    try {
      return { row: JSON.parse(text.slice(start, brace + 1)) as ScripRow, end: brace + 1 };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return null;
};

const isRow = (row: Partial<ScripRow>): row is ScripRow =>
  [
    row.token,
    row.symbol,
    row.name,
    row.expiry,
    row.lotsize,
    row.instrumenttype,
    row.exch_seg,
    row.tick_size,
  ].every((value) => typeof value === 'string');

/**
 * Pick shares, indices and futures of the NSE from the broker's list. It is read while it arrives: about 150,000
 * rows, 30 MB, of which never more than a piece is held. A row that cannot be read is left out; a list that ends too
 * soon is not used.
 * @throws BrokerTrouble
 */
export const readScripMaster = async (chunks: AsyncIterable<Uint8Array>): Promise<ListedInstrument[]> => {
  const decoder = new TextDecoder();
  const found: ListedInstrument[] = [];
  let text = '';
  let rows = 0;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    let done = 0;
    for (let start = text.indexOf('{', done); start !== -1; start = text.indexOf('{', done)) {
      const next = rowAt(text, start);
      if (next === null) break;
      rows++;
      done = next.end;
      const instrument = isRow(next.row) ? instrumentIn(next.row) : null;
      if (instrument) found.push(instrument);
    }
    text = text.slice(done);
    if (text.length > LONGEST_ROW) throw unreadable();
  }
  if (rows === 0 || found.length === 0 || text.trim() !== ']') throw unreadable();
  return found;
};
