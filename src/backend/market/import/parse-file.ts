import Papa from 'papaparse';
import type { Bar } from '../../../engine/bars.ts';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import type { ContractBar } from '../contracts/contract-candles.ts';
import type { ContractMinute } from '../contracts/contract-minutes.ts';
import type { ListedContract } from '../contracts/contract-list.ts';
import { type BhavcopyFormat, bhavcopyFormat, parseBhavcopyRows } from './bhavcopy.ts';
import { isDailyHeader, parseDailyRows } from './daily-candles.ts';
import { type DerivativeFormat, derivativeFormat, parseDerivativeRows } from './derivative-files.ts';
import { isMinuteHeader, isMinuteRow, parseMinuteRows, withoutMinuteHeader } from './minute-candles.ts';
import { type ParsedRow, refused } from './parsed-row.ts';

export type FileFormat = 'daily-candles' | 'minute-candles' | BhavcopyFormat | DerivativeFormat | 'unknown';

/** A problem with a row; line 0 is the file as a whole. */
export interface Problem {
  readonly line: number;
  readonly reason: string;
}

/** A future or an option of a day's list; `bar` is null where it was not traded. */
export interface ParsedContract {
  readonly day: string;
  readonly listed: ListedContract;
  readonly bar: ContractBar | null;
}

/** Contents of a file. */
export interface ParsedFile {
  readonly name: string;
  readonly format: FileFormat;
  readonly timeframe: '1m' | '1d' | null;
  readonly rowsRead: number;
  /** Good bars by instrument, in time order, each time once. */
  readonly series: ReadonlyMap<string, readonly Bar[]>;
  /** Futures and options of its days, each once a day. */
  readonly contracts: readonly ParsedContract[];
  /** Minutes of futures and options by symbol. In time order, each time once. */
  readonly contractMinutes: ReadonlyMap<string, readonly ContractMinute[]>;
  readonly rowsRepeated: number;
  readonly rowsOutsideSession: number;
  /** Rows of futures and options that were not traded. They have no candle. */
  readonly rowsUntraded: number;
  /** Rows with a problem. */
  readonly rowsRefused: number;
  /** The first of them in the file, as many as are shown. */
  readonly problems: readonly Problem[];
}

const MOST_PROBLEMS = 100;

/** Problems of a file: their number, and those to be shown. Not all are kept: every row of a long file may be wrong. */
class Problems {
  count = 0;
  private kept: Problem[] = [];

  add(problem: Problem): void {
    this.count++;
    this.kept.push(problem);
    if (this.kept.length > 2 * MOST_PROBLEMS) this.kept = this.first();
  }

  first(): Problem[] {
    return this.kept.toSorted((a, b) => a.line - b.line).slice(0, MOST_PROBLEMS);
  }
}

const readRows = (
  rows: readonly (readonly string[])[],
  name: string,
): { format: FileFormat; parsed: ParsedRow[] } => {
  const first = rows[0];
  if (!first) return { format: 'unknown', parsed: [refused(0, 'the file is empty')] };
  if (isDailyHeader(first)) return { format: 'daily-candles', parsed: parseDailyRows(rows, name) };
  const bhavcopy = bhavcopyFormat(first);
  if (bhavcopy) return { format: bhavcopy, parsed: parseBhavcopyRows(rows, bhavcopy) };
  const derivatives = derivativeFormat(first);
  if (derivatives) return { format: derivatives, parsed: parseDerivativeRows(rows, derivatives, name) };
  if (isMinuteHeader(first))
    return { format: 'minute-candles', parsed: parseMinuteRows(withoutMinuteHeader(rows), 2) };
  if (rows.slice(0, 5).some(isMinuteRow)) return { format: 'minute-candles', parsed: parseMinuteRows(rows) };
  return {
    format: 'unknown',
    parsed: [
      refused(
        0,
        'this is none of the formats that can be read: daily candles, minute candles, bhavcopy, daily activity of futures and options, lists of corporate actions, of symbol changes and of the members of an index',
      ),
    ],
  };
};

/** A bar and the line of its row. */
interface Entry<Kept extends Bar> {
  readonly line: number;
  readonly bar: Kept;
}

const addTo = <Kept extends Bar>(
  all: Map<string, Entry<Kept>[]>,
  row: Entry<Kept> & { readonly symbol: string },
): void => {
  const entries = all.get(row.symbol);
  if (entries) entries.push(row);
  else all.set(row.symbol, [row]);
};

/** Puts bars of an instrument in order; the same time twice is kept once, with other prices it is refused. */
const orderBars = <Kept extends Bar>(entries: readonly Entry<Kept>[], problems: Problems) => {
  const byTime = new Map<number, Entry<Kept>>();
  let repeated = 0;
  for (const entry of entries) {
    const known = byTime.get(entry.bar.time);
    if (!known) byTime.set(entry.bar.time, entry);
    else if (JSON.stringify(known.bar) === JSON.stringify(entry.bar)) repeated++;
    else problems.add({ line: entry.line, reason: `has the time of line ${known.line} with other prices` });
  }
  const bars = [...byTime.values()].map((entry) => entry.bar).sort((a, b) => a.time - b.time);
  return { bars, repeated };
};

/** Contracts by the days of their rows. The same row twice is kept once, with other figures it is refused. */
class ParsedContracts {
  readonly all: ParsedContract[] = [];
  repeated = 0;
  untraded = 0;
  private readonly known = new Map<string, { readonly line: number; readonly said: string }>();

  add({ line, day, listed, bar }: Extract<ParsedRow, { kind: 'contract' }>, problems: Problems): void {
    const id = `${symbolOf(listed.contract)} ${day}`;
    const said = JSON.stringify([listed, bar]);
    const before = this.known.get(id);
    if (before) {
      if (before.said === said) this.repeated++;
      else problems.add({ line, reason: `has the contract of line ${before.line} with other figures` });
      return;
    }
    this.known.set(id, { line, said });
    this.all.push({ day, listed, bar });
    if (!bar) this.untraded++;
  }
}

/** Reads a CSV file of any known format. Never throws for what is in the file: bad rows are problems with a line. */
export const parseFile = (name: string, text: string): ParsedFile => {
  // The formats have no quotes and no line breaks inside fields, so rows are lines: a stray quote spoils one of them.
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), {
    delimiter: ',',
    newline: '\n',
    fastMode: true,
    skipEmptyLines: false,
  });
  while (data.length > 0 && (data.at(-1)?.join('') ?? '').trim() === '') data.pop();
  const { format, parsed } = readRows(data, name);
  const bySymbol = new Map<string, Entry<Bar>[]>();
  const byContract = new Map<string, Entry<ContractMinute>[]>();
  const problems = new Problems();
  const contracts = new ParsedContracts();
  let rowsOutsideSession = 0;
  for (const row of parsed)
    if (row.kind === 'refused') problems.add({ line: row.line, reason: row.reason });
    else if (row.kind === 'contract') contracts.add(row, problems);
    else if (row.kind === 'outside-session') rowsOutsideSession++;
    else if (row.kind === 'contract-minute') addTo(byContract, row);
    else addTo(bySymbol, row);
  let rowsRepeated = contracts.repeated;
  const inOrder = <Kept extends Bar>(all: ReadonlyMap<string, Entry<Kept>[]>) =>
    new Map(
      [...all].map(([symbol, entries]) => {
        const ordered = orderBars(entries, problems);
        rowsRepeated += ordered.repeated;
        return [symbol, ordered.bars] as const;
      }),
    );
  const [series, contractMinutes] = [inOrder(bySymbol), inOrder(byContract)];
  if (series.size + contracts.all.length + contractMinutes.size === 0 && problems.count === 0)
    problems.add({
      line: 0,
      reason:
        rowsOutsideSession > 0
          ? 'every row is outside trading hours'
          : 'the file has no candles of instruments that are known here',
    });
  const hasHeader = format !== 'minute-candles' || isMinuteHeader(data[0] ?? []);
  return {
    name,
    format,
    timeframe: format === 'unknown' ? null : format === 'minute-candles' ? '1m' : '1d',
    rowsRead: Math.max(0, data.length - (hasHeader ? 1 : 0)),
    series,
    contracts: contracts.all,
    contractMinutes,
    rowsRepeated,
    rowsOutsideSession,
    rowsUntraded: contracts.untraded,
    rowsRefused: problems.count,
    problems: problems.first(),
  };
};
