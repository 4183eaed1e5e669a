import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { TradebookFile, TradebookFill, TradebookReport } from '../../../shared/contract/tradebook.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { CsvButton } from '../../features/export/csv-button.tsx';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { csvDay, csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { dateTimeText, dayText } from '../../i18n/dates.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { csvTableOf } from '../../state/csv-export.ts';
import { useOffline } from '../../state/offline.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { countColumn, dayColumn, priceColumn, textColumn } from '../../ui/columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import { TradebookOutcome } from './tradebook-report.tsx';
import { BROKER_LABELS, fillsList, importTradebooks } from './tradebook.ts';

const useStyles = makeStyles({
  picker: { display: 'none' },
  drop: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    '& > button': { flexShrink: 0 },
  },
  text: { margin: 0 },
});

const fillColumns = (): readonly Column<TradebookFill>[] => [
  {
    key: 'at',
    title: t('Time (IST)'),
    render: (fill) => (fill.hasTime ? dateTimeText(Date.parse(fill.at)) : dayText(Date.parse(fill.at))),
    csv: (fill) => (fill.hasTime ? csvTime(fill.at) : csvDay(fill.at)),
  },
  textColumn('broker', t('Broker'), (fill) => BROKER_LABELS[fill.broker]),
  textColumn('symbol', t('Symbol'), (fill) => fill.symbol),
  {
    key: 'side',
    title: t('Side'),
    render: (fill) => t(fill.side === 'buy' ? 'Buy' : 'Sell'),
    csv: (fill) => fill.side,
  },
  countColumn('quantity', t('Qty'), (fill) => fill.quantity),
  priceColumn('price', t('Price'), (fill) => fill.price),
  {
    key: 'charges',
    title: t('Charges'),
    align: 'end',
    render: (fill) => (fill.charges === null ? t('not told') : formatRupees(fill.charges)),
    csv: (fill) => csvRupees(fill.charges),
  },
];

const fileColumns = (onRemove: (file: TradebookFile) => void): readonly Column<TradebookFile>[] => [
  textColumn('name', t('File'), (file) => file.name),
  textColumn('broker', t('Broker'), (file) => BROKER_LABELS[file.broker]),
  dayColumn('when', t('Imported'), (file) => file.importedAt),
  countColumn('kept', t('Rows kept'), (file) => file.rowsKept),
  countColumn('refused', t('Refused'), (file) => file.rowsRefused),
  {
    key: 'remove',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (file) => (
      <Button
        size="small"
        aria-label={t('Remove {{name}}', { name: file.name })}
        onClick={() => onRemove(file)}
      >
        {t('Remove…')}
      </Button>
    ),
  },
];

const RemoveDialog = ({
  file,
  onDone,
  onClose,
}: {
  file: TradebookFile;
  onDone: () => void;
  onClose: () => void;
}) => {
  const remove = useAction(api.tradebook.remove, { presentation: 'dialog' });
  const run = async () => {
    const result = await remove.run({ fileId: file.fileId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('{{name}} is taken out.', { name: file.name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Remove {{name}}?', { name: file.name })}
      action={t('Remove it')}
      cancel={t('Cancel')}
      isDangerous
      isRunning={remove.isRunning}
      problem={failureSentence(remove.failure, t('the list of files'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {t(
        'Its fills no longer count in the tax report. The file on your computer stays, and can be imported again.',
      )}
    </ConfirmDialog>
  );
};

/** Trades made elsewhere: files of brokers, imported, looked through, taken out again. */
export const TradebookSection = ({
  page,
  onPage,
  onChanged,
}: {
  page: number;
  onPage: (page: number) => void;
  onChanged: () => void;
}) => {
  const styles = useStyles();
  const here = fillsList.useHere();
  const list = here.use();
  const files = useLastKnown(list.answer?.files) ?? [];
  const { isOffline } = useOffline();
  const picker = useRef<HTMLInputElement>(null);
  const [reports, setReports] = useState<TradebookReport[] | null>(null);
  const [removing, setRemoving] = useState<TradebookFile | null>(null);
  const run = useAction(importTradebooks, { presentation: 'dialog' });
  useEffect(() => {
    void here.load({ pageNumber: page });
  }, [here, page]);
  const start = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || isOffline) return;
    setReports(null);
    const result = await run.run(chosen);
    if (picker.current) picker.current.value = '';
    void fillsList.reload();
    onChanged();
    if (result.ok) setReports(result.value);
  };
  return (
    <SectionCard title={t('Imported tradebooks')}>
      <p className={styles.text}>
        {t(
          'What you traded at Zerodha or Angel One, for the tax report alone: it never mixes with what is traded here.',
        )}
      </p>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void start([...event.dataTransfer.files]);
        }}
      >
        <input
          ref={picker}
          className={styles.picker}
          type="file"
          accept=".csv,text/csv"
          multiple
          aria-label={t('Tradebook files')}
          onChange={(event) => void start([...(event.target.files ?? [])])}
        />
        <OnlineButton
          call="tradebook.import"
          disabledFocusable={run.isRunning}
          onClick={() => picker.current?.click()}
        >
          {run.isRunning ? t('Importing…') : t('Choose CSV files…')}
        </OnlineButton>
        <span>
          {t(
            'or drop them here: Zerodha’s tradebook from Console, or the sheet of Angel One’s trades history saved as CSV',
          )}
        </span>
      </div>
      {run.failure && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody dir="auto">{failureSentence(run.failure, t('what is imported'))}</MessageBarBody>
        </MessageBar>
      )}
      {reports && <TradebookOutcome reports={reports} />}
      {files.length > 0 && (
        <DataTable
          label={t('Imported files')}
          columns={fileColumns(setRemoving)}
          rows={files}
          rowKey={(file) => file.fileId}
          csv={{ name: 'tradebook-files' }}
        />
      )}
      {list.rows.length > 0 && (
        <DataTable
          label={t('Imported fills')}
          columns={fillColumns()}
          rows={list.rows}
          rowKey={(fill) => fill.fillId}
        />
      )}
      {list.rows.length > 0 && (
        <div>
          <CsvButton
            source={() => csvTableOf('imported-fills', fillColumns(), here.all())}
            label={t('Imported fills')}
          />
        </div>
      )}
      <Pager
        label={t('Pages of imported fills')}
        pageNumber={list.pageNumber}
        pageSize={list.pageSize}
        total={list.total}
        onPage={onPage}
      />
      {removing && (
        <RemoveDialog
          file={removing}
          onDone={() => {
            setRemoving(null);
            setReports(null);
            void fillsList.reload();
            onChanged();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </SectionCard>
  );
};
