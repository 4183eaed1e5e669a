import { useContext, useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { FORMULA_LIKE } from '../../shared/csv-formula.ts';
import { succeed, type Result } from '../../shared/failure.ts';
import { desktop } from '../api/desktop.ts';
import { inEnglish } from '../i18n/translate.ts';
import { activePane } from './active-pane.ts';
import { PaneContext } from './pane.ts';

export interface CsvTable {
  /** Name of the file without its ending. */
  name: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A column of a table, and what a file has of it; without `csv` it is not in the file. */
export interface CsvColumn<Row> {
  readonly title: string;
  /** Its title in a file, where that is another one. */
  readonly fullTitle?: string;
  readonly csv?: (row: Row) => string;
}

/** Collects everything that a list's filters let through. */
export type CsvSource = () => Promise<Result<CsvTable>>;

/** Rows in the order shown as a table: titles as the window says them, cells as other programs read them. */
export const csvTable = <Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): CsvTable => {
  const written = columns.flatMap(({ title, fullTitle = title, csv }) =>
    csv ? [{ title: fullTitle, csv }] : [],
  );
  return {
    name,
    columns: written.map(({ title }) => title),
    rows: inEnglish(() => rows.map((row) => written.map(({ csv }) => csv(row)))),
  };
};

/**
 * A table for a file, of rows that are loaded first. They are then put in the order in which the table on the page
 * shows them.
 */
export const csvTableOf = async <Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  asked: Promise<Result<readonly Row[]>>,
  inOrder: (rows: readonly Row[]) => readonly Row[] = (rows) => rows,
): Promise<Result<CsvTable>> => {
  const rows = await asked;
  return rows.ok ? succeed(csvTable(name, columns, inOrder(rows.value))) : rows;
};

/** A list all of whose rows are at hand. */
export const csvOfRows =
  <Row>(name: string, columns: readonly CsvColumn<Row>[], rows: readonly Row[]): CsvSource =>
  () =>
    Promise.resolve(succeed(csvTable(name, columns, rows)));

type Collect = () => ReturnType<CsvSource> | null;

/** List in view of each pane. */
const inView = create<Readonly<Record<string, Collect>>>(() => ({}));

/** React hook: the list in view can be exported while its screen is open; null while there is none. */
export const useCsvExport = (source: CsvSource | null): void => {
  const pane = useContext(PaneContext);
  const hasList = source !== null;
  // What the list is asked for changes with every price that is painted; that there is one does not.
  const collect = useEffectEvent(() => source?.() ?? null);
  useEffect(() => {
    if (!hasList) return;
    const own: Collect = () => collect();
    inView.setState({ [pane]: own });
    return () => {
      const { [pane]: current, ...others } = inView.getState();
      if (current === own) inView.setState(others, true);
    };
  }, [hasList, pane]);
};

/** React hook: whether a list is in view that can be exported. */
export const useHasCsv = (): boolean => {
  const pane = activePane.useName();
  return inView((lists) => pane in lists);
};

/** The mark by which spreadsheets know UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The table as CSV text. */
export const csvText = async ({ columns, rows }: CsvTable): Promise<string> => {
  const { default: papa } = await import('papaparse');
  const text = papa.unparse([[...columns], ...rows.map((row) => [...row])], { escapeFormulae: FORMULA_LIKE });
  return `${BYTE_ORDER_MARK}${text}`;
};

type Saved = Result<{ path: string | null }>;

/** Collects a list and saves it where the person says; `path` is null when they cancelled. */
export const exportCsv = async (collected: ReturnType<CsvSource>): Promise<Saved> => {
  const table = await collected;
  if (!table.ok) return table;
  return desktop('file.save', { name: `${table.value.name}.csv`, text: await csvText(table.value) });
};

/** The same with the list in view; the answer is null when there is none. */
export const exportCurrentList = async (): Promise<Saved | null> => {
  const collected = inView.getState()[activePane.get().pane]?.() ?? null;
  return collected && exportCsv(collected);
};
