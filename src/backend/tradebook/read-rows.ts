import { requireWorth } from './cells.ts';
import type { Header } from './header.ts';
import { BadRow, type ParsedFill, type ParsedRows, type Problem } from './parsed-fill.ts';

const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Lines of a workbook's foot, which are no rows of its table. */
const isNote = (row: readonly string[]): boolean => /^note\b/i.test((row[0] ?? '').trim());

/** Reads each row below the header; a reader's `BadRow` becomes a problem with its line. */
export const readRows = (
  rows: readonly (readonly string[])[],
  header: Header,
  readFill: (row: readonly string[], line: number) => ParsedFill,
): ParsedRows => {
  const fills: ParsedFill[] = [];
  const problems: Problem[] = [];
  for (const [index, row] of rows.entries()) {
    if (index <= header.row || isEmpty(row) || isNote(row)) continue;
    const line = index + 1;
    try {
      if (row.slice(header.width).some((cell) => cell.trim() !== ''))
        throw new BadRow('the row has more cells than the header: a comma within a number, perhaps');
      const fill = readFill(row, line);
      requireWorth(fill.quantity, fill.price);
      fills.push(fill);
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      problems.push({ line, reason: error.message });
    }
  }
  return { fills, problems, rowsRead: fills.length + problems.length };
};
