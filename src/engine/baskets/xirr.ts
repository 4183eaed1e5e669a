import { DAY_MS } from '../../shared/time.ts';

/** Money that moved: into the investment below zero, out of it (and what it is worth now) above. */
export interface CashFlow {
  /** Epoch ms. */
  readonly at: number;
  /** Paise. */
  readonly amount: number;
}

const DAYS_A_YEAR = 365;
/** Bounds of the logarithm of a year's growth: from next to nothing left to more than anybody has made. */
const LOWEST = -60;
const HIGHEST = 60;
const MOST_STEPS = 200;

const yearsOf = (flows: readonly CashFlow[]): { years: number; amount: number }[] => {
  const first = flows.reduce((earliest, { at }) => Math.min(earliest, at), Infinity);
  return flows.map(({ at, amount }) => ({ years: (at - first) / DAY_MS / DAYS_A_YEAR, amount }));
};

/** Present value of flows at the first of them, discounted yearly. `rate` is a fraction (0.1 = 10 %). */
export const presentValue = (flows: readonly CashFlow[], rate: number): number =>
  yearsOf(flows).reduce((sum, { years, amount }) => sum + amount / (1 + rate) ** years, 0);

/**
 * The yearly rate at which the flows are worth nothing: the money-weighted return, as a fraction. Definition as in
 * Microsoft's XIRR (actual days over 365, discounted to the first flow), whose documented example it gives. Newton's
 * steps on the logarithm of a year's growth, inside a bracket that is halved whenever a step would leave it or creep. Null when
 * no rate says it: no time has passed, nothing went in or nothing came out.
 */
export const xirr = (flows: readonly CashFlow[]): number | null => {
  const hasBoth = flows.some(({ amount }) => amount > 0) && flows.some(({ amount }) => amount < 0);
  const timed = hasBoth ? yearsOf(flows) : [];
  if (!timed.some(({ years }) => years > 0)) return null;
  const value = (growth: number) =>
    timed.reduce((sum, { years, amount }) => sum + amount * Math.exp(-growth * years), 0);
  const slope = (growth: number) =>
    timed.reduce((sum, { years, amount }) => sum - years * amount * Math.exp(-growth * years), 0);
  let [low, high] = [LOWEST, HIGHEST];
  const atLow = Math.sign(value(low));
  if (atLow === Math.sign(value(high))) return null;
  let growth = 0;
  let stepBefore = HIGHEST - LOWEST;
  for (let step = 0; step < MOST_STEPS; step++) {
    const now = value(growth);
    if (now === 0) break;
    if (Math.sign(now) === atLow) low = growth;
    else high = growth;
    const newton = growth - now / slope(growth);
    // A step that is not half as long as the one before creeps: then the middle is the better guess.
    const isGood = newton > low && newton < high && Math.abs(newton - growth) <= stepBefore / 2;
    const next = isGood ? newton : (low + high) / 2;
    stepBefore = Math.abs(next - growth);
    growth = next;
    if (stepBefore < 1e-14 * Math.max(1, Math.abs(growth))) break;
  }
  return Math.expm1(growth);
};
