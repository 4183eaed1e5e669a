import { Checkbox, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { useState } from 'react';
import type { ProPlan } from '../../../shared/contract/advisors.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { paymentTexts, replacementTexts } from '../../i18n/payment-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { myWallet } from '../../state/wallet.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';

interface ActivateDialogProps {
  plan: ProPlan;
  /** Name of the plan that it takes the place of. */
  replaces: string | null;
  /** With the server's sentence. */
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Buys an advisor plan; one above the band needs the server's own words agreed to. */
export const ActivateDialog = ({ plan, replaces, onDone, onClose }: ActivateDialogProps) => {
  const { planId, name, fee, gst, days, strategies, suitability } = plan;
  const [isAgreed, setIsAgreed] = useState(false);
  const buy = useAction(api.subscription.buy, { presentation: 'dialog' });
  const credit = myWallet.use((state) => state.value?.credit ?? null);
  const texts = replaces === null ? paymentTexts(fee, gst, credit) : replacementTexts(name, fee, gst, credit);
  const offline = useOfflineReason();
  const { acknowledgement } = suitability;
  const run = async () => {
    const agreed = acknowledgement !== null && isAgreed ? { acknowledgement } : {};
    const result = await buy.run({ planId, ...agreed });
    if (result.ok) onDone(result.message ?? t('{{name}} is yours.', { name }));
  };
  return (
    <ConfirmDialog
      title={t('Activate {{name}}?', { name })}
      isWide
      action={texts.action}
      isRunning={buy.isRunning}
      isActionDisabled={offline !== undefined}
      problem={failureSentence(buy.failure, t('My transactions')) ?? offline}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      {acknowledgement !== null && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{suitability.sentence}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
      <span>
        {texts.sentence}{' '}
        {t('It pays for {{days}} days, and the plan renews by itself until you cancel it.', { days })}
      </span>
      <span>
        {t('Copies of its {{number}} strategies start in your paper account: no order goes to a broker.', {
          number: strategies.length,
        })}
      </span>
      {replaces !== null && (
        <span>
          {t(
            'Takes the place of {{replaces}}: its strategies stop, and its unused part comes back as credit first.',
            { replaces },
          )}
        </span>
      )}
      {acknowledgement !== null && (
        <Checkbox
          checked={isAgreed}
          onChange={(_, data) => setIsAgreed(data.checked === true)}
          label={acknowledgement}
        />
      )}
    </ConfirmDialog>
  );
};
