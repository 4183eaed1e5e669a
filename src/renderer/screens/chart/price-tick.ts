import { contractOf } from '../../../engine/contracts/contract.ts';
import { tickSizeOn } from '../../../engine/instrument.ts';
import { hasChain } from '../../../shared/chain-underlyings.ts';
import type { TickOf } from '../../features/charts/lines/line-moves.ts';

/** Steps of the prices of an instrument. `at` is a moment of the market, epoch ms. */
export const tickOfInstrument = (symbol: string, at: number): TickOf => {
  const kind = contractOf(symbol)?.kind ?? (hasChain(symbol) ? 'index-proxy' : 'equity');
  return (price) => tickSizeOn(kind, price, at);
};
