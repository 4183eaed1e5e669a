import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { useAction } from '../../state/action.ts';
import { useMoving } from '../../state/moving.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { liveResult } from './live-result.ts';

interface ExitDialogProps {
  position: Position;
  onDone: () => void;
  onClose: () => void;
}

/** Leaves one position. Each opening of the dialog is one attempt with one idempotency key. */
export const ExitDialog = ({ position, onDone, onClose }: ExitDialogProps) => {
  const { symbol, quantity, mode } = position;
  const ltp = useMoving((moving) => liveResult(position, moving).ltp);
  const exit = useAction(api.positions.exit, { isMoney: true, presentation: 'dialog' });
  const run = async () => {
    const result = await exit.run({ positionId: position.positionId });
    if (!result.ok) return;
    notify({ tone: 'success', message: `Exit of ${symbol} is on its way.` });
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Exit ${symbol}?`}
      action="Exit"
      cancel="Keep it"
      isDangerous
      isRunning={exit.isRunning}
      problem={failureSentence(exit.failure, 'Order history')}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {quantity > 0 ? 'Sells' : 'Buys back'} {formatCount(Math.abs(quantity))} {symbol}
        {ltp === null ? ' at the market price.' : ` at about ₹${formatPrice(ltp)}.`}{' '}
        {mode === 'test'
          ? 'This is a paper position: no real order is sent.'
          : 'A real order is sent to your broker.'}
      </span>
    </ConfirmDialog>
  );
};
