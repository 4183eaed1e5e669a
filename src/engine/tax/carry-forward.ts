import { CARRY_FORWARD_YEARS, TAX_CLASSES, type TaxClass } from './tax-class.ts';

/** Net result of each class in one financial year (`2025-26`), paise. */
export interface YearNets {
  readonly financialYear: string;
  readonly nets: Readonly<Record<TaxClass, number>>;
}

/** A loss that may still be set off, at a year's end. The year is the one asked for. Paise, all of them positive. */
export interface CarriedLoss {
  readonly taxClass: TaxClass;
  /** In which it was made. */
  readonly financialYear: string;
  /** Amount brought into the year asked for; of a loss of that year, what it was. */
  readonly amount: number;
  readonly used: number;
  readonly left: number;
  /** The last year in which it may be used. */
  readonly lastYear: string;
}

export interface CarriedForward {
  /** Remainder of each class after every set-off; negative where a loss of the year itself is left. */
  readonly incomes: Readonly<Record<TaxClass, number>>;
  /** Oldest first. */
  readonly losses: readonly CarriedLoss[];
}

/**
 * Classes whose gains the loss of a class may offset, in order. Source: Income-tax Act 1961, s. 70, 72, 73 and 74:
 * short-term losses against both kinds of capital gain, speculative ones against speculation, other business losses
 * against any business.
 */
const AGAINST: Readonly<Record<TaxClass, readonly TaxClass[]>> = {
  'short-term': ['short-term', 'long-term'],
  'long-term': ['long-term'],
  speculative: ['speculative'],
  'futures-options': ['futures-options', 'speculative'],
};

/**
 * Order in which one year's losses are set off. Those that fit fewest gains go first, so that the others are left for
 * what only they fit.
 */
const NARROWEST_FIRST: readonly TaxClass[] = ['long-term', 'speculative', 'short-term', 'futures-options'];

const startOf = (financialYear: string): number => Number(financialYear.slice(0, 4));
const yearAfter = (financialYear: string, years: number): string => {
  const start = startOf(financialYear) + years;
  return `${start}-${String((start + 1) % 100).padStart(2, '0')}`;
};

interface OpenLoss {
  readonly taxClass: TaxClass;
  readonly financialYear: string;
  left: number;
}

/** Sets a loss off as far as gains reach; returns how much of it was used. */
const setOff = (incomes: Record<TaxClass, number>, taxClass: TaxClass, loss: number): number => {
  let used = 0;
  for (const other of AGAINST[taxClass]) {
    const part = Math.min(loss - used, Math.max(incomes[other], 0));
    incomes[other] -= part;
    used += part;
  }
  return used;
};

/**
 * Carries losses from year to year up to the one asked for: losses of a year against its own gains first, then those
 * brought forward, oldest first, as long as they may be used. It knows only what is on record here, and that returns
 * were filed in time.
 */
export const carryForward = (years: readonly YearNets[], financialYear: string): CarriedForward => {
  const upTo = [...years]
    .filter((year) => startOf(year.financialYear) < startOf(financialYear))
    .sort((a, b) => startOf(a.financialYear) - startOf(b.financialYear));
  const asked = years.find((year) => year.financialYear === financialYear) ?? {
    financialYear,
    nets: { 'short-term': 0, 'long-term': 0, speculative: 0, 'futures-options': 0 },
  };
  let open: OpenLoss[] = [];
  let result: CarriedForward = { incomes: asked.nets, losses: [] };
  for (const year of [...upTo, asked]) {
    const incomes: Record<TaxClass, number> = { ...year.nets };
    for (const taxClass of NARROWEST_FIRST)
      if (incomes[taxClass] < 0) incomes[taxClass] += setOff(incomes, taxClass, -incomes[taxClass]);
    const usable = open.filter(
      (loss) =>
        loss.left > 0 &&
        startOf(year.financialYear) - startOf(loss.financialYear) <= CARRY_FORWARD_YEARS[loss.taxClass],
    );
    const losses = usable.map((loss): CarriedLoss => {
      const { taxClass, left: amount } = loss;
      const used = setOff(incomes, taxClass, amount);
      loss.left -= used;
      return carried(loss, amount, used);
    });
    const made = TAX_CLASSES.filter((taxClass) => incomes[taxClass] < 0).map((taxClass): OpenLoss => ({
      taxClass,
      financialYear: year.financialYear,
      left: -incomes[taxClass],
    }));
    result = { incomes, losses: [...losses, ...made.map((loss) => carried(loss, loss.left, 0))] };
    open = [...usable, ...made];
  }
  return result;
};

const carried = ({ taxClass, financialYear, left }: OpenLoss, amount: number, used: number): CarriedLoss => ({
  taxClass,
  financialYear,
  amount,
  used,
  left,
  lastYear: yearAfter(financialYear, CARRY_FORWARD_YEARS[taxClass]),
});
