import Papa from 'papaparse';
import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { formatCount } from '../../shared/money.ts';
import { angelOneHeader, readAngelOne } from './angel-one.ts';
import type { ParsedRows } from './parsed-fill.ts';
import { readZerodha, zerodhaHeader } from './zerodha.ts';

/** Contents of a broker's file. */
export interface ParsedTradebook extends ParsedRows {
  readonly name: string;
  /** Null when it is of none of the brokers. */
  readonly broker: TradebookBroker | null;
}

const UNKNOWN =
  'this is neither Zerodha’s tradebook (Console › Reports › Tradebook, as CSV) nor Angel One’s trades history (Reports › Trades History, its sheet saved as CSV)';

/** An active year has a tenth of this; it is written in well under a second. */
const MOST_ROWS = 50_000;
const TOO_LONG = `the file has more than ${formatCount(MOST_ROWS)} rows: export a shorter time, and import one after the other`;

const whole = (reason: string): ParsedRows => ({ fills: [], problems: [{ line: 0, reason }], rowsRead: 0 });

const readText = (text: string): { broker: TradebookBroker | null } & ParsedRows => {
  if (text.startsWith('PK'))
    return {
      broker: null,
      ...whole('this is an Excel workbook: open it, save the sheet of trades as CSV, and import that'),
    };
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  if (data.length > MOST_ROWS) return { broker: null, ...whole(TOO_LONG) };
  const angelOne = angelOneHeader(data);
  if (angelOne) return { broker: 'angel-one', ...readAngelOne(data, angelOne) };
  const zerodha = zerodhaHeader(data);
  if (zerodha) return { broker: 'zerodha', ...readZerodha(data, zerodha) };
  return { broker: null, ...whole(UNKNOWN) };
};

/** Reads a broker's CSV file. Never throws for what is in the file: bad rows are problems with a line. */
export const parseTradebook = (name: string, text: string): ParsedTradebook => {
  const read = readText(text);
  const isBare = read.fills.length === 0 && read.problems.length === 0;
  return { name, ...read, ...(isBare && whole('the file has no trades')) };
};
