import { symbolOf } from '../../../engine/contracts/contract.ts';
import type { ListedExpiry } from '../../../engine/contracts/expiry-calendar.ts';
import { expiryMoment, yearsTo } from '../../../engine/contracts/expiry.ts';
import type { ChainView, LegMarket } from '../../../engine/legs/contract-choice.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import { nearestStrike, type ValuedChain, valueChain } from '../../../engine/options/chain.ts';
import { istDate } from '../../../shared/time.ts';
import type { BrokerContract } from '../../brokers/broker-link.ts';
import type { BrokerInstrument } from '../../brokers/broker.ts';
import type { Clock } from '../../clock.ts';
import type { LivePrices } from '../live-prices.ts';

export interface LiveChainsDeps {
  readonly clock: Clock;
  readonly prices: LivePrices;
  /** Listed contracts on an underlying. @throws BrokerTrouble */
  readonly contractsOn: (underlying: string) => Promise<readonly BrokerContract[]>;
  /** The underlying itself: an index, or a share. @throws BrokerTrouble */
  readonly spotOf: (underlying: string) => Promise<BrokerInstrument>;
}

/** Strikes that are watched on each side of the money. */
const STRIKES_A_SIDE = 20;
/** Strikes that the money may be off the middle. Beyond that others are watched. */
const MOST_OFF = 5;
/** A price older than this is none. */
const FRESH_MS = 60_000;
/** The forward has the interest in it already. */
const RATE = 0;

/** Options of one expiry, by strike. */
interface ListedOptions {
  /** Ascending, paise. */
  readonly strikes: number[];
  readonly call: Map<number, BrokerInstrument>;
  readonly put: Map<number, BrokerInstrument>;
}

/** Contracts that are listed on an underlying on a day. */
interface Listed {
  readonly day: string;
  readonly spot: BrokerInstrument;
  readonly bySymbol: ReadonlyMap<string, BrokerInstrument>;
  readonly expiries: readonly ListedExpiry[];
  readonly options: ReadonlyMap<string, ListedOptions>;
}

const optionsOf = (contracts: readonly BrokerContract[]): Map<string, ListedOptions> => {
  const all = new Map<string, ListedOptions>();
  for (const { contract, instrument } of contracts) {
    if (contract.kind !== 'option') continue;
    const one = all.get(contract.expiry) ?? { strikes: [], call: new Map(), put: new Map() };
    all.set(contract.expiry, one);
    one[contract.right].set(contract.strike, instrument);
  }
  for (const { strikes, call, put } of all.values())
    strikes.push(...[...new Set([...call.keys(), ...put.keys()])].sort((a, b) => a - b));
  return all;
};

/** Expiries of a list; the last of its month is monthly. */
const expiriesOf = (contracts: readonly BrokerContract[]): ListedExpiry[] => {
  const lots = new Map(contracts.map(({ contract, instrument }) => [contract.expiry, instrument.lotSize]));
  const days = [...lots.keys()].sort();
  return days.map((day, index) => ({
    day,
    isMonthly: days[index + 1]?.slice(0, 7) !== day.slice(0, 7),
    lotSize: lots.get(day) ?? 1,
  }));
};

/**
 * Contracts of an account's broker with their live prices. Only those near the money are watched; what has no fresh
 * price has none.
 */
export class LiveChains {
  private readonly deps: LiveChainsDeps;
  private readonly listed = new Map<string, Listed>();
  /** Middle of the strikes that are watched, by underlying and expiry. */
  private readonly middles = new Map<string, number>();

  constructor(deps: LiveChainsDeps) {
    this.deps = deps;
  }

  /** Read what is listed on an underlying today, once a day. Whether anything is. @throws BrokerTrouble */
  async load(underlying: string): Promise<boolean> {
    const { clock, contractsOn, spotOf } = this.deps;
    const day = istDate(clock.now());
    if (this.listed.get(underlying)?.day === day) return true;
    const contracts = await contractsOn(underlying);
    if (contracts.length === 0) return false;
    this.listed.set(underlying, {
      day,
      spot: await spotOf(underlying),
      bySymbol: new Map(contracts.map(({ contract, instrument }) => [symbolOf(contract), instrument])),
      expiries: expiriesOf(contracts),
      options: optionsOf(contracts),
    });
    return true;
  }

  /** The broker's instrument of a contract; null of one that is not listed. */
  instrumentOf(symbol: string): BrokerInstrument | null {
    for (const { bySymbol } of this.listed.values()) {
      const instrument = bySymbol.get(symbol);
      if (instrument) return instrument;
    }
    return null;
  }

  /** The underlying itself; null before it was loaded. */
  spotOf(underlying: string): BrokerInstrument | null {
    return this.listed.get(underlying)?.spot ?? null;
  }

  /** Options near the money from which strikes of an expiry are chosen. None while the underlying has no price. */
  around(underlying: string, expiry: string): BrokerInstrument[] {
    const options = this.listed.get(underlying)?.options.get(expiry);
    if (!options) return [];
    return this.watchedStrikes(underlying, expiry, options).flatMap((strike) =>
      [options.call.get(strike), options.put.get(strike)].filter((one) => one !== undefined),
    );
  }

  /** Expiries of an underlying that have not ended. None before the list of the day was read. */
  expiriesOf(underlying: string): readonly ListedExpiry[] {
    const now = this.deps.clock.now();
    const listed = this.listed.get(underlying);
    if (listed?.day !== istDate(now)) return [];
    return listed.expiries.filter(({ day }) => expiryMoment(day) > now);
  }

  /** The market of an underlying for legs, with the prices of now. */
  marketOf(underlying: string): LegMarket {
    const known = this.listed.get(underlying);
    const { exchange } = known?.spot ?? { exchange: 'NSE' };
    return {
      exchange: exchange === 'BFO' ? 'BSE' : 'NSE',
      spot: known ? this.fresh(known.spot) : null,
      expiries: this.expiriesOf(underlying),
      chainOf: (expiry) => this.chainOf(underlying, expiry),
      priceOf: (symbol) => {
        const instrument = known?.bySymbol.get(symbol);
        return instrument ? this.fresh(instrument) : null;
      },
    };
  }

  private fresh(instrument: BrokerInstrument): number | null {
    const tick = this.deps.prices.tickOf(instrument);
    return tick && this.deps.clock.now() - tick.at <= FRESH_MS ? tick.price : null;
  }

  private watchedStrikes(underlying: string, expiry: string, { strikes }: ListedOptions): readonly number[] {
    const key = `${underlying} ${expiry}`;
    const spot = this.spotOf(underlying);
    const price = spot && this.fresh(spot);
    const now = price === null ? null : nearestStrike(strikes, price);
    const known = this.middles.get(key);
    const offBy =
      now === null || known === undefined ? 0 : Math.abs(strikes.indexOf(now) - strikes.indexOf(known));
    const middle = known === undefined || offBy > MOST_OFF ? now : known;
    if (middle === null) return [];
    this.middles.set(key, middle);
    const at = strikes.indexOf(middle);
    return strikes.slice(Math.max(0, at - STRIKES_A_SIDE), at + STRIKES_A_SIDE + 1);
  }

  private chainOf(underlying: string, expiry: string): ChainView | null {
    const options = this.listed.get(underlying)?.options.get(expiry);
    if (!options) return null;
    const strikes = this.watchedStrikes(underlying, expiry, options);
    const premiumOf = (right: OptionRight, strike: number): number | null => {
      const instrument = options[right].get(strike);
      return instrument ? this.fresh(instrument) : null;
    };
    const now = this.deps.clock.now();
    let valued: ValuedChain | null = null;
    const value = (): ValuedChain =>
      (valued ??= valueChain(
        strikes.map((strike) => ({
          strike,
          call: premiumOf('call', strike),
          put: premiumOf('put', strike),
        })),
        { years: yearsTo(expiry, now), rate: RATE, tick: options.call.values().next().value?.tickSize ?? 5 },
      ));
    return {
      strikes,
      isCut: strikes.length < options.strikes.length,
      get forward() {
        return value().forward;
      },
      premiumOf,
      deltaOf: (right, strike) =>
        value().rows.find((row) => row.strike === strike)?.[right]?.greeks?.delta ?? null,
    };
  }
}
