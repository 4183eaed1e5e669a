import { useEffect, useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useNoSessionReason } from '../../state/broker-session.ts';
import { useClosedReason } from '../../state/exchange-hours.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { Parts } from '../trades/net-positions.ts';
import { FigureInput } from './figure-input.tsx';
import { HELD_LABELS } from './order-labels.ts';
import { unitsOf } from './typed-figures.ts';

interface CloseDialogProps {
  /** One position, or a net position with its parts. */
  position: Position & { readonly parts?: Parts };
  onDone: () => void;
  onClose: () => void;
}

/** Units in a lot of what is held; 1 until it is known. */
const useLotSize = ({ symbol, side, product, mode, quantity }: Position): number => {
  const [lotSize, setLotSize] = useState(1);
  const units = Math.abs(quantity);
  useEffect(() => {
    const preview = mode === 'live' ? api.manual.previewLive : api.manual.preview;
    void preview({
      ...{ symbol, product, type: 'market', size: { by: 'quantity', amount: units } },
      side: side === 'long' ? 'sell' : 'buy',
    })
      // Where it is not known the field counts units, which the server knows too.
      .then((result) => result.ok && units % result.value.lotSize === 0 && setLotSize(result.value.lotSize));
  }, [symbol, side, product, mode, units]);
  return lotSize;
};

const lotsHint = (lots: number, lotSize: number): string =>
  lots === 1
    ? t('Empty for the one lot of {{lot}}', { lot: formatCount(lotSize) })
    : t('Empty for all {{number}} lots of {{lot}}', { number: formatCount(lots), lot: formatCount(lotSize) });

/** Closes a position by hand, net or not, or some lots. Each opening is one attempt with one idempotency key. */
export const CloseDialog = ({ position, onDone, onClose }: CloseDialogProps) => {
  const { symbol, mode, positionId, side, parts } = position;
  const formId = useId();
  const held = Math.abs(position.quantity);
  const lotSize = useLotSize(position);
  const noSession = useNoSessionReason();
  const closed = useClosedReason();
  const closeOne = useAction(api.manual.close, { presentation: 'dialog' });
  const closeNet = useAction(api.manual.closeNet, { presentation: 'dialog' });
  const close = parts ? closeNet : closeOne;
  const { control, handleSubmit, setError } = useForm({ defaultValues: { part: '' } });
  const { part = '' } = useWatch({ control });
  const lots = held / lotSize;
  /** Units that are closed; null of text that is no part of the position. */
  const unitsFor = (text: string): number | null => {
    if (text.trim() === '') return held;
    const typed = unitsOf(text);
    return typed === null || typed > lots ? null : typed * lotSize;
  };
  const submit = handleSubmit(async (typed) => {
    const units = unitsFor(typed.part);
    if (units === null) {
      setError('part', { message: t('Enter a whole number up to {{most}}', { most: formatCount(lots) }) });
      return;
    }
    const some = units < held && { quantity: units };
    const result = await (parts
      ? closeNet.run({ positionIds: parts.map((part) => part.positionId), ...some })
      : closeOne.run({ positionId, ...some }));
    if (!result.ok) return;
    notify({ tone: 'news', message: result.message ?? t('Exit of {{symbol}} is on its way.', { symbol }) });
    onDone();
  });
  const fields = close.failure?.fields;
  const values = {
    ...{ number: formatCount(unitsFor(part) ?? held), held: formatCount(held) },
    ...{ symbol, product: HELD_LABELS[position.product] },
  };
  return (
    <ConfirmDialog
      title={t('Exit {{symbol}}?', { symbol })}
      action={t('Exit', { context: 'action' })}
      cancel={t('Cancel')}
      isDangerous
      isRunning={close.isRunning}
      problem={failureSentence(close.failure, t('Order history'), ['quantity'])}
      form={formId}
      onClose={onClose}
    >
      <span>
        {side === 'long'
          ? t('Sells {{number}} of the {{held}} {{symbol}} ({{product}}) that you hold by hand.', values)
          : t(
              'Buys back {{number}} of the {{held}} {{symbol}} ({{product}}) that you sold by hand.',
              values,
            )}{' '}
        {mode === 'test'
          ? t('This is a paper position: no real order is sent.')
          : (noSession ?? t('A real order is sent to your broker.'))}
      </span>
      {parts && (
        <span>
          {t('They are {{count}} positions; the oldest is closed first.', { count: parts.length })}
          {mode === 'live' && ` ${t('Each is closed by an order of its own.')}`}
        </span>
      )}
      {mode === 'live' && closed !== undefined && <span>{closed}</span>}
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <FigureInput
          control={control}
          name="part"
          figure="units"
          isOptional
          label={lotSize === 1 ? t('Quantity') : t('Lots')}
          hint={
            lotSize === 1
              ? t('Empty for all {{number}}', { number: formatCount(lots) })
              : lotsHint(lots, lotSize)
          }
          problem={fields?.['quantity']}
        />
      </form>
    </ConfirmDialog>
  );
};
