import { Button, Checkbox } from '@fluentui/react-components';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Order } from '../../../shared/contract/positions.ts';
import { parseRupees, plainRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { manualLive } from '../../state/manual-live.ts';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/toasts.tsx';

interface ChangeLiveOrderProps {
  order: Order;
  onChanged: () => void;
}

interface ChangeDialogProps extends ChangeLiveOrderProps {
  onClose: () => void;
}

const isUnits = (text: string): true | string =>
  /^[1-9]\d{0,7}$/.test(text.trim()) || t('Enter a whole number of units');
const isPrice = (text: string): true | string =>
  (parseRupees(text) ?? 0) > 0 || t('Enter a price such as 120.50');

/** New terms of a real order. Each change is agreed to by itself. */
const ChangeDialog = ({ order, onChanged, onClose }: ChangeDialogProps) => {
  const formId = useId();
  const [isAgreed, setIsAgreed] = useState(false);
  const change = useAction(api.manual.changeLive, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm({
    defaultValues: { quantity: String(order.quantity), price: plainRupees(order.limitPrice ?? 0) },
  });
  const submit = handleSubmit(async ({ quantity, price }) => {
    if (!isAgreed || change.isRunning) return;
    const { orderId } = order;
    const terms = { quantity: Number(quantity), price: parseRupees(price) ?? 0 };
    const result = await change.run({ orderId, ...terms, isUnderstood: true });
    if (!result.ok) return;
    notify({ tone: 'news', message: result.message ?? t('The order is changed.') });
    onChanged();
    onClose();
  });
  const fields = change.failure?.fields;
  const title = t('Change real order {{orderId}} in {{symbol}}', {
    orderId: order.orderId,
    symbol: order.symbol,
  });
  return (
    <DialogFrame
      title={title}
      onClose={() => !change.isRunning && onClose()}
      actions={
        <DialogButtons
          action={t('Change at Angel One')}
          form={formId}
          onAction={() => undefined}
          onCancel={onClose}
          isRunning={change.isRunning}
          isActionDisabled={!isAgreed}
        />
      }
    >
      <form id={formId} aria-label={title} noValidate onSubmit={(event) => void submit(event)}>
        <FormProblem message={failureSentence(change.failure, t('the market'))} />
        <FormInput
          control={control}
          name="quantity"
          label={t('Quantity')}
          hint={t('Of the whole order, with what is filled')}
          rules={{ validate: isUnits, onChange: () => setIsAgreed(false) }}
          inputMode="numeric"
          problem={fields?.['quantity'] ?? fields?.['size']}
        />
        <FormInput
          control={control}
          name="price"
          label={t('Limit (₹)')}
          rules={{ validate: isPrice, onChange: () => setIsAgreed(false) }}
          inputMode="decimal"
          problem={fields?.['price']}
        />
        <Checkbox
          label={t('Change this order with real money')}
          checked={isAgreed}
          onChange={(_, data) => setIsAgreed(data.checked === true)}
        />
      </form>
    </DialogFrame>
  );
};

const isResting = ({ mode, purpose, state, limitPrice }: Order): boolean =>
  mode === 'live' &&
  purpose === 'entry' &&
  limitPrice !== null &&
  ['accepted', 'open', 'partially-filled'].includes(state);

/** Button that changes a real order by hand that rests. Nothing beside any other order. */
export const ChangeLiveOrder = ({ order, onChanged }: ChangeLiveOrderProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { value: account } = manualLive.use();
  const mayBe = isResting(order);
  useEffect(() => {
    if (mayBe) void manualLive.load(undefined);
  }, [mayBe]);
  if (!mayBe || !account?.working.some(({ orderId }) => orderId === order.orderId)) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Change real order…')}</Button>
      {isOpen && <ChangeDialog order={order} onChanged={onChanged} onClose={() => setIsOpen(false)} />}
    </>
  );
};
