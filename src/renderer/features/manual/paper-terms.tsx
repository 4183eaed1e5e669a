import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { manual } from '../../../shared/contract/manual.ts';
import { parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { manualAccount } from '../../state/manual-account.ts';
import { useOffline } from '../../state/offline.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import { FigureInput } from './figure-input.tsx';
import { priceText } from './typed-figures.ts';

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    maxWidth: '440px',
    minWidth: 0,
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

type Funds = OutputOf<typeof manual.setAccount>['funds'];

interface PaperTermsProps {
  funds: Pick<Funds, 'capital' | 'maxLossPerDay'>;
  onDone?: () => void;
  /** Leaves it unchanged. Where it stands alone there is no way out. */
  onCancel?: () => void;
}

/** Terms of the account by hand on paper: its capital, and the loss of a day that ends entries. */
export const PaperTerms = ({ funds, onDone, onCancel }: PaperTermsProps) => {
  const styles = useStyles();
  const { isOffline } = useOffline();
  const save = useAction(api.manual.setAccount, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: { capital: priceText(funds.capital), maxLossPerDay: priceText(funds.maxLossPerDay) },
  });
  const submit = handleSubmit(async ({ capital, maxLossPerDay }) => {
    if (isOffline || save.isRunning) return;
    const result = await save.run({
      capital: parseRupees(capital) ?? 0,
      maxLossPerDay: maxLossPerDay.trim() === '' ? null : parseRupees(maxLossPerDay),
    });
    if (!result.ok) return;
    notify({ tone: 'success', message: t('The account by hand on paper is set.') });
    await manualAccount.load(undefined);
    onDone?.();
  });
  const fields = save.failure?.fields;
  return (
    <form
      className={styles.form}
      aria-label={t('Account by hand, on paper')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblem message={failureSentence(save.failure, t('the market'), ['capital', 'maxLossPerDay'])} />
      <FigureInput
        control={control}
        name="capital"
        figure="amount"
        label={t('Paper capital (₹)')}
        hint={t('Play money: what is held and ordered by hand is taken from it')}
        problem={fields?.['capital']}
      />
      <FigureInput
        control={control}
        name="maxLossPerDay"
        figure="amount"
        isOptional
        label={t('Loss limit of a day (₹)')}
        hint={t('Beyond it nothing is opened by hand that day. Empty: no limit')}
        problem={fields?.['maxLossPerDay']}
      />
      <div className={styles.buttons}>
        <Button type="submit" appearance="primary" disabledFocusable={isOffline || save.isRunning}>
          {save.isRunning ? t('Working…') : t('Save the account')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{t('Cancel')}</Button>}
      </div>
    </form>
  );
};
