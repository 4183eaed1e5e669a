import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { labels, t } from '../../i18n/translate.ts';
import {
  arm,
  ARMED_MINUTES,
  type ArmedPreset,
  closeArmedKeys,
  useArmedKeys,
} from '../../state/armed-keys.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { FigureInput } from './figure-input.tsx';
import { PRODUCT_LABELS, SIZE_LABELS } from './order-labels.ts';
import { unitsOf } from './typed-figures.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
  text: { margin: 0 },
  mode: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Sizes that need no price to be known. */
const SIZES = ['quantity', 'lots'] as const;
const TYPE_LABELS = labels({ market: 'Market', limit: 'Limit at the price you see' });

type Form = Omit<ArmedPreset, 'amount'> & { readonly amount: string };

const ArmedDialog = () => {
  const styles = useStyles();
  const formId = useId();
  const { control, handleSubmit } = useForm<Form>({
    defaultValues: { sizeBy: 'quantity', amount: '', type: 'market', product: 'intraday' },
  });
  const { sizeBy = 'quantity' } = useWatch({ control });
  const submit = handleSubmit(({ amount, ...preset }) => arm({ ...preset, amount: unitsOf(amount) ?? 1 }));
  return (
    <DialogFrame
      title={t('Armed keys')}
      onClose={closeArmedKeys}
      actions={
        <DialogButtons
          action={t('Arm the keys')}
          form={formId}
          onAction={() => undefined}
          onCancel={closeArmedKeys}
        />
      }
    >
      <form
        id={formId}
        className={styles.form}
        aria-label={t('Armed keys')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <span className={styles.mode}>
          <ModeChip mode="test" /> {t('On paper: nothing is sent to a broker.')}
        </span>
        <p className={styles.text}>
          {t(
            'While they are on, B buys and S sells the instrument that has the focus, at once and without a question. They go off {{minutes}} minutes after the last one, with the window, and when you sign out.',
            { minutes: ARMED_MINUTES },
          )}
        </p>
        <div className={styles.pair}>
          <FormSelect
            control={control}
            name="sizeBy"
            label={t('Size by')}
            options={SIZES.map((size) => [size, SIZE_LABELS[size]] as const)}
          />
          <FigureInput control={control} name="amount" label={SIZE_LABELS[sizeBy]} figure="units" />
        </div>
        <div className={styles.pair}>
          <FormSelect
            control={control}
            name="type"
            label={t('Order type')}
            options={Object.entries(TYPE_LABELS)}
          />
          <FormSelect
            control={control}
            name="product"
            label={t('Product')}
            options={Object.entries(PRODUCT_LABELS)}
          />
        </div>
      </form>
    </DialogFrame>
  );
};

/** Question how keys are to be armed, wherever it was asked for. */
export const ArmedKeysFlow = () => useArmedKeys(({ isAsking }) => isAsking) && <ArmedDialog />;
