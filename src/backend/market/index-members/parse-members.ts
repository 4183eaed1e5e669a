import { firstOverlap, type MemberSpan } from '../../../engine/membership.ts';
import { formatCount } from '../../../shared/money.ts';
import { isIndexName } from '../../../shared/rule-document.ts';
import { type Pause, pauses } from '../../pauses.ts';
import { isListWith, LIST_LIMITS, listRows } from '../import/csv-list.ts';
import { dayText } from '../import/derivative-rows.ts';
import type { Problem } from '../import/parse-file.ts';
import { candleDay, noDay } from '../import/parsed-row.ts';
import { instrumentNamed } from '../instrument-master.ts';

/** A span of a file. */
export interface FiledSpan extends MemberSpan {
  readonly line: number;
}

/** Contents of a list of members: either every row is good, or there are problems. */
export interface FiledMembers {
  readonly byIndex: ReadonlyMap<string, readonly FiledSpan[]>;
  readonly rowsRead: number;
  readonly rowsRefused: number;
  /** The first of them. */
  readonly problems: readonly Problem[];
}

const COLUMNS = {
  index: ['INDEX', 'INDEX NAME', 'INDEX_NAME'],
  symbol: ['SYMBOL'],
  from: ['FROM', 'FROM DAY', 'FROM_DAY', 'FROM DATE', 'FROM_DATE'],
  to: ['TO', 'TO DAY', 'TO_DAY', 'TO DATE', 'TO_DATE'],
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** Shares come and go a few at a time: no index has had so many. */
export const MOST_SPANS_OF_INDEX = 5_000;
/** Rows that are read between two pauses. */
const ROWS_A_TURN = 50;

/** Whether a text is a list of the members of indices. Its first line tells. */
export const isMemberList = (text: string): boolean => isListWith(text, COLUMNS, NAMES);

/** Span of a row, or why it has none. */
const spanIn = (line: number, text: Readonly<Record<Column, string>>): FiledSpan | string => {
  const symbol = text.symbol.toUpperCase();
  if (instrumentNamed(symbol)?.kind !== 'equity') return 'has no symbol of a share';
  const from = dayText(text.from);
  if (Number.isNaN(candleDay(from))) return `the first day ${noDay(text.from)}`;
  const to = text.to === '' ? null : dayText(text.to);
  if (to !== null && Number.isNaN(candleDay(to))) return `the last day ${noDay(text.to)}`;
  if (to !== null && to < from) return `the last day ${to} is before the first day ${from}`;
  return { line, symbol, from, to };
};

/** Problem of an index as a whole; null where it has none. */
const problemOfIndex = (index: string, spans: readonly FiledSpan[]): Problem | null => {
  if (spans.length > MOST_SPANS_OF_INDEX)
    return { line: 0, reason: `${index} would have more than ${formatCount(MOST_SPANS_OF_INDEX)} rows` };
  const overlap = firstOverlap(spans);
  if (!overlap) return null;
  const [before, later] = overlap.toSorted((a, b) => a.line - b.line);
  return {
    line: later?.line ?? 0,
    reason: `${later?.symbol ?? ''} is in ${index} on days on which line ${before?.line ?? 0} has it in there too`,
  };
};

/**
 * Members of indices by date, out of a file. It has name, symbol, first day, and a last day that is empty while it
 * lasts. A list with a hole is another index: with one bad row there are only problems. `pause` lets others in.
 */
export const parseMembers = async (text: string, pause: Pause = pauses()): Promise<FiledMembers> => {
  const refused = (problems: readonly Problem[], rowsRead: number, rowsRefused: number): FiledMembers => ({
    ...{ byIndex: new Map<string, readonly FiledSpan[]>(), problems, rowsRead, rowsRefused },
  });
  const rows = await listRows(text, COLUMNS, 'a list of members', pause);
  if ('reason' in rows) return refused([rows], 0, 0);
  const byIndex = new Map<string, FiledSpan[]>();
  const problems: Problem[] = [];
  let rowsRefused = 0;
  for (const [at, { line, cell }] of rows.entries()) {
    if (at % ROWS_A_TURN === 0) await pause();
    const index = cell('index').replaceAll(/\s+/g, ' ').toUpperCase();
    const span = isIndexName(index)
      ? spanIn(line, { index, symbol: cell('symbol'), from: cell('from'), to: cell('to') })
      : 'has no name of an index';
    if (typeof span === 'string') {
      rowsRefused++;
      if (problems.length < LIST_LIMITS.problems) problems.push({ line, reason: span });
      continue;
    }
    const own = byIndex.get(index) ?? [];
    byIndex.set(index, own);
    own.push(span);
  }
  if (problems.length > 0) return refused(problems, rows.length, rowsRefused);
  if (rows.length === 0) return refused([{ line: 0, reason: 'has no rows' }], 0, 0);
  const ofIndices = [...byIndex].flatMap(([index, spans]) => problemOfIndex(index, spans) ?? []);
  if (ofIndices.length > 0) return refused(ofIndices, rows.length, rows.length);
  return { byIndex, rowsRead: rows.length, rowsRefused, problems };
};
