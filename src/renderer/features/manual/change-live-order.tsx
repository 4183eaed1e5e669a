import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Order } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { askManualChange, closeManualChange, type ManualChange } from '../../state/manual-change.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { notify } from '../../ui/toasts.tsx';
import { draggedText } from './dragged-text.ts';
import { useFarPrice } from './far-price.tsx';
import { FigureInput } from './figure-input.tsx';
import { changeInput, isChangeableAtBroker, pricedAs, priceKinds, seenFigures } from './order-change.ts';
import { PriceInputs } from './price-inputs.tsx';
import { priceText } from './typed-figures.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** New terms of a real order. Each change is agreed to by itself. */
export const ChangeLiveDialog = ({ change: asked }: { change: ManualChange }) => {
  const { order, wished } = asked;
  const styles = useStyles();
  const formId = useId();
  const [agreedTo, setAgreedTo] = useState('');
  const change = useAction(api.manual.changeLive, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: {
      quantity: String(order.quantity),
      price: priceText(wished.price ?? order.limitPrice),
      triggerPrice: priceText(wished.triggerPrice ?? order.triggerPrice),
    },
  });
  // Said of these figures: another one, and it has to be said again.
  const wanted = JSON.stringify(useWatch({ control }));
  const isAgreed = agreedTo === wanted;
  const far = useFarPrice(wanted, formId);
  const submit = handleSubmit(async (typed) => {
    const input = changeInput(order, { ...typed, stopLoss: '', target: '' });
    if (!isAgreed || change.isRunning || typeof input?.price !== 'number') return;
    const { orderId, quantity, price, triggerPrice } = input;
    if (!(await far.mayGo(pricedAs(order, input), 'live', null))) return;
    const result = await change.run({
      ...{ orderId, quantity, price, triggerPrice, before: seenFigures(order) },
      isUnderstood: true,
    });
    if (!result.ok) return;
    notify({ tone: 'news', message: result.message ?? t('The order is changed.') });
    closeManualChange();
  });
  const failure = far.refusal ?? change.failure;
  const fields = failure?.fields;
  const title = t('Change real order {{orderId}} in {{symbol}}', {
    orderId: order.orderId,
    symbol: order.symbol,
  });
  const dragged = draggedText(asked);
  return (
    <DialogFrame
      title={title}
      onClose={() => !change.isRunning && closeManualChange()}
      actions={
        <DialogButtons
          action={t('Change at Angel One')}
          form={formId}
          onAction={() => undefined}
          onCancel={() => !change.isRunning && closeManualChange()}
          isRunning={change.isRunning || far.isChecking}
          isActionDisabled={!isAgreed}
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
          <ModeChip mode="live" />
          {dragged !== null && <strong>{dragged}</strong>}
        </span>
        <FormProblem message={failureSentence(failure, t('the market'))} />
        <FigureInput
          control={control}
          name="quantity"
          label={t('Quantity')}
          figure="units"
          hint={t('In all, with what is filled')}
          problem={fields?.['quantity'] ?? fields?.['size']}
        />
        <PriceInputs control={control} problems={fields} {...priceKinds(order)} />
        <Checkbox
          label={t('Change this order with real money')}
          checked={isAgreed}
          onChange={(_, data) => setAgreedTo(data.checked === true ? wanted : '')}
        />
        {far.question}
      </form>
    </DialogFrame>
  );
};

/** Button that changes a real order by hand that rests. Nothing beside any other order. */
export const ChangeLiveOrder = ({ order }: { order: Order }) =>
  isChangeableAtBroker(order) && (
    <Button onClick={() => askManualChange(order)}>{t('Change real order…')}</Button>
  );
