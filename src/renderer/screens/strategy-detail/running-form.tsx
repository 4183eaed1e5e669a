import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Controller, useForm, type FieldPath, type RegisterOptions } from 'react-hook-form';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { FIXED_LABELS } from '../../i18n/fixed-labels.ts';
import { t } from '../../i18n/translate.ts';
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

const payloadOf = (strategyId: number, draft: Draft) => ({
  strategyId,
  capital: parseRupees(draft.capital) ?? undefined,
  quantity: numberOrNull(draft.quantity),
  riskPercent: numberOrNull(draft.riskPercent),
  maxLossPerDay: draft.maxLossPerDay.trim() === '' ? null : parseRupees(draft.maxLossPerDay),
  maxTradesPerDay: Number(draft.maxTradesPerDay),
  squareOffTime: draft.squareOffTime,
  productType: draft.productType,
  slippage: Number(draft.slippage),
});

const isRupees = (text: string): boolean => (parseRupees(text) ?? 0) > 0;
const wholePattern = () => ({ value: /^\d+$/, message: t('Enter a whole number') });
const decimalPattern = () => ({ value: /^\d+(\.\d+)?$/, message: t('Enter a number') });

interface RunningFormProps {
  strategyId: number;
  settings: Settings;
  onSaved: () => void;
}

/** Capital, size, limits and times of a strategy. */
export const RunningForm = ({ strategyId, settings, onSaved }: RunningFormProps) => {
  const styles = useStyles();
  const save = useAction(api.strategies.settings);
  const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: draftFrom(settings) });
  const submit = handleSubmit(async (draft) => {
    const result = await save.run(payloadOf(strategyId, draft));
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
          validate: (text) => isRupees(text) || t('Enter an amount such as ₹1,00,000'),
        })}
        {textField('quantity', t('Quantity'), { pattern: wholePattern() }, t('Empty: as the rules say'))}
        {textField(
          'riskPercent',
          t('Risk per trade, %'),
          { pattern: decimalPattern() },
          t('Empty: as the rules say'),
        )}
        {textField(
          'maxLossPerDay',
          t('Max daily loss'),
          { validate: (text) => text.trim() === '' || isRupees(text) || t('Enter an amount such as ₹2,000') },
          t('Entries stop when it is reached'),
        )}
        {textField('maxTradesPerDay', t('Max trades/day'), {
          pattern: wholePattern(),
          required: t('Enter a whole number'),
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
            <Field label={t('Product')} validationMessage={fields?.productType}>
              <Select value={field.value} onChange={(_, data) => field.onChange(data.value)}>
                <option value="intraday">{t('Intraday')}</option>
                <option value="delivery">{t('Delivery')}</option>
              </Select>
            </Field>
          )}
        />
        {textField(
          'slippage',
          t('Slippage, basis points'),
          { pattern: decimalPattern(), required: t('Enter a number') },
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
