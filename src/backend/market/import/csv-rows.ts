import Papa from 'papaparse';

/** A row of a file, with its line. */
export interface CsvRow {
  /** 1-based. Fields have line breaks, and lines may be empty. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Whether a text has more than so many lines. */
export const hasMoreLines = (text: string, most: number): boolean => {
  let [lines, at] = [0, -1];
  while ((at = text.indexOf('\n', at + 1)) >= 0) if (++lines > most) return true;
  return false;
};

/** Rows of a file whose fields may be quoted; the first is its header. Empty ones are left out. */
export const csvRows = (text: string): CsvRow[] => {
  const rows: CsvRow[] = [];
  const whole = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  let [read, line] = [0, 1];
  Papa.parse<string[]>(whole, {
    newline: '\n',
    step: ({ data: cells, meta }) => {
      if (cells.join('').trim() !== '') rows.push({ line, cells });
      line += whole.slice(read, meta.cursor).split('\n').length - 1;
      read = meta.cursor;
    },
  });
  return rows;
};
