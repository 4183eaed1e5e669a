import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { textColumn } from '../../ui/columns.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { importedLists, listRows, type ListRow } from './lists.ts';

const load = () => void importedLists.load(undefined);

const columnsOf = (onRemove: (row: ListRow) => void): readonly Column<ListRow>[] => [
  textColumn('name', t('List'), ({ name }) => name, { kind: 'name' }),
  textColumn('contents', t('Contents'), ({ contents }) => contents),
  textColumn('days', t('Days'), ({ days }) => days),
  {
    key: 'remove',
    title: t('Actions'),
    isTitleHidden: true,
    align: 'end',
    render: (row) => (
      <OnlineButton
        call="market.removeList"
        size="small"
        aria-label={t('Remove {{name}}', { name: row.name })}
        onClick={() => onRemove(row)}
      >
        {t('Remove…')}
      </OnlineButton>
    ),
  },
];

const RemoveDialog = ({ row, onClose }: { row: ListRow; onClose: () => void }) => {
  const remove = useAction(api.market.removeList, { presentation: 'dialog' });
  const run = async () => {
    const result = await remove.run(row.removed);
    // After a refusal too: it is no longer as it was shown.
    void importedLists.reload();
    if (!result.ok) return;
    notify({ tone: 'success', message: serverText(result.message ?? '') });
    onClose();
  };
  return (
    <ConfirmDialog
      title={row.question}
      action={t('Remove it')}
      cancel={t('Cancel')}
      isDangerous
      isRunning={remove.isRunning}
      problem={failureSentence(remove.failure, t('the lists of the exchange'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>{row.consequence}</span>
      <span>
        {t('Earlier results are not changed. The file on your computer stays, and can be imported again.')}
      </span>
    </ConfirmDialog>
  );
};

/** Imported lists of the exchange, each with the way to remove it. Nothing while there are none. */
export const ListsSection = () => {
  const { value, ...state } = importedLists.use();
  const [removing, setRemoving] = useState<ListRow | null>(null);
  const focus = useKeptFocus();
  useEffect(load, []);
  const rows = value === null ? [] : listRows(value);
  if (rows.length === 0 && state.failure === null && removing === null) return null;
  return (
    <SectionCard title={t('Lists of the exchange')}>
      <Content
        {...state}
        hasContent={value !== null}
        onRetry={load}
        skeleton={<BlockSkeleton height={140} />}
        empty={{ icon: null, sentence: '' }}
      >
        <div {...focus}>
          <DataTable
            label={t('Lists of the exchange')}
            columns={columnsOf(setRemoving)}
            rows={rows}
            rowKey={({ key }) => key}
          />
        </div>
      </Content>
      {removing && <RemoveDialog row={removing} onClose={() => setRemoving(null)} />}
    </SectionCard>
  );
};
