import { useEffect } from 'react';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { paymentTexts } from '../../i18n/payment-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { myWallet } from '../../state/wallet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface RetryDialogProps {
  purchase: Purchase;
  onDone: () => void;
  onClose: () => void;
}

/** Pays what could not be paid before, from the wallet. */
export const RetryDialog = ({ purchase, onDone, onClose }: RetryDialogProps) => {
  const retry = useAction(api.subscription.retry, { presentation: 'dialog' });
  const credit = myWallet.use((state) => state.value?.credit ?? null);
  const texts = paymentTexts(purchase.total - purchase.gst, purchase.gst, credit);
  const offline = useOfflineReason();
  useEffect(() => {
    void myWallet.load(undefined);
  }, []);
  const run = async () => {
    const result = await retry.run({ transactionId: purchase.transactionId });
    if (!result.ok) return;
    notify({
      tone: 'success',
      message: result.message ?? t('{{text}} is paid.', { text: serverText(purchase.text) }),
    });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Pay for {{text}}?', { text: serverText(purchase.text) })}
      action={texts.action}
      isRunning={retry.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(retry.failure, t('My transactions')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>{texts.sentence}</span>
      {purchase.message && (
        <span dir="auto">{t('Last time: {{message}}', { message: serverText(purchase.message) })}</span>
      )}
    </ConfirmDialog>
  );
};
