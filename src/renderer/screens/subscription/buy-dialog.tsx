import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { paymentTexts, replacementTexts } from '../../i18n/payment-labels.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { myWallet } from '../../state/wallet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

/** A plan that may be bought. */
export interface Offer {
  planId: string;
  kind: 'backtest' | 'trade';
  name: string;
  /** Paise before GST. */
  price: number;
  gst: number;
  days: number;
}

interface BuyDialogProps {
  offer: Offer;
  /** Name of the plan that it takes the place of. */
  replaces: string | null;
  onDone: () => void;
  onClose: () => void;
}

/** Buys a plan from the wallet. */
export const BuyDialog = ({ offer, replaces, onDone, onClose }: BuyDialogProps) => {
  const { planId, kind, price, gst, days } = offer;
  const name = serverText(offer.name);
  const buy = useAction(kind === 'trade' ? api.subscription.activateTrading : api.subscription.buy, {
    presentation: 'dialog',
  });
  const credit = myWallet.use((state) => state.value?.credit ?? null);
  const texts =
    replaces === null ? paymentTexts(price, gst, credit) : replacementTexts(name, price, gst, credit);
  const offline = useOfflineReason();
  const run = async () => {
    const result = await buy.run({ planId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('{{name}} is yours.', { name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Buy {{name}}?', { name })}
      action={texts.action}
      isRunning={buy.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(buy.failure, t('My transactions')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {texts.sentence}{' '}
        {t('It pays for {{days}} days, and the plan renews by itself until you cancel it.', { days })}
      </span>
      {replaces !== null && (
        <span>
          {t('Takes the place of {{replaces}}: its unused part comes back as credit first.', {
            replaces: serverText(replaces),
          })}
        </span>
      )}
    </ConfirmDialog>
  );
};
