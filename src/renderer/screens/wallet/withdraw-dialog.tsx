import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { MoneyOutcome, outcomeOf, type Outcome } from '../../features/money/money-outcome.tsx';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { useAction } from '../../state/action.ts';
import { routeHref, useGoTo } from '../../state/navigation.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { amountOf, amountProblem, type AmountLimits } from './amount-rules.ts';

const FORM = 'withdraw';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Whose account the money goes to. */
const profile = createResource(() => api.profile.mine(), { isQuiet: true });

interface WithdrawDialogProps {
  limits: AmountLimits & { available: number };
  /** Why nothing can be withdrawn now. */
  refusal: string | null;
  onClose: () => void;
}

/** Moves money to one's own bank account: how much, then where it goes, then how it ended. */
export const WithdrawDialog = ({ limits, refusal, onClose }: WithdrawDialogProps) => {
  const styles = useStyles();
  const goTo = useGoTo();
  const bank = profile.use((state) => state.value?.bank);
  const [isReviewing, setIsReviewing] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const withdraw = useAction(api.wallet.withdraw, { presentation: 'dialog' });
  const offline = useOfflineReason();
  const { control, handleSubmit, getValues } = useForm({ defaultValues: { amount: '' } });
  useEffect(() => {
    void profile.load(undefined);
  }, []);
  if (outcome)
    return (
      <MoneyOutcome
        outcome={outcome}
        proceedTo="/wallet-history?show=bank"
        onTryAgain={() => {
          setOutcome(null);
          setIsReviewing(false);
        }}
      />
    );
  if (refusal !== null)
    return (
      <ConfirmDialog
        title={t('Withdraw')}
        action={t('Open profile')}
        cancel={t('Close')}
        onConfirm={() => goTo('/profile')}
        onClose={onClose}
      >
        <SaidByServer>{refusal}</SaidByServer>
      </ConfirmDialog>
    );
  if (isReviewing) {
    const amount = amountOf(getValues('amount')) ?? 0;
    const run = async () => {
      const result = await withdraw.run({ amount });
      const text = t('{{amount}} is on its way to your bank.', { amount: formatRupees(amount) });
      setOutcome(outcomeOf(result, { text, place: t('Wallet history, Bank') }));
    };
    return (
      <ConfirmDialog
        key="review"
        title={t('Check before you withdraw')}
        action={t('Withdraw {{amount}}', { amount: formatRupees(amount) })}
        cancel={t('Back')}
        isRunning={withdraw.isRunning}
        isActionDisabled={offline !== undefined}
        problem={offline}
        onConfirm={() => void run()}
        onClose={() => setIsReviewing(false)}
      >
        <Facts
          facts={[
            [t('Amount'), formatRupees(amount)],
            [t('Account holder'), bank?.accountHolder ?? '–'],
            [t('Account ending in'), bank?.accountLast4 ?? '–'],
            ['IFSC', bank?.ifsc ?? '–'],
          ]}
        />
        <span>
          {t(
            'The amount is held until the bank has paid it out. If the bank refuses, it comes back to your wallet.',
          )}
        </span>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog key="form" title={t('Withdraw')} action={t('Review')} form={FORM} onClose={onClose}>
      <form
        id={FORM}
        className={styles.form}
        onSubmit={(event) => void handleSubmit(() => setIsReviewing(true))(event)}
        noValidate
      >
        <FormInput
          control={control}
          name="amount"
          label={t('Amount')}
          hint={t('Today you can still withdraw {{amount}}', {
            amount: formatRupees(Math.min(limits.leftToday ?? limits.most, limits.available)),
          })}
          inputMode="decimal"
          autoComplete="off"
          rules={{ validate: (text) => amountProblem(text, limits) ?? true }}
          problem={withdraw.failure?.fields?.amount}
        />
      </form>
      <span>
        <Sentence
          text="To another account? <bank>Change your bank details</bank> first."
          parts={{ bank: <Link href={routeHref('/profile/bank')} /> }}
        />
      </span>
    </ConfirmDialog>
  );
};
