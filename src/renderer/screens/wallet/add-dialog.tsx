import { makeStyles, ToggleButton, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { MoneyOutcome, outcomeOf, type Outcome } from '../../features/money/money-outcome.tsx';
import { compactRupees } from '../../i18n/amounts.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { amountOf, amountProblem, type AmountLimits } from './amount-rules.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { payment, pendingPayment } from './payment.ts';

const FORM = 'add-money';
/** Paise. */
const CHIPS = [50_000, 1_00_000, 5_00_000, 10_00_000] as const;
const UPI_ID = /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z]{2,64}$/;

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  chips: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface AddForm {
  amount: string;
  upiId: string;
}

/** Adds money: how much and from where, then a request to be paid, then how it ended. */
export const AddDialog = ({ limits, onClose }: { limits: AmountLimits; onClose: () => void }) => {
  const styles = useStyles();
  const { value: intent } = payment.use();
  const [waiting] = useState(() => pendingPayment(payment.get().value));
  const [isPaying, setIsPaying] = useState(waiting !== null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const add = useAction(api.wallet.add, { presentation: 'dialog' });
  const offline = useOfflineReason();
  const { control, handleSubmit, setValue } = useForm<AddForm>({
    defaultValues: {
      amount: waiting ? formatRupees(waiting.amount) : '',
      upiId: waiting?.upiId ?? '',
    },
  });
  const amount = amountOf(useWatch({ control, name: 'amount' }));
  const submit = handleSubmit(async (form) => {
    const result = await add.run({ amount: amountOf(form.amount) ?? 0, upiId: form.upiId.trim() });
    if (!result.ok) return setOutcome(outcomeOf(result, { text: '', place: t('Wallet history') }));
    void payment.load({ intentId: result.value.intentId });
    setIsPaying(true);
  });
  const backToForm = () => {
    setIsPaying(false);
    setOutcome(null);
  };
  if (isPaying && (intent === null || intent.state === 'pending')) return <PaymentDialog onClose={onClose} />;
  const ended =
    isPaying && intent ? { isDone: intent.state === 'confirmed', message: intent.message } : outcome;
  if (ended) return <MoneyOutcome outcome={ended} proceedTo="/wallet-history" onTryAgain={backToForm} />;
  return (
    <ConfirmDialog
      title={t('Add money')}
      action={t('Show QR code')}
      form={FORM}
      isRunning={add.isRunning}
      isActionDisabled={offline !== undefined}
      problem={offline}
      onClose={onClose}
    >
      <form id={FORM} className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.chips} role="group" aria-label={t('Amounts to choose from')}>
          {CHIPS.map((chip) => (
            <ToggleButton
              key={chip}
              size="small"
              shape="circular"
              checked={amount === chip}
              onClick={() => setValue('amount', formatRupees(chip), { shouldValidate: true })}
            >
              {compactRupees(chip)}
            </ToggleButton>
          ))}
        </div>
        <FormInput
          control={control}
          name="amount"
          label={t('Amount')}
          hint={t('From {{least}} to {{most}}', {
            least: formatRupees(limits.least),
            most: formatRupees(limits.most),
          })}
          inputMode="decimal"
          autoComplete="off"
          rules={{ validate: (text) => amountProblem(text, limits) ?? true }}
          problem={add.failure?.fields?.amount}
        />
        <FormInput
          control={control}
          name="upiId"
          label={t('Your UPI ID')}
          hint={t('The account you pay from')}
          autoComplete="off"
          rules={{ validate: (text) => UPI_ID.test(text.trim()) || t('Enter a UPI ID such as name@bank') }}
          problem={add.failure?.fields?.upiId}
        />
      </form>
    </ConfirmDialog>
  );
};
