import { makeStyles, tokens } from '@fluentui/react-components';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { closeManualChange, type ManualChange, useManualChange } from '../../state/manual-change.ts';
import { useOffline } from '../../state/offline.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFarPrice } from './far-price.tsx';
import { FigureInput } from './figure-input.tsx';
import { LevelInputs } from './level-inputs.tsx';
import { changeInput, pricedAs, priceKinds } from './order-change.ts';
import { ChangeLiveDialog } from './change-live-order.tsx';
import { draggedText } from './dragged-text.ts';
import { PriceInputs } from './price-inputs.tsx';
import { priceText } from './typed-figures.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  pair: {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    gap: tokens.spacingHorizontalM,
    alignItems: 'start',
  },
});

const ChangeDialog = ({ change }: { change: ManualChange }) => {
  const { order, wished } = change;
  const styles = useStyles();
  const formId = useId();
  const { isOffline } = useOffline();
  const send = useAction(api.manual.change, { presentation: 'dialog' });
  const { hasLimit, hasTrigger } = priceKinds(order);
  const { control, handleSubmit } = useForm({
    defaultValues: {
      quantity: String(order.quantity),
      price: priceText(wished.price ?? order.limitPrice),
      triggerPrice: priceText(wished.triggerPrice ?? order.triggerPrice),
      stopLoss: priceText(order.terms?.stopLoss ?? null),
      target: priceText(order.terms?.target ?? null),
    },
  });
  const far = useFarPrice(JSON.stringify(useWatch({ control })), formId);
  const submit = handleSubmit(async (typed) => {
    const input = changeInput(order, typed);
    if (!input || isOffline || send.isRunning) return;
    if (!(await far.mayGo(pricedAs(order, input), 'test', null))) return;
    const result = await send.run(input);
    // Whatever speaks against it stands in the dialog, with all that was typed.
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('The order is changed.') });
    closeManualChange();
  });
  const failure = far.refusal ?? send.failure;
  const fields = failure?.fields;
  const prices = [hasLimit && 'price', hasTrigger && 'triggerPrice'].filter((one) => one !== false);
  const shown = ['quantity', 'size', 'stopLoss', 'target', ...prices];
  const title = t('Change the order in {{symbol}}', { symbol: order.symbol });
  const dragged = draggedText(change);
  return (
    <DialogFrame
      title={title}
      onClose={() => !send.isRunning && closeManualChange()}
      actions={
        <DialogButtons
          action={t('Change order')}
          form={formId}
          onAction={() => undefined}
          onCancel={() => !send.isRunning && closeManualChange()}
          isRunning={send.isRunning || far.isChecking}
          isActionDisabled={isOffline}
        />
      }
    >
      <form
        id={formId}
        className={styles.form}
        aria-label={title}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <span className={styles.line}>
          <ModeChip mode={order.mode} />
          {order.side === 'buy'
            ? t('Buy order {{orderId}}, {{filled}} of {{quantity}} filled.', {
                orderId: order.orderId,
                filled: formatCount(order.filledQuantity),
                quantity: formatCount(order.quantity),
              })
            : t('Sell order {{orderId}}, {{filled}} of {{quantity}} filled.', {
                orderId: order.orderId,
                filled: formatCount(order.filledQuantity),
                quantity: formatCount(order.quantity),
              })}
          {dragged !== null && <strong>{dragged}</strong>}
        </span>
        <FormProblem message={failureSentence(failure, t('Order history'), shown)} />
        <FigureInput
          control={control}
          name="quantity"
          label={t('Quantity')}
          figure="units"
          hint={t('In all, with what is filled')}
          problem={fields?.['quantity'] ?? fields?.['size']}
        />
        {(hasLimit || hasTrigger) && (
          <div className={styles.pair}>
            <PriceInputs control={control} problems={fields} hasLimit={hasLimit} hasTrigger={hasTrigger} />
          </div>
        )}
        <div className={styles.pair}>
          <LevelInputs control={control} problems={fields} />
        </div>
        {far.question}
      </form>
    </DialogFrame>
  );
};

/** Change of a working order by hand, wherever it was asked for. Paper and real money have a dialog each. */
export const ManualChangeFlow = () => {
  const change = useManualChange((state) => state.change);
  if (!change) return null;
  const Dialog = change.order.mode === 'live' ? ChangeLiveDialog : ChangeDialog;
  return <Dialog key={change.order.orderId} change={change} />;
};
