import type { TradebookReport } from '../../../shared/contract/tradebook.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ImportProblems, outcomeColumn } from '../../ui/imported-files.tsx';
import { BROKER_LABELS } from './tradebook.ts';

const columns = (): readonly Column<TradebookReport>[] => [
  textColumn('name', t('File'), (file) => file.name),
  outcomeColumn(),
  {
    key: 'broker',
    title: t('Broker'),
    render: (file) => (file.broker ? BROKER_LABELS[file.broker] : '–'),
    csv: (file) => (file.broker ? BROKER_LABELS[file.broker] : ''),
  },
  countColumn('read', t('Rows read'), (file) => file.rowsRead),
  countColumn('kept', t('Kept'), (file) => file.rowsKept),
  countColumn('repeated', t('Repeated'), (file) => file.rowsRepeated),
  countColumn('refused', t('Refused'), (file) => file.rowsRefused),
];

/** Outcome of each file, with line and reason of refused rows. */
export const TradebookOutcome = ({ reports }: { reports: readonly TradebookReport[] }) => (
  <div role="status">
    <DataTable
      label={t('Files just read')}
      columns={columns()}
      rows={reports}
      rowKey={(file) => file.name}
      csv={{ name: 'import-report' }}
    />
    <ImportProblems files={reports} />
  </div>
);
