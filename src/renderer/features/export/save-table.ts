import { csvOfRows, exportCsv } from '../../state/csv-export.ts';
import type { SaveTable } from '../../ui/save-table.ts';
import { notifySaved } from './notify-saved.ts';

/** Saves a table whose rows are all at hand. */
export const saveTable: SaveTable = ({ name, columns, rows }) =>
  void exportCsv(csvOfRows(name, columns, rows)()).then(notifySaved);
