import { dayText } from '../../i18n/dates.ts';
import type { Subscription } from '../../../shared/contract/subscription.ts';

import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
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
  const run = async () => {
    const result = await cancel.run({ subscriptionId: plan.subscriptionId });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? `${plan.name} is cancelled.` });
    onDone();
  };
  return (
    <ConfirmDialog
      title={`Cancel ${plan.name}?`}
      action="Cancel the plan"
      cancel="Keep it"
      isDangerous
      isRunning={cancel.isRunning}
      problem={failureSentence(cancel.failure, 'Subscription')}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {plan.state === 'grace'
          ? 'The period that is due is not paid, so the plan ends at once.'
          : `It works until ${dayText(Date.parse(plan.paidUntil))} and is not renewed. Nothing is paid back.`}
      </span>
      {plan.kind === 'trade' && <span>Without it, live strategies cannot open positions.</span>}
    </ConfirmDialog>
  );
};
