import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface PayFeeDialogProps {
  strategy: Pick<StrategySummary, 'strategyId' | 'name'>;
  /** Paise before GST, and the GST on it. */
  fee: { readonly price: number; readonly gst: number };
  /** The fee is paid. */
  onPaid: () => void;
  onClose: () => void;
}

/** The question whether to pay an author's fee, with its total. */
export const PayFeeDialog = ({ strategy, fee, onPaid, onClose }: PayFeeDialogProps) => {
  const { strategyId, name } = strategy;
  const { price, gst } = fee;
  const buy = useAction(api.authors.buy, { presentation: 'dialog' });
  const offline = useOfflineReason();
  const run = async () => {
    const result = await buy.run({ strategyId, fee: price });
    if (result.ok) onPaid();
  };
  return (
    <ConfirmDialog
      title={t('Fee of {{name}}', { name })}
      action={t('Pay {{amount}}', { amount: formatRupees(price + gst) })}
      isRunning={buy.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(buy.failure, t('My transactions')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'Its author asks for {{price}}, and {{gst}} GST come on top. You pay once, from your wallet, for this version and every one after it, and can then clone and follow it. It is not paid back, whatever the strategy makes.',
          { price: formatRupees(price), gst: formatRupees(gst) },
        )}
      </span>
    </ConfirmDialog>
  );
};
