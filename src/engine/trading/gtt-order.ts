import { fail, type Result, succeed } from '../../shared/failure.ts';
import { formatPrice, formatRupees } from '../../shared/money.ts';
import { tickSizeOn } from '../instrument.ts';
import { MOST_ORDER_VALUE } from '../sizing.ts';
import type { GttTerms } from './gtt.ts';
import { type ManualInstrument, priceBand } from './manual-order.ts';

type Field = 'quantity' | 'triggerPrice' | 'price';

const wrong = (field: Field, sentence: string) =>
  fail('invalid', sentence, { fields: { [field]: sentence } });

const tickProblem = (
  { traded, now, symbol }: ManualInstrument,
  name: string,
  price: number,
): string | null => {
  const tick = tickSizeOn(traded.kind, price, now);
  return price % tick === 0
    ? null
    : `${name} of ₹${formatPrice(price)} is between two prices: ${symbol} trades in steps of ₹${formatPrice(tick)}.`;
};

/**
 * Check the terms of a GTT order against its share. A rule does not say from which side its trigger is reached, so it buys
 * below the price and sells above it only: whichever side the broker takes, it never trades worse than at the price now.
 * Refused (`invalid`) with a sentence and the field that it is about.
 */
export const checkGtt = (
  { side, quantity, trigger, price }: GttTerms,
  instrument: ManualInstrument,
): Result<null> => {
  const { lastPrice } = instrument;
  const now = formatPrice(lastPrice);
  const isBuy = side === 'buy';
  const triggerProblem = tickProblem(instrument, 'The trigger price', trigger);
  if (triggerProblem) return wrong('triggerPrice', triggerProblem);
  if (isBuy ? trigger >= lastPrice : trigger <= lastPrice)
    return wrong(
      'triggerPrice',
      isBuy
        ? `A GTT order buys below the price now, ₹${now}. This trigger is passed already, or it would be one to buy when the price rises, which is not offered.`
        : `A GTT order sells above the price now, ₹${now}. This trigger is passed already, or it would be a stop-loss, which is not offered.`,
    );
  const limitProblem = tickProblem(instrument, 'The limit price', price);
  if (limitProblem) return wrong('price', limitProblem);
  if (isBuy ? price >= lastPrice : price <= lastPrice)
    return wrong(
      'price',
      isBuy
        ? `The limit of a GTT order to buy must be below the price now, ₹${now}.`
        : `The limit of a GTT order to sell must be above the price now, ₹${now}.`,
    );
  // The order goes out when the price is at the trigger: its band is around that, not around the price of today.
  const band = priceBand({ ...instrument, previousClose: trigger, lastPrice: trigger });
  if (band && (price < band.low || price > band.high))
    return wrong(
      'price',
      `The limit price of ₹${formatPrice(price)} is too far from the trigger: the exchange takes ₹${formatPrice(band.low)} to ₹${formatPrice(band.high)} there.`,
    );
  if (quantity * price > MOST_ORDER_VALUE)
    return wrong('quantity', `No order may come to more than ${formatRupees(MOST_ORDER_VALUE)}.`);
  return succeed(null);
};
