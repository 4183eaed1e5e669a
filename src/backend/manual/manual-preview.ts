import type { PricedKind } from '../../shared/far-price.ts';
import {
  addCharges,
  CHARGE_ITEMS,
  CHARGE_LABELS,
  chargePaise,
  type Charges,
  totalCharges,
} from '../../engine/charges/charges.ts';
import type { EndpointAt, OutputOf } from '../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../shared/contract/index.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { istIso } from '../../shared/time.ts';
import { paperPrice } from '../brokers/paper/paper-broker.ts';
import { depositoryCharges, depositoryToCome } from '../trading/position-charges.ts';
import { chargesOfOrder } from './manual-charges.ts';
import type { ManualFunds } from './manual-funds.ts';
import type { CheckedManualOrder, WantedOrder } from './manual-order-check.ts';

/** Answer to the call of a preview. */
export type ManualPreview = OutputOf<EndpointAt<TrickDeskContract, 'manual.preview'>>;

const inPaise = (charges: Charges): number => chargePaise(totalCharges(charges));

/** Kinds of instruments as previews name them. */
export const PRICED_KINDS = {
  equity: 'share',
  'index-proxy': 'index',
  future: 'future',
  option: 'option',
} as const satisfies Record<string, PricedKind>;

/** Most that a position can lose, paise, its charges included; null for no limit. */
const mostLoss = (
  { traded }: CheckedManualOrder['instrument'],
  side: 'buy' | 'sell',
  value: number,
  charges: number,
): number | null => {
  // A sold put can lose its strike at most; shown as without limit, which nobody trades less carefully for.
  if (side === 'sell') return null;
  return traded.kind === 'option' || traded.kind === 'equity' ? value + charges : null;
};

/** Expected price of an order with a limit. Beyond the market it fills at the market's price, never worse than the limit. */
const limitFill = (
  { side, type }: Pick<WantedOrder, 'side' | 'type'>,
  limit: number,
  last: number,
  atMarket: number,
): number => {
  if (type === 'stop') return limit;
  if (side === 'buy') return last <= limit ? Math.min(limit, atMarket) : limit;
  return last >= limit ? Math.max(limit, atMarket) : limit;
};

/** Units of the orders that an order becomes: with real money each position is closed by one of its own. */
const unitsOf = ({ quantity, effect }: CheckedManualOrder, mode: Mode): readonly number[] =>
  mode === 'live' && effect.kind === 'close' ? effect.parts.map((part) => part.quantity) : [quantity];

/** Cost, need and risk of a checked order. Prices and money in paise. */
export const previewOf = (
  order: WantedOrder,
  checked: CheckedManualOrder,
  funds: ManualFunds,
  slippageBp: number,
  mode: Mode,
): ManualPreview => {
  const { instrument, quantity, stopLoss, effect, margin, problems } = checked;
  const { symbol, side, type } = order;
  const { now, lastPrice } = instrument;
  const atMarket = paperPrice(symbol, side, lastPrice, slippageBp, now);
  const price = type === 'market' ? atMarket : limitFill(order, checked.price, lastPrice, atMarket);
  const product = effect.kind === 'close' ? effect.parts[0].position.product : order.product;
  const entering = unitsOf(checked, mode)
    .map((units) => chargesOfOrder({ symbol, side, product }, units, price, now))
    .reduce(addCharges);
  const isDepositoryDue =
    effect.kind === 'close' && effect.parts.some(({ position }) => depositoryToCome(position, now) > 0);
  const charges = isDepositoryDue ? addCharges(entering, depositoryCharges(now)) : entering;
  const otherSide = side === 'buy' ? 'sell' : 'buy';
  const leavingAt = (at: number): number =>
    inPaise(chargesOfOrder({ symbol, side: otherSide, product }, quantity, at, now));
  const leaving = effect.kind === 'close' ? 0 : leavingAt(price);
  const total = inPaise(charges);
  const isOpening = effect.kind === 'open';
  const { maxLossPerDay, today } = funds;
  return {
    ...{ symbol, side, quantity, price, stopLoss, margin },
    marginBy: 'estimate',
    kind: PRICED_KINDS[instrument.traded.kind],
    lotSize: instrument.lotSize,
    freezeQuantity: instrument.freezeQuantity,
    lastPrice,
    lastPriceAt: istIso(instrument.pricedAt),
    value: quantity * price,
    effect: effect.kind,
    positionId: effect.kind === 'close' ? effect.parts[0].position.id : null,
    charges: {
      items: CHARGE_ITEMS.map((item) => ({ item: CHARGE_LABELS[item], amount: chargePaise(charges[item]) })),
      ...{ total, leaving },
    },
    slippage: {
      by: type === 'market' ? 'model' : 'limit',
      amount: type === 'market' ? Math.abs(price - lastPrice) * quantity : 0,
    },
    risk: {
      atStop:
        isOpening && stopLoss !== null
          ? Math.abs(price - stopLoss) * quantity + total + leavingAt(stopLoss)
          : null,
      most: isOpening ? mostLoss(instrument, side, quantity * price, total + leaving) : 0,
      left: maxLossPerDay === null ? null : Math.max(0, maxLossPerDay + Math.min(0, today)),
    },
    funds,
    problems: [...problems],
  };
};
