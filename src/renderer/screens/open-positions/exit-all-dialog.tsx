import { makeStyles, tokens } from '@fluentui/react-components';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { HELD_LABELS } from '../../features/manual/order-labels.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useNoSessionReason } from '../../state/broker-session.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { Tab } from './positions-list.ts';

const useStyles = makeStyles({
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL },
});

interface ExitAllDialogProps {
  type: Tab;
  rows: readonly Position[];
  /** Rows over all pages. */
  total: number;
  onDone: () => void;
  onClose: () => void;
}

const titles: Readonly<Record<Tab, string>> = labels({
  all: 'Exit all positions?',
  live: 'Exit all live positions?',
  test: 'Exit all paper positions?',
});

/** Real orders are limit orders: the exchange takes no market order of an algorithm. */
const sendSentence: Readonly<Record<Tab, string>> = labels({
  all: 'Sends one order for each of these positions, on paper a market order, live a limit order near the last price:',
  live: 'Sends one limit order near the last price for each of these positions:',
  test: 'Sends one market order for each of these positions:',
});

/** Exit order of a position: `Sell 10 RELIANCE (TEST, Morning breakout)`. By hand the product tells two apart. */
const orderLine = ({ quantity, symbol, mode, strategyName, isManual, product }: Position): string => {
  const values = {
    quantity: formatCount(Math.abs(quantity)),
    symbol,
    mode: mode === 'live' ? t('LIVE') : t('PAPER'),
    name: isManual ? `${strategyName} · ${HELD_LABELS[product]}` : strategyName,
  };
  return quantity > 0
    ? t('Sell {{quantity}} {{symbol}} ({{mode}}, {{name}})', values)
    : t('Buy {{quantity}} {{symbol}} ({{mode}}, {{name}})', values);
};

/** Leaves every position of the tab; lists what will be sent. */
export const ExitAllDialog = ({ type, rows, total, onDone, onClose }: ExitAllDialogProps) => {
  const styles = useStyles();
  const noSession = useNoSessionReason();
  const closed = useClosedReason();
  const hasLive = rows.some(({ mode }) => mode === 'live');
  const exitAll = useAction(api.positions.exitAll, { presentation: 'dialog' });
  const run = async () => {
    const result = await exitAll.run({ type });
    if (!result.ok) return;
    notify({
      tone: 'news',
      message:
        result.message ??
        t('{{number}} exits are on their way.', {
          count: result.value.orders.length,
          number: formatCount(result.value.orders.length),
        }),
    });
    onDone();
  };
  return (
    <ConfirmDialog
      title={titles[type]}
      action={t('Exit {{number}}', { number: formatCount(total) })}
      cancel={t('Cancel')}
      isDangerous
      isRunning={exitAll.isRunning}
      problem={failureSentence(exitAll.failure, t('Order history'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>{sendSentence[type]}</span>
      <ul className={styles.list} aria-label={t('What will be sent')}>
        {rows.map((row) => (
          <li key={row.positionId}>{orderLine(row)}</li>
        ))}
        {total > rows.length && (
          <li>{t('and {{number}} more on other pages', { number: formatCount(total - rows.length) })}</li>
        )}
      </ul>
      {noSession !== undefined && hasLive && <span>{noSession}</span>}
      {closed !== undefined && hasLive && (
        <span>{type === 'live' ? closed : t('Live positions: {{what}}', { what: closed })}</span>
      )}
    </ConfirmDialog>
  );
};
