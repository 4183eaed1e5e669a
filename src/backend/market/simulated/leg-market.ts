import { contractOf } from '../../../engine/contracts/contract.ts';
import type { ChainView, LegMarket } from '../../../engine/legs/contract-choice.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import type { ValuedChain } from '../../../engine/options/chain.ts';
import { futurePrice } from './future-quotes.ts';
import { listedExpiries, listedStrikes } from './option-list.ts';
import { type IndexNow, priceOptions } from './option-quotes.ts';
import { simulatedChain } from './simulated-chain.ts';

/** Last price of a contract in the simulated market, paise. Null of one on another underlying, and of no contract. */
export const simulatedContractPrice = (index: IndexNow, symbol: string): number | null => {
  const contract = contractOf(symbol);
  if (contract?.underlying !== index.underlying) return null;
  const { expiry } = contract;
  if (contract.kind === 'future') return futurePrice(index.spot, expiry, index.now);
  return priceOptions({ ...index, expiry, lotSize: 1 })(contract.right, contract.strike);
};

const chainView = (index: IndexNow, expiry: string): ChainView => {
  let valued: ValuedChain | null = null;
  // Forward and deltas cost a hundred prices: they are worked out for who asks.
  const value = (): ValuedChain => (valued ??= simulatedChain(index, expiry));
  return {
    strikes: listedStrikes(index.underlying, index.previousClose),
    get forward() {
      return value().forward;
    },
    premiumOf: priceOptions({ ...index, expiry, lotSize: 1 }),
    deltaOf: (right: OptionRight, strike: number) =>
      value().rows.find((row) => row.strike === strike)?.[right]?.greeks?.delta ?? null,
  };
};

/** The simulated market for legs, at the close of a minute. Many strategies share it: each part is worked out once. */
export const simulatedLegMarket = (index: IndexNow): LegMarket => {
  let expiries: LegMarket['expiries'] | null = null;
  const chains = new Map<string, ChainView>();
  const prices = new Map<string, number | null>();
  return {
    exchange: 'NSE',
    spot: index.spot,
    get expiries() {
      return (expiries ??= listedExpiries(index.underlying, index.now));
    },
    chainOf: (expiry) => kept(chains, expiry, () => chainView(index, expiry)),
    priceOf: (symbol) => kept(prices, symbol, () => simulatedContractPrice(index, symbol)),
  };
};

const kept = <T>(known: Map<string, T>, name: string, work: () => T): T => {
  const value = known.get(name);
  if (value !== undefined) return value;
  const made = work();
  known.set(name, made);
  return made;
};
