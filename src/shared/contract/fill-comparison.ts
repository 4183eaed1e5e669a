import { z } from 'zod';
import type { OrderPurpose } from '../order-states.ts';
import { id, instant, orderSide, paise, source, symbol } from './fields.ts';

/** Purposes of orders whose price the market made. */
export const FILL_PURPOSES = [
  'entry',
  'stop-loss',
  'target',
  'exit',
  'square-off',
] as const satisfies readonly OrderPurpose[];

/** Over orders, each counted once. */
const SpreadSchema = z.lazy(() => z.object({ mean: z.number(), median: z.number(), worst: z.number() }));

/** Fills of the orders of one purpose and mode. Slippage is against the price at the decision; more is worse. */
const FillFiguresSchema = z.lazy(() =>
  z.object({
    orders: z.int(),
    filledWhole: z.int(),
    filledPart: z.int(),
    notFilled: z.int(),
    /** Value of what was filled, paise. */
    turnover: paise,
    /** Filled orders of which the price at the decision is known; the figures below are of those. */
    measured: z.int(),
    /** Paise a share. */
    slippagePaise: SpreadSchema.nullable(),
    /** Hundredths of a percent of the price at the decision. */
    slippageBp: SpreadSchema.nullable(),
    /**
     * Slippage in all: in paise, and in hundredths of a percent of turnover. The turnover is that at the decisions'
     * prices.
     */
    slippageCost: paise,
    slippageBpOfTurnover: z.number().nullable(),
    /** From the decision to the last fill, market time, ms. */
    delayMs: SpreadSchema.nullable(),
    /** Charges of the orders for each ₹1 lakh of turnover, paise; the depository's are not an order's. */
    chargesPerLakh: paise.nullable(),
  }),
);
export type FillFigures = z.output<typeof FillFiguresSchema>;

/** A strategy's test fills beside its live ones. */
export const FillComparisonSchema = z.lazy(() =>
  z.object({
    /** The result in one sentence, and what to know before believing it. */
    summary: z.string(),
    notes: z.array(z.string()),
    /** Where the prices of the test fills came from; never mixed with another source. */
    testSource: source,
    purposes: z.array(
      z.object({ purpose: z.enum(FILL_PURPOSES), test: FillFiguresSchema, live: FillFiguresSchema }),
    ),
    /** The latest live fills. Each has what the test broker would have done at the decision's price. */
    liveFills: z.array(
      z.object({
        orderId: id,
        purpose: z.enum(FILL_PURPOSES),
        symbol,
        side: orderSide,
        quantity: z.int().positive(),
        filledAt: instant,
        decisionPrice: paise.nullable(),
        price: paise,
        testPrice: paise.nullable(),
        /** Against the price at the decision, paise in all. */
        slippageCost: paise.nullable(),
      }),
    ),
  }),
);
export type FillComparison = z.output<typeof FillComparisonSchema>;
