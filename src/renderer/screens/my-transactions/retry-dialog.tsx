import type { Purchase } from '../../../shared/contract/subscription.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface RetryDialogProps {
  purchase: Purchase;
  onDone: () => void;
  onClose: () => void;
}

/** Pays what could not be paid before, from the wallet. */
export const RetryDialog = ({ purchase, onDone, onClose }: RetryDialogProps) => {
  const retry = useAction(api.subscription.retry, { isMoney: true, presentation: 'dialog' });
  const offline = useOfflineReason();
  const run = async () => {
    const result = await retry.run({ transactionId: purchase.transactionId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? `${purchase.text} is paid.` });
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Pay for ${purchase.text}?`}
      action={`Pay ${formatRupees(purchase.total)}`}
      isRunning={retry.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(retry.failure, 'My transactions') ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        Takes {formatRupees(purchase.total)} (with {formatRupees(purchase.gst)} GST) from your wallet, once.
      </span>
      {purchase.message && <span dir="auto">Last time: {purchase.message}</span>}
    </ConfirmDialog>
  );
};
