import Papa from 'papaparse';
import { formatCount } from '../../../shared/money.ts';
import { istDayStart } from '../../../shared/time.ts';
import { type Pause, pauses } from '../../pauses.ts';
import { dayText } from '../import/derivative-rows.ts';
import { noDay } from '../import/parsed-row.ts';
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
type Column = keyof typeof COLUMNS;

const MOST_PROBLEMS = 100;
/** Ten times the changes of all years. */
const MOST_ROWS = 20_000;
/** Rows that are read between two pauses. */
const ROWS_A_TURN = 100;

const namesOf = (line: string): string[] =>
  line.split(',').map((name) => name.replaceAll('"', '').trim().toUpperCase());
const placeOf = (names: readonly string[], column: Column): number =>
  names.findIndex((name) => COLUMNS[column].some((known) => known === name));

/** Whether a text is a list of symbol changes. Its first line tells. */
export const isSymbolChangeList = (text: string): boolean => {
  const names = namesOf(
    text
      .slice(0, 2_000)
      .replace(/^\uFEFF/, '')
      .split('\n')[0] ?? '',
  );
  return (['before', 'after', 'day'] as const).every((column) => placeOf(names, column) >= 0);
};

/** Why a row is no change of a symbol; null where it is one. */
const problemOf = ({ before, after, day }: SymbolChange, written: string): string | null => {
  const isShare = (symbol: string): boolean => instrumentNamed(symbol)?.kind === 'equity';
  if (!isShare(before) || !isShare(after)) return 'has no symbols of a share';
  if (before === after) return `${before} is not changed`;
  return Number.isNaN(istDayStart(day)) ? `the day of the change ${noDay(written)}` : null;
};

/** Changes of a file in the exchange's format. Bad rows are problems with their line; `pause` lets others in. */
export const parseSymbolChanges = async (text: string, pause: Pause = pauses()): Promise<FiledChanges> => {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    // One more than may be, so that a list that is too long is told.
    preview: MOST_ROWS + 2,
  });
  const [header = [], ...rows] = data;
  if (rows.length > MOST_ROWS)
    return {
      ...{ changes: [], rowsRead: 0, rowsRefused: 0 },
      problems: [{ line: 0, reason: `a list of symbol changes has at most ${formatCount(MOST_ROWS)} rows` }],
    };
  const names = header.map((name) => name.trim().toUpperCase());
  const places = {
    before: placeOf(names, 'before'),
    after: placeOf(names, 'after'),
    day: placeOf(names, 'day'),
  };
  const changes = new Map<string, SymbolChange>();
  const problems: Problem[] = [];
  let [rowsRead, rowsRefused] = [0, 0];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_TURN === 0) await pause();
    if (row.join('').trim() === '') continue;
    rowsRead++;
    const cell = (column: Column): string => (row[places[column]] ?? '').trim().toUpperCase();
    const change = { before: cell('before'), after: cell('after'), day: dayText(cell('day')) };
    const reason = problemOf(change, cell('day'));
    if (reason === null) changes.set(`${change.before} ${change.day}`, change);
    else {
      rowsRefused++;
      if (problems.length < MOST_PROBLEMS) problems.push({ line: index + 2, reason });
    }
  }
  return { changes: [...changes.values()], rowsRead, rowsRefused, problems };
};
