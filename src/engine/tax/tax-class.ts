import { istDate } from '../../shared/time.ts';
import { dayNumber } from '../bars.ts';
import { datedTable } from '../dated.ts';
import type { Disposal } from './match-lots.ts';

/** Tax classes of a gain. */
export const TAX_CLASSES = ['short-term', 'long-term', 'speculative', 'futures-options'] as const;
export type TaxClass = (typeof TAX_CLASSES)[number];

export const TAX_CLASS_LABELS: Readonly<Record<TaxClass, string>> = {
  'short-term': 'Short-term capital gain',
  'long-term': 'Long-term capital gain',
  speculative: 'Speculative business (intraday)',
  'futures-options': 'Futures and options (non-speculative business)',
};

/** Years a loss may be carried forward: capital losses and business losses eight, speculative ones four. */
export const CARRY_FORWARD_YEARS: Readonly<Record<TaxClass, number>> = {
  'short-term': 8,
  'long-term': 8,
  speculative: 4,
  'futures-options': 8,
};

/** The rates on listed shares on which STT was paid. */
export interface CapitalGainRates {
  readonly shortPercent: number;
  readonly longPercent: number;
}

/** By the day of sale. Source: Finance (No. 2) Act 2024, from 23 July 2024; Finance Act 2018 before it. */
export const CAPITAL_GAIN_RATES = datedTable<CapitalGainRates>(
  ['2018-04-01', { shortPercent: 15, longPercent: 10 }],
  ['2024-07-23', { shortPercent: 20, longPercent: 12.5 }],
);

/** Long-term gain of a financial year that is free of tax, paise. Source as above. */
export const LONG_TERM_EXEMPTION = datedTable<number>(
  ['2018-04-01', 1_00_000_00],
  ['2024-04-01', 1_25_000_00],
);

/** Held for more than twelve months: sold after the same day of the next year. */
const isLongTerm = (boughtAt: number, soldAt: number): boolean => {
  const [year = 0, ...rest] = istDate(boughtAt).split('-');
  return istDate(soldAt) > [Number(year) + 1, ...rest].join('-');
};

/** The class of a disposal. Shares bought and sold on one day were never delivered and are speculation. */
export const taxClassOf = (disposal: Pick<Disposal, 'segment' | 'boughtAt' | 'soldAt'>): TaxClass => {
  const { segment, boughtAt, soldAt } = disposal;
  if (segment === 'futures' || segment === 'options') return 'futures-options';
  if (segment === 'intraday' || dayNumber(boughtAt) === dayNumber(soldAt)) return 'speculative';
  return isLongTerm(boughtAt, soldAt) ? 'long-term' : 'short-term';
};

const FIRST_MONTH = 4;

/** Financial year of a moment, April to March in India: `2025-26`. */
export const financialYearOf = (time: number): string => {
  const [year = 0, month = 1] = istDate(time).split('-').map(Number);
  const start = month >= FIRST_MONTH ? year : year - 1;
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
};
