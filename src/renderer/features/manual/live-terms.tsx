import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { parseRupees, plainRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { manualLive } from '../../state/manual-live.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';
import { FigureInput } from './figure-input.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  text: { margin: 0 },
  small: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** The word that is typed before anything real is sent by hand. */
const WORD = 'LIVE';

interface Terms {
  readonly capital: number;
  readonly maxLossPerDay: number;
}

/** Terms of real money by hand. It is off until the person has set its limits and typed the word. */
export const LiveTerms = ({ capital, maxLossPerDay }: Terms) => {
  const styles = useStyles();
  const formId = useId();
  const [isUnderstood, setIsUnderstood] = useState(false);
  const accept = useAction(api.manual.acceptLive, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: {
      capital: plainRupees(capital),
      maxLossPerDay: plainRupees(maxLossPerDay),
      confirmName: '',
    },
  });
  const submit = handleSubmit(async (typed) => {
    if (!isUnderstood || accept.isRunning) return;
    const result = await accept.run({
      capital: parseRupees(typed.capital) ?? 0,
      maxLossPerDay: parseRupees(typed.maxLossPerDay) ?? 0,
      confirmName: typed.confirmName,
      isUnderstood: true,
    });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('Real money by hand is on.') });
    await manualLive.load(undefined);
  });
  const fields = accept.failure?.fields;
  return (
    <form
      id={formId}
      className={styles.form}
      aria-label={t('Real money by hand')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.text}>
        {t(
          'Real money by hand is off. Once it is on, an order that you confirm goes to Angel One at once, on your account.',
        )}
      </p>
      <p className={styles.text}>
        {t(
          'A stop-loss rests at Angel One until the end of the day; a target is watched only while TrickDesk runs. A limit order rests there too: if it fills while TrickDesk is closed, its stop-loss is placed when TrickDesk runs again. Without a stop-loss nothing ends a loss for you.',
        )}
      </p>
      <FormProblem
        message={failureSentence(accept.failure, 'Angel One', ['capital', 'maxLossPerDay', 'confirmName'])}
      />
      <FigureInput
        control={control}
        name="capital"
        figure="amount"
        label={t('Capital by hand (₹)')}
        hint={t('No more is put into positions by hand')}
        problem={fields?.['capital']}
      />
      <FigureInput
        control={control}
        name="maxLossPerDay"
        figure="amount"
        label={t('Loss limit of a day (₹)')}
        hint={t('Beyond it nothing is opened by hand that day')}
        problem={fields?.['maxLossPerDay']}
      />
      <Checkbox
        label={t('I understand real money is at risk')}
        checked={isUnderstood}
        onChange={(_, data) => setIsUnderstood(data.checked === true)}
      />
      <FormInput
        control={control}
        name="confirmName"
        label={t('Type {{word}} to confirm', { word: WORD })}
        autoComplete="off"
        problem={fields?.['confirmName']}
      />
      <Button type="submit" disabledFocusable={!isUnderstood || accept.isRunning}>
        {accept.isRunning ? t('Working…') : t('Switch on real money by hand')}
      </Button>
      <p className={styles.small}>
        {t(
          'SEBI: 9 out of 10 individual traders in equity F&O made net losses. On paper no order is refused by a broker, and slippage is only an estimate.',
        )}
      </p>
    </form>
  );
};
