import { makeStyles, tokens } from '@fluentui/react-components';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { Tab } from './positions-list.ts';

const useStyles = makeStyles({
  list: { maxHeight: '220px', margin: 0, paddingLeft: tokens.spacingHorizontalXL, overflowY: 'auto' },
});

interface ExitAllDialogProps {
  type: Tab;
  rows: readonly Position[];
  /** Rows over all pages. */
  total: number;
  onDone: () => void;
  onClose: () => void;
}

const scopeWords: Readonly<Record<Tab, string>> = { all: 'all', live: 'all live', test: 'all test' };

/** Leaves every position of the tab; lists what will be sent. */
export const ExitAllDialog = ({ type, rows, total, onDone, onClose }: ExitAllDialogProps) => {
  const styles = useStyles();
  const exitAll = useAction(api.positions.exitAll, { isMoney: true, presentation: 'dialog' });
  const run = async () => {
    const result = await exitAll.run({ type });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: `${formatCount(result.value.orders.length)} exits are on their way.`,
    });
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Exit ${scopeWords[type]} positions?`}
      action={`Exit ${formatCount(total)}`}
      cancel="Keep them"
      isDangerous
      isRunning={exitAll.isRunning}
      problem={failureSentence(exitAll.failure, 'Order history')}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>Sends one market order for each of these positions:</span>
      <ul className={styles.list} tabIndex={0} aria-label="What will be sent">
        {rows.map((row) => (
          <li key={row.positionId}>
            {row.quantity > 0 ? 'Sell' : 'Buy'} {formatCount(Math.abs(row.quantity))} {row.symbol} (
            {row.mode === 'live' ? 'LIVE' : 'TEST'}, {row.trickName})
          </li>
        ))}
        {total > rows.length && <li>and {formatCount(total - rows.length)} more on other pages</li>}
      </ul>
    </ConfirmDialog>
  );
};
