import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useNoSessionReason } from '../../state/broker-session.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { useQuotes } from '../../state/quotes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { markToMarket } from '../../../shared/mark-to-market.ts';

interface ExitDialogProps {
  position: Position;
  onDone: () => void;
  onClose: () => void;
}

/** The exit of real money is a limit order: the exchange takes no market order of an algorithm. */
const limitSentence = ({ symbol, quantity }: Position, ltp: number | null): string => {
  const values = { number: formatCount(Math.abs(quantity)), symbol };
  if (ltp === null)
    return quantity > 0
      ? t('Sells {{number}} {{symbol}} with a limit order near the last price.', values)
      : t('Buys back {{number}} {{symbol}} with a limit order near the last price.', values);
  const priced = { ...values, price: formatPrice(ltp) };
  return quantity > 0
    ? t('Sells {{number}} {{symbol}} with a limit order near the last price, ₹{{price}}.', priced)
    : t('Buys back {{number}} {{symbol}} with a limit order near the last price, ₹{{price}}.', priced);
};

/** Effect of the exit, in a sentence. It gives the last price (paise) if one is known. */
const orderSentence = (position: Position, ltp: number | null): string => {
  const { symbol, quantity, mode } = position;
  if (mode === 'live') return limitSentence(position, ltp);
  const values = { number: formatCount(Math.abs(quantity)), symbol };
  if (ltp === null)
    return quantity > 0
      ? t('Sells {{number}} {{symbol}} at the market price.', values)
      : t('Buys back {{number}} {{symbol}} at the market price.', values);
  const priced = { ...values, price: formatPrice(ltp) };
  return quantity > 0
    ? t('Sells {{number}} {{symbol}} at about ₹{{price}}.', priced)
    : t('Buys back {{number}} {{symbol}} at about ₹{{price}}.', priced);
};

/** Leaves one position. Each opening of the dialog is one attempt with one idempotency key. */
export const ExitDialog = ({ position, onDone, onClose }: ExitDialogProps) => {
  const { symbol, mode } = position;
  const noSession = useNoSessionReason();
  const closed = useClosedReason();
  const isWaiting = mode === 'live' && (noSession ?? closed) !== undefined;
  const ltp = useQuotes((quotes) => markToMarket(position, quotes).ltp);
  const exit = useAction(api.positions.exit, { presentation: 'dialog' });
  const run = async () => {
    const result = await exit.run({ positionId: position.positionId });
    if (!result.ok) return;
    // What became of it, the server knows: without a session it waits.
    notify({
      tone: 'news',
      message: result.message ?? t('Exit of {{symbol}} is on its way.', { symbol }),
    });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Exit {{symbol}}?', { symbol })}
      action={t('Exit', { context: 'action' })}
      cancel={t('Cancel')}
      isDangerous
      isRunning={exit.isRunning}
      problem={failureSentence(exit.failure, t('Order history'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {orderSentence(position, isWaiting ? null : ltp)}{' '}
        {mode === 'test'
          ? t('This is a paper position: no real order is sent.')
          : (noSession ?? t('A real order is sent to your broker.'))}
      </span>
      {mode === 'live' && closed !== undefined && <span>{closed}</span>}
    </ConfirmDialog>
  );
};
