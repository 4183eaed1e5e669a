import type { FillFigures } from '../../shared/contract/fill-comparison.ts';
import { PAISE_PER_RUPEE } from '../../shared/money.ts';

/** An ended order, as needed to judge its fills. Money in paise, times in epoch ms of the market. */
export interface EndedOrder {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly filledQuantity: number;
  /** Σ(quantity × price) of its fills. */
  readonly filledValue: number;
  /** Null on orders from before it was kept. */
  readonly decisionPrice: number | null;
  /** Null where nobody knows when it was: a stop that rested at the broker and was never seen to be triggered. */
  readonly decidedAt: number | null;
  readonly lastFillAt: number | null;
  /** Of the filled part. */
  readonly charges: number;
}

const BASIS_POINTS = 10_000;
const LAKH_PAISE = 100_000 * PAISE_PER_RUPEE;

/** Slippage of an order in all: positive when it was filled worse than at its decision's price. */
export const slippageCost = ({
  side,
  filledQuantity,
  filledValue,
  decisionPrice,
}: EndedOrder): number | null => {
  if (decisionPrice === null || filledQuantity === 0) return null;
  const worse = filledValue - decisionPrice * filledQuantity;
  // Not −0, which is no amount of money.
  return side === 'buy' ? worse : 0 - worse;
};

const spreadOf = (values: readonly number[]): FillFigures['delayMs'] => {
  const sorted = values.toSorted((a, b) => a - b);
  const worst = sorted.at(-1);
  if (worst === undefined) return null;
  const middle = sorted.length >> 1;
  const above = sorted[middle] ?? worst;
  const below = sorted.length % 2 === 1 ? above : (sorted[middle - 1] ?? above);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    median: (below + above) / 2,
    worst,
  };
};

/** Fill figures of some orders. */
export const fillFigures = (orders: readonly EndedOrder[]): FillFigures => {
  const filled = orders.filter(({ filledQuantity }) => filledQuantity > 0);
  const turnover = filled.reduce((sum, { filledValue }) => sum + filledValue, 0);
  const charges = filled.reduce((sum, order) => sum + order.charges, 0);
  const measured = filled.flatMap((order) => {
    const { decisionPrice: decided } = order;
    const cost = slippageCost(order);
    if (cost === null || decided === null) return [];
    const aShare = cost / order.filledQuantity;
    return [{ cost, aShare, bp: (aShare / decided) * BASIS_POINTS, value: decided * order.filledQuantity }];
  });
  const cost = measured.reduce((sum, one) => sum + one.cost, 0);
  const value = measured.reduce((sum, one) => sum + one.value, 0);
  const filledWhole = filled.filter(({ quantity, filledQuantity }) => filledQuantity >= quantity).length;
  return {
    orders: orders.length,
    filledWhole,
    filledPart: filled.length - filledWhole,
    notFilled: orders.length - filled.length,
    turnover,
    measured: measured.length,
    slippagePaise: spreadOf(measured.map(({ aShare }) => aShare)),
    slippageBp: spreadOf(measured.map(({ bp }) => bp)),
    slippageCost: cost,
    slippageBpOfTurnover: value === 0 ? null : (cost / value) * BASIS_POINTS,
    delayMs: spreadOf(
      filled.flatMap(({ decidedAt, lastFillAt }) =>
        decidedAt === null || lastFillAt === null ? [] : [Math.max(0, lastFillAt - decidedAt)],
      ),
    ),
    chargesPerLakh: turnover === 0 ? null : Math.round((charges * LAKH_PAISE) / turnover),
  };
};
