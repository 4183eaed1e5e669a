import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Controller, useForm, type FieldPath, type RegisterOptions } from 'react-hook-form';
import { formatCount, formatRupees, parseRupees } from '../../../shared/money.ts';
import { SETTING_LIMITS } from '../../../shared/setting-limits.ts';
import { api } from '../../api/api.ts';
import { FIXED_LABELS } from '../../i18n/fixed-labels.ts';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { StrategyDetails } from './details.ts';

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
    alignItems: 'start',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
  },
  save: { gridColumn: '1 / -1' },
});

/** Everything as typed; money as rupee text. */
interface Draft {
  capital: string;
  quantity: string;
  riskPercent: string;
  maxLossPerDay: string;
  maxTradesPerDay: string;
  squareOffTime: string;
  productType: 'intraday' | 'delivery';
  slippage: string;
}

type Settings = StrategyDetails['settings'];

const draftFrom = (settings: Settings): Draft => ({
  capital: formatRupees(settings.capital),
  quantity: settings.quantity === null ? '' : String(settings.quantity),
  riskPercent: settings.riskPercent === null ? '' : String(settings.riskPercent),
  maxLossPerDay: settings.maxLossPerDay === null ? '' : formatRupees(settings.maxLossPerDay),
  maxTradesPerDay: String(settings.maxTradesPerDay),
  squareOffTime: settings.squareOffTime,
  productType: settings.productType,
  slippage: String(settings.slippage),
});

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Settings that every strategy has. Of one with legs, the others are said by its legs. */
const commonOf = (strategyId: number, draft: Draft) => ({
  strategyId,
  capital: parseRupees(draft.capital) ?? undefined,
  maxLossPerDay: draft.maxLossPerDay.trim() === '' ? null : parseRupees(draft.maxLossPerDay),
  slippage: Number(draft.slippage),
});

const payloadOf = (strategyId: number, draft: Draft) => ({
  ...commonOf(strategyId, draft),
  quantity: numberOrNull(draft.quantity),
  riskPercent: numberOrNull(draft.riskPercent),
  maxTradesPerDay: Number(draft.maxTradesPerDay),
  squareOffTime: draft.squareOffTime,
  productType: draft.productType,
});

const isEmpty = (text: string): boolean => text.trim() === '';
const isRupees = (text: string): boolean => (parseRupees(text) ?? 0) > 0;
const WHOLE = /^\d+$/;
const DECIMAL = /^\d+(\.\d+)?$/;

const wholeProblem = (text: string, most: number): string | true =>
  (WHOLE.test(text) && Number(text) >= 1 && Number(text) <= most) ||
  t('Enter a whole number from 1 to {{most}}', { most: formatCount(most) });

const riskProblem = (text: string, hasStop: boolean): string | true => {
  const percent = DECIMAL.test(text) ? Number(text) : 0;
  if (percent <= 0 || percent > SETTING_LIMITS.riskPercent)
    return t('Enter a number above 0, at most {{most}}', { most: SETTING_LIMITS.riskPercent });
  return hasStop || t('Needs a stop-loss');
};

const slippageProblem = (text: string): string | true =>
  (DECIMAL.test(text) && Number(text) <= SETTING_LIMITS.slippage) ||
  t('Enter a number from 0 to {{most}}', { most: SETTING_LIMITS.slippage });

const capitalProblem = (text: string, least: number): string | true => {
  const capital = parseRupees(text) ?? 0;
  if (capital <= 0) return t('Enter an amount such as ₹1,00,000');
  return capital >= least || t('This strategy needs at least {{minimum}}', { minimum: formatRupees(least) });
};

interface RunningFormProps {
  strategyId: number;
  settings: Settings;
  hasLegs: boolean;
  /** Paise. */
  minimumCapital: number;
  onSaved: () => void;
}

/** Capital, size, limits and times of a strategy. */
export const RunningForm = ({ strategyId, settings, hasLegs, minimumCapital, onSaved }: RunningFormProps) => {
  const styles = useStyles();
  const save = useAction(api.strategies.settings);
  const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: draftFrom(settings) });
  const submit = handleSubmit(async (draft) => {
    const result = await save.run((hasLegs ? commonOf : payloadOf)(strategyId, draft));
    if (!result.ok) return;
    notify({ tone: 'success', message: FIXED_LABELS.settingsSaved });
    reset(draftFrom(result.value));
    onSaved();
  });
  const fields = save.failure?.fields;
  const textField = (
    name: Exclude<FieldPath<Draft>, 'productType'>,
    label: string,
    rules: RegisterOptions<Draft, typeof name>,
    hint?: string,
  ) => (
    <FormInput
      control={control}
      name={name}
      label={label}
      hint={hint}
      rules={rules}
      problem={fields?.[name]}
      kind={name === 'squareOffTime' ? 'clock' : 'text'}
    />
  );
  return (
    <SectionCard title={t('How it trades')}>
      <form
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
        aria-label={t('How it trades')}
      >
        {textField('capital', t('Capital'), {
          validate: (text) => capitalProblem(text, minimumCapital),
        })}
        {!hasLegs && (
          <>
            {textField(
              'quantity',
              t('Quantity'),
              { validate: (text) => isEmpty(text) || wholeProblem(text, SETTING_LIMITS.quantity) },
              t('Empty: as the rules say'),
            )}
            {textField(
              'riskPercent',
              t('Risk per trade, %'),
              { validate: (text) => isEmpty(text) || riskProblem(text, settings.stopLoss !== null) },
              t('Empty: as the rules say'),
            )}
          </>
        )}
        {textField(
          'maxLossPerDay',
          t('Max daily loss'),
          { validate: (text) => isEmpty(text) || isRupees(text) || t('Enter an amount such as ₹2,000') },
          t('Entries stop when it is reached'),
        )}
        {!hasLegs && (
          <>
            {textField('maxTradesPerDay', t('Max trades/day'), {
              validate: (text) => wholeProblem(text, SETTING_LIMITS.tradesPerDay),
            })}
            {textField(
              'squareOffTime',
              t('Square-off time'),
              { required: t('Enter a time such as 15:10') },
              'IST',
            )}
            <Controller
              control={control}
              name="productType"
              render={({ field }) => (
                <Field label={t('Product')} validationMessage={fieldText(fields?.productType)}>
                  <Select value={field.value} onChange={(_, data) => field.onChange(data.value)}>
                    <option value="intraday">{t('Intraday')}</option>
                    <option value="delivery">{t('Delivery')}</option>
                  </Select>
                </Field>
              )}
            />
          </>
        )}
        {textField(
          'slippage',
          t('Slippage, basis points'),
          { validate: slippageProblem },
          t('100 basis points are 1 %'),
        )}
        <div className={styles.save}>
          <Button type="submit" disabledFocusable={save.isRunning}>
            {t('Save settings')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
};
