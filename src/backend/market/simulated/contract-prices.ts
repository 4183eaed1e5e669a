import { type Contract, contractOf } from '../../../engine/contracts/contract.ts';
import { lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import type { ShownPrice } from '../shown-price.ts';
import { futurePrice } from './future-quotes.ts';
import { isSimulatedContract } from './listed-contract.ts';
import { type IndexNow, quoteOptions, sessionAt } from './option-quotes.ts';

/** Symbols whose listing is remembered. Each is asked for every second. */
const MOST_REMEMBERED = 5_000;

/**
 * Prices of contracts in the simulated market, to be looked at. They are worked out when somebody asks, once
 * for each price of the index: what is looked at has no ticks, and so changes nothing that trades.
 */
export class ContractPrices {
  private readonly indexNow: (underlying: string) => IndexNow | null;
  /** By underlying: the moment of its last price, and what was worked out for it. */
  private readonly known = new Map<string, { now: number; prices: Map<string, ShownPrice | null> }>();
  private readonly contracts = new Map<string, Contract | null>();

  /** `indexNow` says how an index stands at its last price. */
  constructor(indexNow: ContractPrices['indexNow']) {
    this.indexNow = indexNow;
  }

  /** Price of a contract. Null of one that is not listed or has ended, and of no contract. */
  of(symbol: string): ShownPrice | null {
    const contract = this.contractOf(symbol);
    const index = contract && this.indexNow(contract.underlying);
    if (!contract || !index) return null;
    const before = this.known.get(contract.underlying);
    const known =
      before?.now === index.now ? before : { now: index.now, prices: new Map<string, ShownPrice | null>() };
    if (known !== before) this.known.set(contract.underlying, known);
    const price = known.prices.get(symbol);
    if (price !== undefined) return price;
    const made = expiryMoment(contract.expiry) > index.now ? priceOf(contract, index) : null;
    known.prices.set(symbol, made);
    return made;
  }

  private contractOf(symbol: string): Contract | null {
    const known = this.contracts.get(symbol);
    if (known !== undefined) return known;
    const contract = contractOf(symbol);
    const index = contract && this.indexNow(contract.underlying);
    // Of an index without a price nothing is known yet.
    if (contract && !index) return null;
    const isListed = contract && index && isSimulatedContract(contract, index.now, index.spot);
    if (this.contracts.size >= MOST_REMEMBERED) this.contracts.clear();
    this.contracts.set(symbol, isListed ? contract : null);
    return isListed ? contract : null;
  }
}

const priceOf = (contract: Contract, index: IndexNow): ShownPrice => {
  const { expiry, underlying } = contract;
  const { spot, previousClose, now } = index;
  if (contract.kind === 'future')
    return {
      ltp: futurePrice(spot, expiry, now),
      tradedAt: now,
      previousClose: futurePrice(previousClose, expiry, sessionAt(now).opened),
    };
  const quoteOf = quoteOptions({ ...index, expiry, lotSize: lotOfExpiry(underlying, expiry) ?? 1 });
  const { ltp, change, volume, bid, ask } = quoteOf(contract.right, contract.strike);
  return { ltp, tradedAt: now, previousClose: ltp - change, volume, bid, ask };
};
