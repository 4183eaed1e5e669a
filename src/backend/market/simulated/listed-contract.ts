import type { Contract } from '../../../engine/contracts/contract.ts';
import { strikesByStep } from '../../../engine/contracts/contract-size.ts';
import { expiriesByCalendar } from '../../../engine/contracts/expiry-calendar.ts';
import { istDate } from '../../../shared/time.ts';
import { SIMULATED_UNDERLYINGS } from './option-list.ts';

/** Strikes so many times above or below their index are not listed. */
const FARTHEST_STRIKE = 2;

/**
 * Whether the simulated exchange lists a contract, or has listed it. At a moment, epoch ms, with the price of its
 * underlying, paise; null where it has had none.
 */
export const isSimulatedContract = (contract: Contract, now: number, price: number | null): boolean => {
  const { exchange, underlying, expiry } = contract;
  if (exchange !== 'NSE' || !SIMULATED_UNDERLYINGS.includes(underlying)) return false;
  const today = istDate(now);
  const listed = expiriesByCalendar(underlying, expiry < today ? expiry : today).find(
    ({ day }) => day === expiry,
  );
  if (!listed) return false;
  if (contract.kind === 'future') return listed.isMonthly;
  const { strike } = contract;
  if (price !== null && (strike > price * FARTHEST_STRIKE || strike * FARTHEST_STRIKE < price)) return false;
  return strikesByStep(underlying, strike).includes(strike);
};
