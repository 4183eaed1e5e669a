import { makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { wallet } from '../../../shared/contract/wallet.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { MoneyOutcome, outcomeOf, type Outcome } from '../../features/money/money-outcome.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { amountOf, amountProblem, type AmountLimits } from './amount-rules.ts';

const FORM = 'transfer';
const NOTE_LENGTH = 140;

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

interface TransferForm {
  to: string;
  amount: string;
  note: string;
}

type Recipient = OutputOf<(typeof wallet)['findRecipient']>;

interface TransferDialogProps {
  limits: AmountLimits & { available: number };
  onClose: () => void;
}

/** Sends money to somebody: first to whom and how much, then their name to check, then how it ended. */
export const TransferDialog = ({ limits, onClose }: TransferDialogProps) => {
  const styles = useStyles();
  const [recipient, setRecipient] = useState<Recipient | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const find = useAction(api.wallet.findRecipient, { presentation: 'dialog' });
  const send = useAction(api.wallet.transfer, { presentation: 'dialog' });
  const offline = useOfflineReason();
  const { control, handleSubmit, getValues } = useForm<TransferForm>({
    defaultValues: { to: '', amount: '', note: '' },
  });
  const review = handleSubmit(async ({ to }) => {
    const result = await find.run({ to: to.trim() });
    if (result.ok) setRecipient(result.value);
  });
  if (outcome)
    return (
      <MoneyOutcome
        outcome={outcome}
        proceedTo="/wallet-history"
        onTryAgain={() => {
          setOutcome(null);
          setRecipient(null);
        }}
      />
    );
  if (recipient) {
    const { to, amount: text, note } = getValues();
    const amount = amountOf(text) ?? 0;
    const run = async () => {
      const result = await send.run({ to: to.trim(), amount, note: note.trim() });
      setOutcome(
        outcomeOf(result, {
          text: t('{{amount}} was sent.', { amount: formatRupees(amount) }),
          place: t('Wallet history'),
        }),
      );
    };
    return (
      <ConfirmDialog
        key="review"
        title={t('Check before you send')}
        action={t('Send {{amount}}', { amount: formatRupees(amount) })}
        cancel={t('Back')}
        isRunning={send.isRunning}
        isActionDisabled={offline !== undefined}
        problem={offline}
        onConfirm={() => void run()}
        onClose={() => setRecipient(null)}
      >
        <span>{t('Is this the person you mean? Money that has been sent cannot be called back.')}</span>
        <Facts
          facts={[
            [t('Name'), recipient.name],
            [t('Mobile number'), recipient.phone],
            [t('E-mail'), recipient.email],
            [t('Amount'), formatRupees(amount)],
            ...(note.trim() === '' ? [] : [[t('Note'), <SaidByServer>{note.trim()}</SaidByServer>] as const]),
            [t('Left in your wallet'), formatRupees(limits.available - amount)],
          ]}
        />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      key="form"
      title={t('Transfer')}
      action={t('Review')}
      form={FORM}
      isRunning={find.isRunning}
      isActionDisabled={offline !== undefined}
      problem={offline}
      onClose={onClose}
    >
      <form id={FORM} className={styles.form} onSubmit={(event) => void review(event)} noValidate>
        <FormInput
          control={control}
          name="to"
          label={t('To', { context: 'person' })}
          hint={t('Referral code, e-mail address or mobile number')}
          autoComplete="off"
          maxLength={254}
          rules={{ validate: (text) => text.trim() !== '' || t('Enter to whom the money goes') }}
          problem={find.failure?.message ?? send.failure?.fields?.to}
        />
        <FormInput
          control={control}
          name="amount"
          label={t('Amount')}
          hint={t('Today you can still send {{amount}}', {
            amount: formatRupees(Math.min(limits.leftToday ?? limits.most, limits.available)),
          })}
          inputMode="decimal"
          autoComplete="off"
          rules={{ validate: (text) => amountProblem(text, limits) ?? true }}
          problem={send.failure?.fields?.amount}
        />
        <FormInput
          control={control}
          name="note"
          label={t('Note')}
          hint={t('Both of you see it')}
          autoComplete="off"
          maxLength={NOTE_LENGTH}
          problem={send.failure?.fields?.note}
        />
      </form>
    </ConfirmDialog>
  );
};
