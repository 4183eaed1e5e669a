import type { ListedContract } from '../../market/contracts/contract-list.ts';
import { type Pause, pauses } from '../../pauses.ts';
import { BrokerTrouble } from '../broker.ts';
import { UnreadableField } from './broker-number.ts';
import { contractIn, instrumentIn, type ListedInstrument, type ScripRow } from './scrip-rows.ts';

/** The broker's list, of what TrickDesk has a use for. */
export interface ScripMaster {
  /** Shares and indices of the NSE, and its futures. */
  readonly instruments: readonly ListedInstrument[];
  /** Futures and options on indices and shares, of both exchanges. */
  readonly contracts: readonly ListedContract[];
  /** Rows that could not be read. */
  readonly leftOut: number;
}

/** Far longer than any row: a file that goes on without an end to a row is another kind of file. */
const LONGEST_ROW = 10_000;
/** Bytes that are read between two looks at the clock. */
const PIECE_BYTES = 65_536;

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

/** Rows that are whole, and where the last of them ends. */
const rowsIn = (
  text: string,
): { readonly rows: readonly (Partial<ScripRow> | null)[]; readonly end: number } => {
  const [first, last] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (first === -1 || last < first) return { rows: [], end: 0 };
  try {
    const rows = JSON.parse(`[${text.slice(first, last + 1)}]`) as (Partial<ScripRow> | null)[];
    return { rows, end: last + 1 };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  // The last brace stands within a name, or what is between two rows is no list.
  const rows: Partial<ScripRow>[] = [];
  let end = 0;
  for (let start = first; start !== -1; start = text.indexOf('{', end)) {
    const next = rowAt(text, start);
    if (next === null) break;
    rows.push(next.row);
    end = next.end;
  }
  return { rows, end };
};

const isRow = (row: Partial<ScripRow> | null): row is ScripRow =>
  row !== null &&
  [
    row.token,
    row.symbol,
    row.name,
    row.expiry,
    row.strike,
    row.lotsize,
    row.instrumenttype,
    row.exch_seg,
    row.tick_size,
  ].every((value) => typeof value === 'string');

/** Instruments and contracts so far. */
class Found {
  readonly instruments: ListedInstrument[] = [];
  readonly contracts: ListedContract[] = [];
  rows = 0;
  leftOut = 0;

  add(row: Partial<ScripRow> | null): void {
    this.rows++;
    if (!isRow(row)) {
      this.leftOut++;
      return;
    }
    try {
      const contract = contractIn(row);
      const instrument = instrumentIn(row);
      if (contract) this.contracts.push(contract);
      if (instrument) this.instruments.push(instrument);
    } catch (error) {
      if (!(error instanceof UnreadableField)) throw error;
      this.leftOut++;
    }
  }
}

/**
 * Pick shares, indices, futures and options from the broker's list. It is read while it arrives: about 150,000 rows,
 * 30 MB, of which never more than a piece is held, and everybody else is let in between. A row that cannot be read is
 * left out; a list that ends too soon is not used.
 * @throws BrokerTrouble
 */
export const readScripMaster = async (
  chunks: AsyncIterable<Uint8Array>,
  pause: Pause = pauses(),
): Promise<ScripMaster> => {
  const decoder = new TextDecoder();
  const found = new Found();
  let text = '';
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      text += decoder.decode(chunk.subarray(at, at + PIECE_BYTES), { stream: true });
      const { rows, end } = rowsIn(text);
      for (const row of rows) found.add(row);
      text = text.slice(end);
      if (text.length > LONGEST_ROW) throw unreadable();
      await pause();
    }
  if (found.rows === 0 || found.instruments.length === 0 || text.trim() !== ']') throw unreadable();
  return found;
};
