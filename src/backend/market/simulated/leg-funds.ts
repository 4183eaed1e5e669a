import { contractOf } from '../../../engine/contracts/contract.ts';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import type { HeldLeg } from '../../../engine/legs/contract-choice.ts';
import { type ValuedChain, volatilityNear } from '../../../engine/options/chain.ts';
import { estimateIndexMargin } from '../../../engine/options/margin-estimate.ts';
import type { ValuedLeg } from '../../../engine/options/payoff.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { IndexNow } from './option-quotes.ts';
import { simulatedChain } from './simulated-chain.ts';

/** Funds that legs take together on the simulated market. Chains are valued once a minute, for everybody. */
export class SimulatedLegFunds {
  private readonly indexOf: (underlying: string) => IndexNow | null;
  private minute = Number.NaN;
  private chains = new Map<string, ValuedChain>();

  /** `indexOf` has the index of an underlying now; null while it has no price. */
  constructor(indexOf: (underlying: string) => IndexNow | null) {
    this.indexOf = indexOf;
  }

  /**
   * Premium paid and margin of legs on one underlying, paise; the same estimate as beside a payoff.
   * @throws RangeError while the underlying has no price: then no leg has one, and none is entered
   */
  of(underlying: string, legs: readonly HeldLeg[]): number {
    if (legs.length === 0) return 0;
    const index = this.indexOf(underlying);
    if (!index) throw new RangeError(`${underlying} has no price.`);
    const valued = legs.map((leg) => this.valuedLeg(index, leg));
    const nearest = valued.toSorted((a, b) => a.leg.years - b.leg.years)[0];
    if (!nearest) return 0;
    const { rows, atTheMoney } = this.chainOf(index, nearest.expiry);
    const volatility = volatilityNear(rows, atTheMoney ?? index.spot, 'call') ?? 0;
    const { funds } = estimateIndexMargin(
      valued.map(({ leg }) => leg),
      volatility,
    );
    return Math.round(funds);
  }

  private valuedLeg(index: IndexNow, held: HeldLeg): { leg: ValuedLeg; expiry: string } {
    const contract = contractOf(held.symbol);
    if (!contract) throw new RangeError(`${held.symbol} is no contract.`);
    const { expiry } = contract;
    const { forward, rows } = this.chainOf(index, expiry);
    const { quantity, price } = held;
    const common = { quantity, price, forward: forward ?? index.spot, years: yearsTo(expiry, index.now) };
    if (contract.kind === 'future')
      return { expiry, leg: { ...common, right: 'future', strike: 0, volatility: 0 } };
    const { right, strike } = contract;
    return {
      expiry,
      leg: { ...common, right, strike, volatility: volatilityNear(rows, strike, right) ?? 0 },
    };
  }

  private chainOf(index: IndexNow, expiry: string): ValuedChain {
    const minute = Math.floor(index.now / MINUTE_MS);
    if (minute !== this.minute) this.chains = new Map();
    this.minute = minute;
    const name = `${index.underlying} ${expiry}`;
    const known = this.chains.get(name);
    if (known) return known;
    const chain = simulatedChain(index, expiry);
    this.chains.set(name, chain);
    return chain;
  }
}
