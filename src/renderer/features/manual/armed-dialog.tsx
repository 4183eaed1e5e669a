import { Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ARMED_MINUTES, MOST_ARMED_ORDERS } from '../../../shared/armed-keys.ts';
import { parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { arm, type ArmedPreset, closeArmedKeys, endConsent, useArmedKeys } from '../../state/armed-keys.ts';
import { manualLive } from '../../state/manual-live.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { appTokens } from '../../ui/tokens.ts';
import { FigureInput } from './figure-input.tsx';
import { LiveTerms } from './live-terms.tsx';
import { MODE_LABELS, PRODUCT_LABELS, SIZE_LABELS } from './order-labels.ts';
import { stopPercentOf, unitsOf } from './typed-figures.ts';

const useStyles = makeStyles({
  test: { border: `2px dashed ${appTokens.testFg}` },
  live: { border: `3px solid ${appTokens.liveLine}` },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
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

/** Fields of the call that the form has. */
const SHOWN_FIELDS = ['size.amount', 'stopLossPercent', 'mostOrders', 'mostMoney'];

/** Sizes that need no price to be known. */
const SIZES = ['quantity', 'lots'] as const;
const TYPE_LABELS = labels({ market: 'Market', limit: 'Limit at the price you see' });

interface Form extends Omit<ArmedPreset, 'amount' | 'stopLossPercent'> {
  readonly mode: 'test' | 'live';
  readonly amount: string;
  readonly stopLossPercent: string;
  readonly mostOrders: string;
  readonly mostMoney: string;
}

const FIRST: Form = {
  ...{ mode: 'test', sizeBy: 'quantity', amount: '', type: 'market', product: 'intraday' },
  stopLossPercent: '',
  ...{ mostOrders: '', mostMoney: '' },
};

const ArmedDialog = ({ asking }: { asking: string }) => {
  const styles = useStyles();
  const formId = useId();
  const armLive = useAction(api.manual.armLive, { presentation: 'dialog' });
  const { value: account } = manualLive.use();
  useEffect(() => void manualLive.load(undefined), []);
  const { control, handleSubmit } = useForm<Form>({ defaultValues: FIRST });
  const form = { ...FIRST, ...useWatch({ control }) };
  const { mode, sizeBy } = form;
  const isLive = mode === 'live';
  // Said of these figures: once one was another, it has to be said again.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const wanted = JSON.stringify(form);
  const isAgreed = agreedTo === wanted;
  if (agreedTo !== null && !isAgreed) setAgreedTo(null);
  const isOff = isLive && account !== null && !account.isOn;
  const submit = handleSubmit(async (typed) => {
    const { sizeBy: by, type, product } = typed;
    const amount = unitsOf(typed.amount) ?? 1;
    const stopLossPercent = stopPercentOf(typed.stopLossPercent) ?? null;
    const preset: ArmedPreset = { sizeBy: by, amount, type, product, stopLossPercent };
    if (typed.mode === 'test') return arm(preset);
    if (armLive.isRunning || agreedTo !== JSON.stringify(typed)) return;
    const result = await armLive.run({
      ...{ size: { by, amount }, type, product, stopLossPercent, isUnderstood: true },
      mostOrders: unitsOf(typed.mostOrders) ?? 1,
      mostMoney: parseRupees(typed.mostMoney) ?? 1,
    });
    if (!result.ok) return;
    const { arming, left } = result.value;
    // It was cancelled while the backend was asked, or its person has signed out.
    if (useArmedKeys.getState().asking === asking) arm(preset, { arming, ...left });
    else endConsent(arming);
  });
  const fields = armLive.failure?.fields;
  return (
    <DialogFrame
      title={t('Armed keys')}
      surfaceClass={isLive ? styles.live : styles.test}
      contentClass={styles.content}
      onClose={closeArmedKeys}
      actions={
        <DialogButtons
          action={isLive ? t('Arm the keys with real money') : t('Arm the keys')}
          form={formId}
          onAction={() => undefined}
          onCancel={closeArmedKeys}
          isRunning={armLive.isRunning}
          isActionDisabled={isLive && (isOff || !isAgreed)}
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
          <ModeChip mode={mode} />{' '}
          {isLive
            ? t('Live: each press is an order at Angel One, with real money.')
            : t('On paper: nothing is sent to a broker.')}
        </span>
        <p className={styles.text}>
          {t(
            'While they are on, B buys and S sells the instrument that has the focus, at once and without a question. They go off {{minutes}} minutes after the last one, with the window, and when you sign out.',
            { minutes: ARMED_MINUTES },
          )}
        </p>
        <FormProblem message={failureSentence(armLive.failure, 'Angel One', SHOWN_FIELDS)} />
        <FormSelect
          control={control}
          name="mode"
          label={t('Account')}
          options={Object.entries(MODE_LABELS)}
        />
        {!isOff && (
          <>
            <div className={styles.pair}>
              <FormSelect
                control={control}
                name="sizeBy"
                label={t('Size by')}
                options={SIZES.map((size) => [size, SIZE_LABELS[size]] as const)}
              />
              <FigureInput
                control={control}
                name="amount"
                label={SIZE_LABELS[sizeBy]}
                figure="units"
                problem={fields?.['size.amount']}
              />
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
            <FigureInput
              control={control}
              name="stopLossPercent"
              figure="stopPercent"
              label={t('Stop-loss (%)')}
              hint={t('Of all that they open, from the price at the press; empty for none')}
              problem={fields?.['stopLossPercent']}
            />
          </>
        )}
        {isLive && !isOff && (
          <>
            <div className={styles.pair}>
              <FigureInput
                control={control}
                name="mostOrders"
                figure="units"
                label={t('Orders at most')}
                hint={t('Up to {{most}}; those that close do not count', { most: MOST_ARMED_ORDERS })}
                problem={fields?.['mostOrders']}
              />
              <FigureInput
                control={control}
                name="mostMoney"
                figure="amount"
                label={t('Money at most (₹)')}
                hint={t('The sum of all that they open')}
                problem={fields?.['mostMoney']}
              />
            </div>
            <Checkbox
              label={t('Each press sends such an order with real money, without asking me again')}
              checked={isAgreed}
              onChange={(_, data) => setAgreedTo(data.checked === true ? wanted : null)}
            />
          </>
        )}
      </form>
      {isOff && <LiveTerms capital={account.capital} maxLossPerDay={account.maxLossPerDay} />}
    </DialogFrame>
  );
};

/** Question how keys are to be armed, wherever it was asked for. */
export const ArmedKeysFlow = () => {
  const asking = useArmedKeys((state) => state.asking);
  return asking !== null && <ArmedDialog key={asking} asking={asking} />;
};
