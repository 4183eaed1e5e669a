import { type Pause, pauses } from '../../pauses.ts';
import { isListWith, LIST_LIMITS, listRows } from '../import/csv-list.ts';
import { dayText } from '../import/derivative-rows.ts';
import { candleDay, noDay } from '../import/parsed-row.ts';
import type { Problem } from '../import/parse-file.ts';
import { instrumentNamed } from '../instrument-master.ts';
import type { SymbolChange } from './symbol-change.ts';

/** Contents of a file of symbol changes. */
export interface FiledChanges {
  readonly changes: readonly SymbolChange[];
  readonly rowsRead: number;
  readonly rowsRefused: number;
  /** The first of them. */
  readonly problems: readonly Problem[];
}

/** Columns by the names that NSE has given them. */
const COLUMNS = {
  before: ['SM_KEY_SYMBOL', 'OLD SYMBOL', 'OLD_SYMBOL'],
  after: ['SM_NEW_SYMBOL', 'NEW SYMBOL', 'NEW_SYMBOL'],
  day: ['SM_APPLICABLE_FROM', 'FROM', 'DATE OF CHANGE', 'DATE'],
} as const;
const NEEDED = ['before', 'after', 'day'] as const;
/** Rows that are read between two pauses. */
const ROWS_A_TURN = 100;

/** Whether a text is a list of symbol changes. Its first line tells. */
export const isSymbolChangeList = (text: string): boolean => isListWith(text, COLUMNS, NEEDED);

/** Why a row is no change of a symbol; null where it is one. */
const problemOf = ({ before, after, day }: SymbolChange, written: string): string | null => {
  const isShare = (symbol: string): boolean => instrumentNamed(symbol)?.kind === 'equity';
  if (!isShare(before) || !isShare(after)) return 'has no symbols of a share';
  if (before === after) return `${before} is not changed`;
  return Number.isNaN(candleDay(day)) ? `the day of the change ${noDay(written)}` : null;
};

/** Changes of a file in the exchange's format. Bad rows are problems with their line; `pause` lets others in. */
export const parseSymbolChanges = async (text: string, pause: Pause = pauses()): Promise<FiledChanges> => {
  const rows = await listRows(text, COLUMNS, 'a list of symbol changes', pause);
  if ('reason' in rows) return { changes: [], rowsRead: 0, rowsRefused: 0, problems: [rows] };
  const changes = new Map<string, SymbolChange>();
  const problems: Problem[] = [];
  let rowsRefused = 0;
  for (const [index, { line, cell }] of rows.entries()) {
    if (index % ROWS_A_TURN === 0) await pause();
    const change = {
      before: cell('before').toUpperCase(),
      after: cell('after').toUpperCase(),
      day: dayText(cell('day')),
    };
    const reason = problemOf(change, cell('day'));
    if (reason === null) changes.set(`${change.before} ${change.day}`, change);
    else {
      rowsRefused++;
      if (problems.length < LIST_LIMITS.problems) problems.push({ line, reason });
    }
  }
  return { changes: [...changes.values()], rowsRead: rows.length, rowsRefused, problems };
};
