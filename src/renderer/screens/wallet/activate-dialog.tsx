import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { paymentTexts } from '../../i18n/payment-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { requestReload } from '../../state/stream.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface ActivateDialogProps {
  /** Paise before GST. */
  price: number;
  gst: number;
  credit: number;
  onClose: () => void;
}

/** Activates the account, once and for good. Then the server's message is shown and everything is asked for again. */
export const ActivateDialog = ({ price, gst, credit, onClose }: ActivateDialogProps) => {
  const activate = useAction(api.wallet.activate, { presentation: 'dialog' });
  const texts = paymentTexts(price, gst, credit);
  const offline = useOfflineReason();
  const run = async () => {
    const result = await activate.run({});
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Your account is active.') });
    requestReload();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('Activate account')}
      action={texts.action}
      isRunning={activate.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(activate.failure, t('My transactions')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {texts.sentence} {t('That is paid once. An active account earns rewards from what its team pays.')}
      </span>
    </ConfirmDialog>
  );
};
