import { contractOf } from '../../../engine/contracts/contract.ts';
import { lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { legsText, type PickedLeg } from '../../features/options/picked-legs.ts';

const legOf = ({ symbol, quantity, averagePrice, source }: Position): PickedLeg | null => {
  const contract = contractOf(symbol);
  // The option chain is that of paper's own market.
  if (contract?.kind !== 'option' || source !== 'simulated') return null;
  const lot = lotOfExpiry(contract.underlying, contract.expiry);
  if (lot === null || quantity % lot !== 0) return null;
  return {
    symbol,
    side: quantity > 0 ? 'buy' : 'sell',
    lots: Math.abs(quantity) / lot,
    price: averagePrice,
  };
};

/** Route of the payoff of held options. Null of anything else, and on several underlyings. */
export const payoffRouteOf = (rows: readonly Position[]): string | null => {
  const legs = rows.map(legOf).filter((leg) => leg !== null);
  // Without its future a covered call would be drawn as a naked one.
  if (legs.length < rows.length) return null;
  const [underlying, ...others] = new Set(legs.map(({ symbol }) => contractOf(symbol)?.underlying));
  if (!underlying || others.length > 0) return null;
  const search = new URLSearchParams({ underlying, view: 'payoff', legs: legsText(legs) });
  return `/option-chain?${search.toString()}`;
};
