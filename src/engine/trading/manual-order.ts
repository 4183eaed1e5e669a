import { fail, type Result, succeed } from '../../shared/failure.ts';
import { formatPrice, formatRupees } from '../../shared/money.ts';
import { hasFutures, roundToTick, tickSizeOn, type Traded } from '../instrument.ts';
import { MOST_ORDER_VALUE, wholeLots } from '../sizing.ts';

/** How a quantity is asked for: in units or lots, by the money that goes into it, or by what it may lose at its stop. */
export interface ManualSize {
  readonly by: 'quantity' | 'lots' | 'money' | 'risk';
  /** Units, lots, or paise. */
  readonly amount: number;
}

/** Facts of what is ordered. Prices in paise. */
export interface ManualInstrument {
  readonly symbol: string;
  readonly traded: Traded;
  readonly lotSize: number;
  /** The most that the exchange takes in one order; null for no limit. */
  readonly freezeQuantity: number | null;
  readonly lastPrice: number;
  readonly previousClose: number | null;
  /** Epoch ms. */
  readonly now: number;
}

/** An order as its owner asks for it. Prices in paise. */
export interface ManualOrder {
  readonly side: 'buy' | 'sell';
  readonly size: ManualSize;
  readonly type: 'market' | 'limit' | 'stop';
  readonly price: number | null;
  readonly triggerPrice: number | null;
  readonly stopLoss: number | null;
  readonly target: number | null;
  /** Stop-loss in percent of the expected price, in place of `stopLoss`. */
  readonly stopLossPercent?: number | null;
}

type Field = 'size' | 'price' | 'triggerPrice' | 'stopLoss' | 'target';

const wrong = (field: Field, sentence: string) =>
  fail('invalid', sentence, { fields: { [field]: sentence } });

const BAND_STEP = 5;
const LEAST_BAND = 10;

/**
 * Lowest and highest price that the exchange takes today, paise. Null where no band is known: of an option, and where
 * there is no close of the day before. A band that was widened reaches the step beyond the last price.
 */
export const priceBand = ({
  traded,
  previousClose,
  lastPrice,
  now,
}: ManualInstrument): { readonly low: number; readonly high: number } | null => {
  if (previousClose === null || traded.kind === 'option') return null;
  const move = (100 * Math.abs(lastPrice - previousClose)) / previousClose;
  const percent = hasFutures(traded)
    ? Math.max(LEAST_BAND, Math.ceil(move / BAND_STEP) * BAND_STEP)
    : (traded.fixedBandPercent ?? LEAST_BAND);
  const tick = tickSizeOn(traded.kind, lastPrice, now);
  return {
    low: roundToTick((previousClose * (100 - percent)) / 100, tick, 'up'),
    high: roundToTick((previousClose * (100 + percent)) / 100, tick, 'down'),
  };
};

/** Why a price cannot be in an order, as a sentence; null if it can. */
export const priceProblem = (instrument: ManualInstrument, name: string, price: number): string | null => {
  const { traded, now, symbol } = instrument;
  const tick = tickSizeOn(traded.kind, price, now);
  if (price % tick !== 0)
    return `${name} of ₹${formatPrice(price)} is between two prices: ${symbol} trades in steps of ₹${formatPrice(tick)}.`;
  const band = priceBand(instrument);
  if (band && (price < band.low || price > band.high))
    return `${name} of ₹${formatPrice(price)} is outside of today's price band of ${symbol}, ₹${formatPrice(band.low)} to ₹${formatPrice(band.high)}.`;
  return null;
};

/** The price that an order is expected to fill at, paise; of a market order the last one. */
export const expectedPrice = (
  { type, price }: Pick<ManualOrder, 'type' | 'price'>,
  { lastPrice }: Pick<ManualInstrument, 'lastPrice'>,
): number => (type === 'market' ? lastPrice : (price ?? lastPrice));

const pricesOf = (order: ManualOrder, instrument: ManualInstrument): Result<number> => {
  const { type, side, price, triggerPrice } = order;
  if (type !== 'market' && price === null) return wrong('price', 'Enter the limit price.');
  if (type === 'market' && price !== null) return wrong('price', 'A market order has no limit price.');
  if (type === 'stop' && triggerPrice === null) return wrong('triggerPrice', 'Enter the trigger price.');
  if (type !== 'stop' && triggerPrice !== null)
    return wrong('triggerPrice', 'Only a stop order has a trigger price.');
  const limitProblem = price === null ? null : priceProblem(instrument, 'The limit price', price);
  if (limitProblem) return wrong('price', limitProblem);
  if (triggerPrice !== null && price !== null) {
    const problem = priceProblem(instrument, 'The trigger price', triggerPrice);
    if (problem) return wrong('triggerPrice', problem);
    const { lastPrice } = instrument;
    if (side === 'buy' ? triggerPrice <= lastPrice : triggerPrice >= lastPrice)
      return wrong(
        'triggerPrice',
        side === 'buy'
          ? `The trigger of a stop order to buy must be above the last price, ₹${formatPrice(lastPrice)}.`
          : `The trigger of a stop order to sell must be below the last price, ₹${formatPrice(lastPrice)}.`,
      );
    if (side === 'buy' ? price < triggerPrice : price > triggerPrice)
      return wrong(
        'price',
        side === 'buy'
          ? 'The limit price must not be below the trigger price, or the order could not fill.'
          : 'The limit price must not be above the trigger price, or the order could not fill.',
      );
  }
  return succeed(expectedPrice(order, instrument));
};

/**
 * Check the levels that are to protect a position. `from` is the price that they must lie on either side of, paise.
 * Refused (`invalid`) with a sentence.
 */
export const checkLevels = (
  instrument: ManualInstrument,
  side: 'long' | 'short',
  { stopLoss, target }: Pick<ManualOrder, 'stopLoss' | 'target'>,
  from: number,
): Result<null> => {
  const isLong = side === 'long';
  const tickProblem = (name: string, price: number): string | null => {
    const tick = tickSizeOn(instrument.traded.kind, price, instrument.now);
    return price % tick === 0
      ? null
      : `${name} of ₹${formatPrice(price)} is between two prices: ${instrument.symbol} trades in steps of ₹${formatPrice(tick)}.`;
  };
  if (stopLoss !== null) {
    const problem = tickProblem('The stop-loss', stopLoss);
    if (problem) return wrong('stopLoss', problem);
    if (isLong ? stopLoss >= from : stopLoss <= from)
      return wrong(
        'stopLoss',
        isLong
          ? `The stop-loss of what is bought must be below ₹${formatPrice(from)}.`
          : `The stop-loss of what is sold must be above ₹${formatPrice(from)}.`,
      );
  }
  if (target !== null) {
    const problem = tickProblem('The target', target);
    if (problem) return wrong('target', problem);
    if (isLong ? target <= from : target >= from)
      return wrong(
        'target',
        isLong
          ? `The target of what is bought must be above ₹${formatPrice(from)}.`
          : `The target of what is sold must be below ₹${formatPrice(from)}.`,
      );
  }
  return succeed(null);
};

/**
 * Stop-loss (paise) of an order, on a tick. One in percent is never further away than that, and at least a tick. `from` is
 * the price that the order is expected to fill at.
 */
const stopLossOf = (
  { side, stopLoss, stopLossPercent: percent }: ManualOrder,
  { symbol, traded, now }: ManualInstrument,
  from: number,
): Result<number | null> => {
  if (typeof percent !== 'number') return succeed(stopLoss);
  if (stopLoss !== null)
    return wrong('stopLoss', 'Give the stop-loss as a price or in percent, not as both.');
  const isBuy = side === 'buy';
  const away = (from * percent) / 100;
  const wanted = isBuy ? from - away : from + away;
  const tick = tickSizeOn(traded.kind, wanted, now);
  const stop = roundToTick(wanted, tick, isBuy ? 'up' : 'down');
  const next = roundToTick(isBuy ? from - 1 : from + 1, tick, isBuy ? 'down' : 'up');
  const nearest = isBuy ? Math.min(stop, next) : Math.max(stop, next);
  return isBuy && nearest >= from
    ? wrong('stopLoss', `${symbol} at ₹${formatPrice(from)} leaves no room for a stop-loss.`)
    : succeed(nearest);
};

const lotsText = (lotSize: number): string => (lotSize === 1 ? 'one share' : `one lot of ${lotSize}`);

/** Costs of an order, to size it. In paise. */
export interface OrderCosts {
  /** Set aside for a unit. */
  readonly marginPerUnit: (price: number) => number;
  /** Of entering at a price and leaving at a stop. */
  readonly charges: (quantity: number, price: number, stopLoss: number) => number;
  /** Slippage of a unit at the market. */
  readonly slippagePerUnit: (price: number) => number;
}

/** Units that lose no more than a sum at the stop. Charges and slippage count; lots do not yet. */
const unitsAtRisk = (
  { type, size, stopLoss }: ManualOrder,
  price: number,
  { charges, slippagePerUnit }: OrderCosts,
): number => {
  const stop = stopLoss ?? Number.NaN;
  const perUnit = Math.abs(price - stop) + (type === 'market' ? slippagePerUnit(price) : 0);
  const most = Math.floor(size.amount / perUnit);
  // Charges of a smaller order are no larger, so what is left for the price is enough for it.
  return (size.amount - charges(most, price, stop)) / perUnit;
};

const quantityOf = (
  order: ManualOrder,
  { symbol, lotSize, freezeQuantity }: ManualInstrument,
  price: number,
  costs: OrderCosts,
): Result<number> => {
  const { size, stopLoss } = order;
  const { by, amount } = size;
  if (by === 'quantity' && amount % lotSize !== 0)
    return wrong('size', `${amount} is not a whole number of lots: ${symbol} trades in lots of ${lotSize}.`);
  if (by === 'risk' && stopLoss === null)
    return wrong('stopLoss', 'To size an order by risk, enter its stop-loss.');
  const wanted = {
    quantity: amount,
    lots: amount * lotSize,
    money: amount / costs.marginPerUnit(price),
    risk: by === 'risk' ? unitsAtRisk(order, price, costs) : 0,
  }[by];
  const quantity = wholeLots(wanted, lotSize);
  if (!(quantity > 0))
    return wrong('size', `${formatRupees(amount)} come to less than ${lotsText(lotSize)} of ${symbol}.`);
  if (freezeQuantity !== null && quantity > freezeQuantity)
    return wrong(
      'size',
      `${quantity} is more than the exchange takes of ${symbol} in one order (${freezeQuantity}).`,
    );
  if (quantity * price > MOST_ORDER_VALUE)
    return wrong('size', `No order may come to more than ${formatRupees(MOST_ORDER_VALUE)}.`);
  return succeed(quantity);
};

/** An order that can be placed. */
export interface CheckedOrder {
  readonly quantity: number;
  /** The price that it is expected to fill at, paise. */
  readonly price: number;
  /** Paise; null of none. */
  readonly stopLoss: number | null;
}

/**
 * Check an order against what is ordered. Refused (`invalid`) with a sentence and the field that it is about.
 */
export const checkManualOrder = (
  order: ManualOrder,
  instrument: ManualInstrument,
  costs: OrderCosts,
): Result<CheckedOrder> => {
  const price = pricesOf(order, instrument);
  if (!price.ok) return price;
  const side = order.side === 'buy' ? 'long' : 'short';
  const stopLoss = stopLossOf(order, instrument, price.value);
  if (!stopLoss.ok) return stopLoss;
  const stopped = { ...order, stopLoss: stopLoss.value };
  const levels = checkLevels(instrument, side, stopped, price.value);
  if (!levels.ok) return levels;
  const quantity = quantityOf(stopped, instrument, price.value, costs);
  return quantity.ok
    ? succeed({ quantity: quantity.value, price: price.value, stopLoss: stopLoss.value })
    : quantity;
};
