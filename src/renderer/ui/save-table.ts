import { createContext } from 'react';

interface TableToSave<Row> {
  /** Name of the file without its ending. */
  readonly name: string;
  readonly columns: readonly {
    readonly title: string;
    readonly fullTitle?: string;
    readonly csv?: (row: Row) => string;
  }[];
  readonly rows: readonly Row[];
}

/** Saves a table as a file where the person says. */
export type SaveTable = <Row>(table: TableToSave<Row>) => void;

/** Function that saves tables in this window; null where nothing can be saved. */
export const SaveTableContext = createContext<SaveTable | null>(null);
