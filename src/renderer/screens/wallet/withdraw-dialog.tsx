import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { MoneyOutcome, outcomeOf, type Outcome } from '../../flows/money-outcome.tsx';
import { useAction } from '../../state/action.ts';
import { routeHref, useGoTo } from '../../state/navigation.ts';
import { useOfflineReason } from '../../state/offline.ts';
import { createResource } from '../../state/resource.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/details-drawer.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { amountOf, amountProblem, type AmountLimits } from './amount-rules.ts';

const FORM = 'withdraw';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Whose account the money goes to. */
const profile = createResource(() => api.profile.mine(), { isQuiet: true });

interface WithdrawDialogProps {
  limits: AmountLimits;
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
  const withdraw = useAction(api.wallet.withdraw, { isMoney: true, presentation: 'dialog' });
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
        title="Withdraw"
        action="Open profile"
        cancel="Close"
        onConfirm={() => goTo('/profile')}
        onClose={onClose}
      >
        <span dir="auto">{refusal}</span>
      </ConfirmDialog>
    );
  if (isReviewing) {
    const amount = amountOf(getValues('amount')) ?? 0;
    const run = async () => {
      const result = await withdraw.run({ amount });
      const words = `${formatRupees(amount)} is on its way to your bank.`;
      setOutcome(outcomeOf(result, { words, place: 'Wallet history, Bank' }));
    };
    return (
      <ConfirmDialog
        key="review"
        title="Check before you withdraw"
        action={`Withdraw ${formatRupees(amount)}`}
        cancel="Back"
        isRunning={withdraw.isRunning}
        isActionDisabled={offline !== undefined}
        problem={offline}
        onConfirm={() => void run()}
        onClose={() => setIsReviewing(false)}
      >
        <Facts
          facts={[
            ['Amount', formatRupees(amount)],
            ['Account holder', bank?.accountHolder ?? '–'],
            ['Account ending in', bank?.accountLast4 ?? '–'],
            ['IFSC', bank?.ifsc ?? '–'],
          ]}
        />
        <span>
          The amount is held until the bank has paid it out. If the bank refuses, it comes back to your
          wallet.
        </span>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog key="form" title="Withdraw" action="Review" form={FORM} onClose={onClose}>
      <form
        id={FORM}
        className={styles.form}
        onSubmit={(event) => void handleSubmit(() => setIsReviewing(true))(event)}
        noValidate
      >
        <FormInput
          control={control}
          name="amount"
          label="Amount"
          hint={`Today you can still withdraw ${formatRupees(limits.leftToday ?? limits.most)}`}
          inputMode="decimal"
          autoComplete="off"
          rules={{ validate: (text) => amountProblem(text, limits) ?? true }}
          problem={withdraw.failure?.fields?.amount}
        />
      </form>
      <span>
        To another account? <Link href={routeHref('/profile/bank')}>Change your bank details</Link> first.
      </span>
    </ConfirmDialog>
  );
};
