import type { Subscription } from '../../../shared/contract/subscription.ts';
import { api } from '../../api/api.ts';
import { dayText } from '../../i18n/dates.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';

interface CancelDialogProps {
  plan: Subscription;
  onDone: () => void;
  onClose: () => void;
}

/** Ends the renewals of a plan. */
export const CancelDialog = ({ plan, onDone, onClose }: CancelDialogProps) => {
  const cancel = useAction(api.subscription.cancel, { presentation: 'dialog' });
  const name = serverText(plan.name);
  const run = async () => {
    const result = await cancel.run({ subscriptionId: plan.subscriptionId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('{{name}} is cancelled.', { name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Cancel {{name}}?', { name })}
      action={t('Cancel the plan')}
      cancel={t('Keep the plan')}
      isDangerous
      isRunning={cancel.isRunning}
      problem={failureSentence(cancel.failure, t('Subscription'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {plan.state === 'grace'
          ? t('The period that is due is not paid, so the plan ends at once.')
          : t('It works until {{day}} and is not renewed. Nothing is paid back.', {
              day: dayText(Date.parse(plan.paidUntil)),
            })}
      </span>
      {plan.kind === 'trade' && <span>{t('Without it, live strategies cannot open positions.')}</span>}
    </ConfirmDialog>
  );
};
