import { formatCount } from '../../../shared/money.ts';
import type { Problem } from '../../market/import/parse-file.ts';
import type { ImportedFile } from '../../market/import/read-import.ts';
import { Refusal } from '../../refusal.ts';

/** A file with a list of the exchange. */
export interface ListFile {
  readonly name: string;
  readonly text: string;
}

/** Of all lists of one kind of an import together. */
const MOST_CHARACTERS = 5_000_000;

/** Problem of the lists of an import together; null where they can be read. `what` names them in a sentence. */
export const tooLong = (files: readonly ListFile[], what: string): Problem | null =>
  files.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS
    ? { line: 0, reason: `${what} have at most ${formatCount(MOST_CHARACTERS)} characters together` }
    : null;

interface ListOutcome {
  readonly symbols: readonly string[];
  readonly rowsRead: number;
  readonly rowsRefused: number;
  /** Rows that say nothing of what the list is for. */
  readonly rowsWithout?: number;
  /** Rows that are new, and those that were there; null of a list that was refused. */
  readonly kept: { readonly fresh: number; readonly repeated: number } | null;
  readonly problems: readonly Problem[];
}

/** Report of the import of a list. */
export const listReport = (
  { name }: ListFile,
  format: ImportedFile['format'],
  { symbols, rowsRead, rowsRefused, rowsWithout = 0, kept, problems }: ListOutcome,
): ImportedFile => ({
  ...{
    name,
    format,
    rowsRead,
    rowsRefused,
    timeframe: null,
    rowsOutsideSession: 0,
    rowsUntraded: rowsWithout,
  },
  outcome: kept ? 'imported' : 'refused',
  symbols: [...symbols],
  rowsKept: kept?.fresh ?? 0,
  rowsRepeated: kept?.repeated ?? 0,
  problems: problems.map((one) => ({ ...one })),
});

/** Keep a list. @returns what it brings, or in words why it cannot be kept */
export const unlessRefused = async <Kept>(keep: () => Promise<Kept>): Promise<Kept | string> => {
  try {
    return await keep();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
};
