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
/** Rows between two looks at the clock. */
const ROWS_A_STEP = 100;

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

  add(row: Partial<ScripRow>): void {
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
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    let done = 0;
    for (let start = text.indexOf('{', done); start !== -1; start = text.indexOf('{', done)) {
      const next = rowAt(text, start);
      if (next === null) break;
      done = next.end;
      found.add(next.row);
      if (found.rows % ROWS_A_STEP === 0) await pause();
    }
    text = text.slice(done);
    if (text.length > LONGEST_ROW) throw unreadable();
  }
  if (found.rows === 0 || found.instruments.length === 0 || text.trim() !== ']') throw unreadable();
  return found;
};
