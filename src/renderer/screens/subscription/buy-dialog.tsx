import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
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
  const { planId, kind, name, price, gst, days } = offer;
  const buy = useAction(kind === 'trade' ? api.subscription.activateTrading : api.subscription.buy, {
    isMoney: true,
    presentation: 'dialog',
  });
  const offline = useOfflineReason();
  const run = async () => {
    const result = await buy.run({ planId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? `${name} is yours.` });
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Buy ${name}?`}
      action={`Pay ${formatRupees(price + gst)}`}
      isRunning={buy.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(buy.failure, 'My transactions') ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        Pays {formatRupees(price)} + {formatRupees(gst)} GST from your credit or wallet for {days} days, and
        renews by itself until you cancel it.
      </span>
      {replaces !== null && <span>Takes the place of {replaces}: its unused days come back as credit.</span>}
    </ConfirmDialog>
  );
};
