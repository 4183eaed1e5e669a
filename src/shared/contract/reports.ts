import { z } from 'zod';
import { post } from './endpoint.ts';
import { id, mode, paise, source } from './fields.ts';

/** April of a year to March of the next: `2025-26`. */
export const financialYear = z
  .string()
  .regex(/^20\d{2}-\d{2}$/, 'must be a financial year such as 2025-26')
  .refine(
    (year) => Number(year.slice(5)) === (Number(year.slice(2, 4)) + 1) % 100,
    'must be two years after one another, such as 2025-26',
  );

const bucket = {
  label: z.string(),
  disposals: z.int(),
  gains: paise,
  losses: paise,
  net: paise,
  deductible: paise,
  stt: paise,
  turnover: paise,
};

export const reports = {
  /** The income of a financial year: lots matched first in, first out, by class, with a table for a spreadsheet. */
  tax: post('/userapi/report/tax', {
    input: z.object({
      /** Default: the latest year in which something was completed. */
      financialYear: financialYear.optional(),
      mode: mode.default('live'),
      /** Test trades made on this source; default: the feed in use. */
      source: source.optional(),
      /** The trades of one backtest instead. */
      backtestId: id.optional(),
    }),
    output: z.lazy(() =>
      z.object({
        financialYear,
        /** Every year there is something to report of, newest first. */
        years: z.array(financialYear),
        source,
        buckets: z.array(z.object({ taxClass: z.string(), ...bucket })),
        capitalGains: z.object({
          shortTerm: paise,
          longTerm: paise,
          exemption: paise,
          tax: paise.nullable(),
        }),
        notes: z.array(z.string()),
        csv: z.string(),
      }),
    ),
  }),
};
