import { t } from '../i18n/translate.ts';
import { csvOfRows, exportCsv } from '../state/csv-export.ts';
import { reportFailure } from '../state/failure-reports.ts';
import type { SaveTable } from '../ui/save-table.ts';
import { notify } from '../ui/toasts.tsx';

type Saved = Awaited<ReturnType<typeof exportCsv>>;

/** Says where something was saved; nothing when the person cancelled. */
export const tellSaved = (result: Saved): void => {
  if (!result.ok) reportFailure(result.failure);
  else if (result.value.path !== null)
    notify({ tone: 'success', message: t('Saved as {{path}}', { path: result.value.path }) });
};

/** Saves a table whose rows are all at hand. */
export const saveTable: SaveTable = ({ name, columns, rows }) =>
  void exportCsv(csvOfRows(name, columns, rows)()).then(tellSaved);
