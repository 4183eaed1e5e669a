import { formatPrice } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import type { ManualChange } from '../../state/manual-change.ts';

/** Sentence on the prices that an order was dragged from and to; null of one that was not. */
export const draggedText = ({ order, wished }: ManualChange): string | null => {
  const { limitPrice, triggerPrice } = order;
  if (wished.triggerPrice !== undefined)
    return t('Trigger from ₹{{from}} to ₹{{to}}.', {
      from: formatPrice(triggerPrice ?? 0),
      to: formatPrice(wished.triggerPrice),
    });
  if (wished.price === undefined) return null;
  return t('Limit from ₹{{from}} to ₹{{to}}.', {
    from: formatPrice(limitPrice ?? 0),
    to: formatPrice(wished.price),
  });
};
