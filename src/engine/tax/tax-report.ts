import { formatCount, formatPercent, formatRupees, plainRupees, plainShares } from '../../shared/money.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import { chargePaise, totalCharges } from '../charges/charges.ts';
import { valueOn } from '../dated.ts';
import { carryForward, type CarriedForward, type CarriedLoss, type YearNets } from './carry-forward.ts';
import { closedAt, type Disposal, type MatchedLots, type Unmatched } from './match-lots.ts';
import {
  CAPITAL_GAIN_RATES,
  CARRY_FORWARD_YEARS,
  LONG_TERM_EXEMPTION,
  TAX_CLASSES,
  TAX_CLASS_LABELS,
  financialYearOf,
  taxClassOf,
  type TaxClass,
} from './tax-class.ts';

/** A disposal with what the law makes of it. Money in paise. */
export interface TaxedDisposal extends Omit<Disposal, 'charges'> {
  readonly taxClass: TaxClass;
  /** Charges that may be deducted: all of a business, all but STT of a capital gain. */
  readonly deductible: number;
  readonly stt: number;
  /** `proceeds − cost − deductible`. */
  readonly gain: number;
}

/** One class of income over the year. Money in paise. */
export interface TaxBucket {
  readonly taxClass: TaxClass;
  readonly label: string;
  readonly disposals: number;
  readonly gains: number;
  readonly losses: number;
  readonly net: number;
  readonly deductible: number;
  readonly stt: number;
  /** Sum of gains and losses without their signs: the turnover that decides about an audit. */
  readonly turnover: number;
}

export interface TaxReport {
  /** `2025-26`. */
  readonly financialYear: string;
  readonly buckets: readonly TaxBucket[];
  readonly disposals: readonly TaxedDisposal[];
  readonly capitalGains: {
    /** Remainder of each after the set-off of losses. Those of earlier years are included. */
    readonly shortTerm: number;
    readonly longTerm: number;
    readonly exemption: number;
    /** Before surcharge and cess; null for a year in the middle of which the rates changed. */
    readonly tax: number | null;
  };
  /** Losses of earlier years usable in this one, and its own. */
  readonly losses: readonly CarriedLoss[];
  /** Notes for the reader, in sentences. */
  readonly notes: readonly string[];
}

const taxed = (disposal: Disposal): TaxedDisposal => {
  const { charges, ...rest } = disposal;
  const taxClass = taxClassOf(disposal);
  const isCapital = taxClass === 'short-term' || taxClass === 'long-term';
  const deductible = chargePaise(totalCharges(charges) - (isCapital ? charges.stt : 0));
  return {
    ...rest,
    taxClass,
    deductible,
    stt: chargePaise(charges.stt),
    gain: rest.proceeds - rest.cost - deductible,
  };
};

const bucketOf = (taxClass: TaxClass, all: readonly TaxedDisposal[]): TaxBucket => {
  const mine = all.filter((disposal) => disposal.taxClass === taxClass);
  const sum = (read: (disposal: TaxedDisposal) => number) => mine.reduce((total, d) => total + read(d), 0);
  const gains = sum(({ gain }) => Math.max(gain, 0));
  const losses = sum(({ gain }) => Math.min(gain, 0));
  return {
    taxClass,
    label: TAX_CLASS_LABELS[taxClass],
    disposals: mine.length,
    gains,
    losses,
    net: gains + losses,
    deductible: sum(({ deductible }) => deductible),
    stt: sum(({ stt }) => stt),
    turnover: gains - losses,
  };
};

const yearBounds = (financialYear: string): { first: number; last: number } => {
  const year = Number(financialYear.slice(0, 4));
  return { first: istDayStart(`${year}-04-01`), last: istDayStart(`${year + 1}-03-31`) };
};

const capitalGainsOf = (incomes: CarriedForward['incomes'], financialYear: string) => {
  const left = { shortTerm: incomes['short-term'], longTerm: incomes['long-term'] };
  const { first, last } = yearBounds(financialYear);
  const exemption = Math.min(Math.max(left.longTerm, 0), valueOn(LONG_TERM_EXEMPTION, last));
  const rates = valueOn(CAPITAL_GAIN_RATES, last);
  const isOneRate = valueOn(CAPITAL_GAIN_RATES, first) === rates;
  const tax = Math.round(
    (Math.max(left.shortTerm, 0) * rates.shortPercent +
      (Math.max(left.longTerm, 0) - exemption) * rates.longPercent) /
      100,
  );
  return { ...left, exemption, tax: isOneRate ? tax : null, rates };
};

const GRANDFATHERING = istDayStart('2018-02-01');

const lossNotes = (losses: readonly CarriedLoss[], financialYear: string): string[] =>
  losses
    .filter((loss) => loss.financialYear === financialYear)
    .map(
      ({ taxClass, amount, lastYear }) =>
        `${TAX_CLASS_LABELS[taxClass]}: a loss of ${formatRupees(amount)} is left and may be carried forward for ${CARRY_FORWARD_YEARS[taxClass]} years, until ${lastYear}, if the return is filed in time.`,
    );

/** More than that are not read one by one. */
const MOST_MISSING = 100;

const missingNotes = (missing: readonly Unmatched[]): string[] => {
  const more = missing.length - MOST_MISSING;
  return [
    ...missing
      .slice(0, MOST_MISSING)
      .map(
        ({ symbol, quantity, soldAt }) =>
          `${quantity} ${symbol} sold on ${istDayText(soldAt)} have no known purchase and are left out: their cost is not on record here.`,
      ),
    ...(more > 0
      ? [
          `${formatCount(more)} more ${more === 1 ? 'sale has' : 'sales have'} no known purchase and ${more === 1 ? 'is' : 'are'} left out as well.`,
        ]
      : []),
  ];
};

const netsOf = (disposals: readonly TaxedDisposal[]): YearNets['nets'] => {
  const nets: Record<TaxClass, number> = {
    'short-term': 0,
    'long-term': 0,
    speculative: 0,
    'futures-options': 0,
  };
  for (const { taxClass, gain } of disposals) nets[taxClass] += gain;
  return nets;
};

const byYear = (all: readonly TaxedDisposal[]): YearNets[] => {
  const years = Map.groupBy(all, (one) => financialYearOf(closedAt(one)));
  return [...years].map(([financialYear, disposals]) => ({ financialYear, nets: netsOf(disposals) }));
};

/**
 * The income of one financial year (April to March, `2025-26`). It is worked out from everything that was ever
 * executed: purchases of earlier years are needed to price the sales of this one. A round trip counts in the year it
 * was completed in. Charges are deducted from each gain, STT from business income only (Income-tax Act 1961, s. 48 and
 * s. 36(1)(xv)).
 */
export const taxReport = ({ disposals: all, unmatched }: MatchedLots, financialYear: string): TaxReport => {
  const everything = all.map(taxed);
  const disposals = everything.filter((one) => financialYearOf(closedAt(one)) === financialYear);
  const buckets = TAX_CLASSES.map((taxClass) => bucketOf(taxClass, disposals));
  const { incomes, losses } = carryForward(byYear(everything), financialYear);
  const { rates, ...capitalGains } = capitalGainsOf(incomes, financialYear);
  const missing = unmatched.filter(({ soldAt }) => financialYearOf(soldAt) === financialYear);
  const isOld = disposals.some((one) => one.taxClass === 'long-term' && one.boughtAt < GRANDFATHERING);
  const notes = [
    'Lots are matched first in, first out; shares bought and sold on one day are speculation.',
    'STT is deducted from business income only; all other charges are deducted from every gain.',
    capitalGains.tax === null
      ? 'The rates of capital gains changed within this year, so no tax is worked out: ask whoever files your return.'
      : `Capital gains at ${formatPercent(rates.shortPercent)} short term and ${formatPercent(rates.longPercent)} long term, the first ${formatRupees(valueOn(LONG_TERM_EXEMPTION, yearBounds(financialYear).last))} of the long-term gain free; surcharge and cess are not included. Business income is taxed at your own slab rate.`,
    ...lossNotes(losses, financialYear),
    ...missingNotes(missing),
    ...(isOld
      ? [
          'Shares bought before 1 Feb 2018 may be priced at their value of 31 Jan 2018; that is not done here.',
        ]
      : []),
  ];
  return { financialYear, buckets, disposals, capitalGains, losses, notes };
};

/** Financial years in which something was completed, newest first. */
export const financialYearsOf = ({ disposals }: MatchedLots): string[] =>
  [...new Set(disposals.map((one) => financialYearOf(closedAt(one))))].sort().reverse();

const COLUMNS = [
  'Financial year',
  'Class',
  'Symbol',
  'Segment',
  'Quantity',
  'Bought on',
  'Sold on',
  'Cost (INR)',
  'Proceeds (INR)',
  'Charges deducted (INR)',
  'STT (INR)',
  'Gain (INR)',
] as const;

/** The report as rows for a spreadsheet: a line for each disposal, class and carried loss, then the notes. */
export const taxRows = (report: TaxReport): string[][] => {
  const { financialYear, disposals, buckets, losses, notes } = report;
  const lines = disposals.map((one) => [
    financialYear,
    TAX_CLASS_LABELS[one.taxClass],
    one.symbol,
    one.segment,
    plainShares(one.quantity),
    istDayText(one.boughtAt),
    istDayText(one.soldAt),
    plainRupees(one.cost),
    plainRupees(one.proceeds),
    plainRupees(one.deductible),
    plainRupees(one.stt),
    plainRupees(one.gain),
  ]);
  const totals = buckets.map((bucket) => [
    financialYear,
    `Total: ${bucket.label}`,
    ...Array<string>(7).fill(''),
    plainRupees(bucket.deductible),
    plainRupees(bucket.stt),
    plainRupees(bucket.net),
  ]);
  const carried = losses.map((loss) => [
    financialYear,
    `Loss of ${loss.financialYear}: ${TAX_CLASS_LABELS[loss.taxClass]}; usable until ${loss.lastYear}; amount, used, left`,
    ...Array<string>(7).fill(''),
    plainRupees(loss.amount),
    plainRupees(loss.used),
    plainRupees(loss.left),
  ]);
  return [[...COLUMNS], ...lines, ...totals, ...carried, ...notes.map((note) => [note])];
};
