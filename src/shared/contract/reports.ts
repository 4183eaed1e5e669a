import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { day, id, mode, paise, source } from './fields.ts';

/** April of a year to March of the next: `2025-26`. */
export const financialYear = z
  .string()
  .regex(/^20\d{2}-\d{2}$/, 'must be a financial year such as 2025-26')
  .refine(
    (year) => Number(year.slice(5)) === (Number(year.slice(2, 4)) + 1) % 100,
    'must be two years after one another, such as 2025-26',
  );

/** One class of income over a year, paise. */
export const TaxBucketSchema = z.lazy(() =>
  z.object({
    taxClass: z.string(),
    label: z.string(),
    disposals: z.int(),
    gains: paise,
    losses: paise,
    net: paise,
    deductible: paise,
    stt: paise,
    turnover: paise,
  }),
);
export type TaxBucketView = z.output<typeof TaxBucketSchema>;

/** Purchase and sale out of one lot. Money in paise. */
export const TaxLotSchema = z.lazy(() =>
  z.object({
    /** Its place in the year's report, from 1. */
    number: z.int(),
    symbol: z.string(),
    label: z.string(),
    /** Below one where a part of a share was paid out. */
    quantity: z.number().positive(),
    boughtOn: day,
    soldOn: day,
    cost: paise,
    proceeds: paise,
    deductible: paise,
    stt: paise,
    gain: paise,
  }),
);
export type TaxLot = z.output<typeof TaxLotSchema>;

/** A loss that may still be used at the year's end. Paise, all positive. */
export const CarriedLossSchema = z.lazy(() =>
  z.object({
    label: z.string(),
    /** In which it was made. */
    financialYear,
    amount: paise,
    used: paise,
    left: paise,
    lastYear: financialYear,
  }),
);
export type CarriedLossView = z.output<typeof CarriedLossSchema>;

export const reports = {
  /** The income of a financial year: lots matched first in, first out, by class, with a table for a spreadsheet. */
  tax: post('/userapi/report/tax', {
    right: read('Report'),
    input: () =>
      z.object({
        /** Default: the latest year in which something was completed. */
        financialYear: financialYear.optional(),
        mode: mode.default('live'),
        /** Test trades made on this source; default: the feed in use. */
        source: source.optional(),
        /** The trades of one backtest instead. */
        backtestId: id.optional(),
        /** Adds what was imported from brokers; with live trades only, since it is real money. */
        withTradebook: z.boolean().default(false),
        ...pageInput(),
      }),
    output: z.lazy(() =>
      z.object({
        financialYear,
        /** Every year there is something to report of, newest first. */
        years: z.array(financialYear),
        source,
        buckets: z.array(TaxBucketSchema),
        capitalGains: z.object({
          shortTerm: paise,
          longTerm: paise,
          exemption: paise,
          tax: paise.nullable(),
        }),
        losses: z.array(CarriedLossSchema),
        /** A page of the lots, in the order of their completion. */
        lots: z.array(TaxLotSchema),
        ...pageOutput,
        /** Imported fills in the report, and those left out as `own`. The latter are live trades here anyway. */
        tradebook: z.object({ fills: z.int(), own: z.int() }).nullable(),
        notes: z.array(z.string()),
        /** Everything, every lot included. */
        csv: z.string(),
      }),
    ),
    atOnce: 1,
  }),
};
