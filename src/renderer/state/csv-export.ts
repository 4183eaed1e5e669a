import { useEffect } from 'react';
import { MAX_PAGE_SIZE } from '../../shared/page-size.ts';
import { succeed, type Result } from '../../shared/failure.ts';
import { desktop } from '../api/desktop.ts';
import type { PageOf, PageRequest } from './paged-list.ts';

export interface CsvTable {
  /** Name of the file without its ending. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}
type Source = () => Promise<Result<CsvTable>>;

let current: Source | null = null;

/** React hook: the list in view can be exported while its screen is open. */
export const useCsvExport = (source: Source): void => {
  useEffect(() => {
    current = source;
    return () => {
      if (current === source) current = null;
    };
  }, [source]);
};

/** Spreadsheets run cells that start like a formula; a plain negative number is none. */
const FORMULA_LIKE = /^[=@\t\r]|^[+-](?!\d)/;
/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The table as CSV text. */
export const csvText = async ({ columns, rows }: CsvTable): Promise<string> => {
  const { default: papa } = await import('papaparse');
  const text = papa.unparse([[...columns], ...rows.map((row) => [...row])], { escapeFormulae: FORMULA_LIKE });
  return `${BYTE_ORDER_MARK}${text}`;
};

/**
 * Asks for everything that the list in view lets through and saves it where the person says. `path` is null when
 * they cancelled; the answer is null when no list is in view.
 */
export const exportCurrentList = async (): Promise<Result<{ path: string | null }> | null> => {
  if (!current) return null;
  const table = await current();
  if (!table.ok) return table;
  return desktop('file.save', { name: `${table.value.name}.csv`, text: await csvText(table.value) });
};

/** Every row of a paged call, a hundred at a time. The first failure ends it. */
export const allRows = async <Row, Answer>(
  ask: (page: PageRequest) => Promise<Result<Answer>>,
  page: (answer: Answer) => PageOf<Row>,
): Promise<Result<Row[]>> => {
  const rows: Row[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const result = await ask({ pageNumber, pageSize: MAX_PAGE_SIZE });
    if (!result.ok) return result;
    const answer = page(result.value);
    rows.push(...answer.rows);
    if (answer.rows.length < MAX_PAGE_SIZE || rows.length >= answer.total) return succeed(rows);
  }
};

/** Paise as a spreadsheet reads rupees: `-1480.50`. */
export const csvRupees = (paise: number): string => {
  const whole = Math.abs(Math.round(paise));
  const text = `${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
  return paise < 0 && whole > 0 ? `-${text}` : text;
};
