import { type DatedTable, datedTable, valueOn } from '../dated.ts';
import { istDayStart } from '../../shared/time.ts';

/**
 * Lots of index contracts by expiry. An index proxy has no expiry: its lots are in `instrument.ts`, by day. For files that do not say them: a broker's list and the newer files of the
 * exchange do, and count. Sources: NSE circulars as reported by Zerodha, Business Standard, NDTV Profit and Mint.
 */
const LOTS: Readonly<Record<string, DatedTable<number>>> = {
  NIFTY: datedTable(
    ['2019-01-01', 75],
    ['2021-07-01', 50],
    ['2024-05-02', 25],
    ['2025-01-01', 75],
    ['2026-01-01', 65],
  ),
  BANKNIFTY: datedTable(
    ['2019-01-01', 20],
    ['2020-07-30', 25],
    ['2023-07-01', 15],
    ['2025-01-01', 30],
    ['2025-07-01', 35],
    ['2026-01-01', 30],
  ),
  FINNIFTY: datedTable(['2021-01-01', 40], ['2024-07-30', 25], ['2025-01-01', 65], ['2026-01-01', 60]),
  MIDCPNIFTY: datedTable(
    ['2022-01-01', 75],
    ['2024-07-29', 50],
    ['2025-01-01', 120],
    ['2025-07-01', 140],
    ['2026-01-01', 120],
  ),
  NIFTYNXT50: datedTable(['2024-04-24', 10], ['2025-01-01', 25]),
  SENSEX: datedTable(['2019-01-01', 15], ['2023-05-15', 10], ['2025-01-01', 20]),
  BANKEX: datedTable(['2019-01-01', 20], ['2023-05-15', 15], ['2025-01-01', 30]),
};

/** Freeze quantities, units. An order above it is rejected. Reviewed by NSE every month, by the level of the index. */
const FREEZE: Readonly<Record<string, DatedTable<number>>> = {
  NIFTY: datedTable(['2023-04-03', 1_800]),
  BANKNIFTY: datedTable(['2023-04-03', 900], ['2025-07-01', 600], ['2025-09-01', 900], ['2025-11-03', 600]),
  FINNIFTY: datedTable(['2023-04-03', 1_800], ['2025-12-01', 1_200], ['2026-02-01', 1_800]),
  MIDCPNIFTY: datedTable(['2023-04-03', 5_500], ['2024-08-01', 2_800]),
  NIFTYNXT50: datedTable(['2024-08-01', 600]),
  // Sources disagree about BSE (500 or 1,000; 600 or 900): the smaller one is refused by nobody.
  SENSEX: datedTable(['2025-06-01', 500]),
  BANKEX: datedTable(['2025-06-01', 600]),
};

/** Strikes near the money that are looked at for their step. */
const NEIGHBOURS = 10;

/** Lot of an index contract by its expiry, units. Null of an underlying whose lots are read alone, as every share. */
export const lotOfExpiry = (underlying: string, expiry: string): number | null => {
  const table = LOTS[underlying];
  return table ? valueOn(table, istDayStart(expiry)) : null;
};

/** Freeze quantity of an index at a moment (epoch ms), units. Null where none is known. */
export const freezeQuantityOn = (underlying: string, time: number): number | null => {
  const table = FREEZE[underlying];
  return table ? valueOn(table, time) : null;
};

/**
 * Quantities of the orders for a quantity of units: whole lots, each as large as the exchange takes at once, the rest
 * last. Null for the freeze quantity is no limit.
 * @throws RangeError for a quantity that is not in whole lots, or a lot above the freeze quantity
 */
export const slicesOf = (quantity: number, lot: number, freeze: number | null): number[] => {
  if (!(lot > 0) || !(quantity > 0) || quantity % lot !== 0)
    throw new RangeError(`${quantity} is not a whole number of lots of ${lot}.`);
  const most = freeze === null ? quantity : Math.floor(freeze / lot) * lot;
  if (most === 0) throw new RangeError(`A lot of ${lot} is above the freeze quantity of ${freeze}.`);
  const slices: number[] = [];
  for (let left = quantity; left > 0; left -= most) slices.push(Math.min(left, most));
  return slices;
};

/**
 * Step of strikes near the money: the difference that most neighbours have. Far from the money, and far in time, lists
 * are sparser. Null of fewer than two strikes.
 * @param strikes paise, in any order
 * @param near paise
 */
export const strikeStep = (strikes: readonly number[], near: number): number | null => {
  const nearest = [...new Set(strikes)]
    .sort((a, b) => Math.abs(a - near) - Math.abs(b - near))
    .slice(0, NEIGHBOURS)
    .sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const [index, strike] of nearest.entries()) {
    const before = nearest[index - 1];
    if (before !== undefined) counts.set(strike - before, (counts.get(strike - before) ?? 0) + 1);
  }
  let [step, most]: [number | null, number] = [null, 0];
  for (const [gap, count] of counts)
    if (count > most || (count === most && gap < (step ?? 0))) [step, most] = [gap, count];
  return step;
};

/** Steps of index strikes near the money, paise. For days of which no contract list is known. */
const STEPS: Readonly<Record<string, number>> = {
  NIFTY: 50_00,
  BANKNIFTY: 100_00,
  FINNIFTY: 50_00,
  MIDCPNIFTY: 25_00,
  SENSEX: 100_00,
  BANKEX: 100_00,
};

/** Strikes that are listed on each side of the middle one. */
const STRIKES_A_SIDE = 40;

/** Strikes of an index around a price, paise, ascending. In steps of ₹50 where the step of the index is not known. */
export const strikesByStep = (underlying: string, price: number): number[] => {
  const step = STEPS[underlying] ?? 50_00;
  const middle = Math.round(price / step);
  return Array.from(
    { length: 2 * STRIKES_A_SIDE + 1 },
    (_, index) => (middle - STRIKES_A_SIDE + index) * step,
  ).filter((strike) => strike > 0);
};
