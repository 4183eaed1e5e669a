import { MINUTE_MS } from '../../shared/time.ts';
import { type Contract, contractOf, symbolOf } from '../contracts/contract.ts';
import { strikeStep } from '../contracts/contract-size.ts';
import { lastDayOf, yearsTo } from '../contracts/expiry.ts';
import type { ListedExpiry } from '../contracts/expiry-calendar.ts';
import { type Exchange, OPTION_TICK } from '../instrument.ts';
import type { OptionRight } from '../options/black76.ts';
import { figuresOf, parityForward } from '../options/chain.ts';
import type { ChainView } from './contract-choice.ts';
import type { ModelledPremiums } from './modelled-premiums.ts';
import type { PremiumOrigin } from '../../shared/premium-choices.ts';
import type { PremiumRange, Premiums, PremiumTrack, UnderlyingMinute } from './premiums.ts';

/** Price of a contract over a minute or a day, paise. Bid and ask are those of its end, 0 where none was recorded. */
export interface KeptPrice {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly bid: number;
  readonly ask: number;
}

/** Kept prices of one contract on a day. */
export interface KeptContract {
  /** Price of the minute that starts at a moment, epoch ms; of daily candles that of the day. Null where there is none. */
  readonly at: (time: number) => KeptPrice | null;
  /** Last price of the day up to a minute. */
  readonly lastUntil: (time: number) => number | null;
}

/** Kept contracts of one expiry on a day. */
export interface KeptChain {
  /** Strikes of the options of a kind, paise, ascending. */
  readonly strikesOf: (right: OptionRight) => readonly number[];
  /** The option of a kind, or the future. */
  readonly find: (kind: OptionRight | 'future', strike: number) => KeptContract | null;
}

/** A day of kept premiums. */
export interface KeptPremiumDay {
  readonly day: string;
  /** Null of a day without premiums. */
  readonly origin: PremiumOrigin | null;
  readonly expiries: readonly ListedExpiry[];
  /** By expiry; of modelled days empty. */
  readonly chains: ReadonlyMap<string, KeptChain>;
}

/** Steps from the money of strikes that are missed. Far from it, lists are sparse. */
const NEAR_STEPS = 10;
const NO_DAY: KeptPremiumDay = { day: '', origin: null, expiries: [], chains: new Map() };

const LABEL =
  'Premiums are prices that were kept: of minutes where there are minutes, else daily candles, entered at the open and left at the close.';
const LABEL_WITH_MODEL =
  'Premiums are prices that were kept: of minutes where there are minutes, else daily candles, entered at the open and left at the close. Days without them are modelled, at prices that were not traded.';

/**
 * Premiums of kept candles. A strike without a price in a minute cannot be chosen then, and is counted; a model stands in
 * for days without any only where that was chosen.
 */
export class KeptPremiums implements Premiums {
  readonly label: string;
  private readonly on: { readonly exchange: Exchange; readonly underlying: string };
  private readonly model: ModelledPremiums;
  private readonly missing = new Set<string>();
  private today = NO_DAY;

  /** `model` gives spreads. Days that are said to be modelled are its too. */
  constructor(
    on: { readonly exchange: Exchange; readonly underlying: string; readonly isModelAllowed: boolean },
    model: ModelledPremiums,
  ) {
    this.on = { exchange: on.exchange, underlying: on.underlying };
    this.model = model;
    this.label = on.isModelAllowed ? LABEL_WITH_MODEL : LABEL;
  }

  /** Go on to a day. */
  begin(day: KeptPremiumDay): void {
    this.today = day;
  }

  get origin(): PremiumOrigin | null {
    return this.today.origin;
  }

  /** Strikes near the money without a price when a leg was chosen. Each once a day: `2025-12-16 NIFTY … CE`. */
  get missingStrikes(): readonly string[] {
    return [...this.missing];
  }

  expiriesOn(): readonly ListedExpiry[] {
    return this.today.expiries;
  }

  chainAt(expiry: string, minute: UnderlyingMinute, right: OptionRight): ChainView | null {
    if (this.origin === 'modelled') return this.model.chainAt(expiry, minute);
    const chain = this.today.chains.get(expiry);
    if (!chain) return null;
    const premiumOf = (of: OptionRight, strike: number): number | null => {
      const price = chain.find(of, strike)?.at(minute.time);
      return price ? closeOf(price, minute) : null;
    };
    const listed = chain.strikesOf(right);
    const strikes = listed.filter((strike) => premiumOf(right, strike) !== null);
    this.countMissing(listed, strikes, minute, (strike) =>
      symbolOf({ ...this.on, kind: 'option', expiry, strike, right }),
    );
    if (strikes.length === 0) return null;
    const years = yearsTo(expiry, minute.time + MINUTE_MS);
    let forward: number | null | undefined;
    const forwardOf = (): number | null =>
      (forward ??= parityForward(
        listed.map((strike) => ({
          ...{ strike, call: premiumOf('call', strike), put: premiumOf('put', strike) },
        })),
        { years, rate: 0 },
      ));
    return {
      strikes,
      get forward() {
        return forwardOf();
      },
      premiumOf,
      deltaOf: (of, strike) => {
        const [price, at] = [premiumOf(of, strike), forwardOf()];
        if (price === null || at === null) return null;
        const terms = { right: of, forward: at, strike, years, rate: 0 };
        return figuresOf(terms, price, OPTION_TICK).greeks?.delta ?? null;
      },
    };
  }

  trackOf(symbol: string): PremiumTrack | null {
    const contract = contractOf(symbol);
    if (contract?.underlying !== this.on.underlying) return null;
    return new KeptTrack(contract, () => this.today, this.model);
  }

  /** Count strikes by step near the money without a price. */
  private countMissing(
    listed: readonly number[],
    priced: readonly number[],
    { close }: UnderlyingMinute,
    symbolOfStrike: (strike: number) => string,
  ): void {
    const step = strikeStep(listed, close);
    if (step === null) return;
    const known = new Set(priced);
    const middle = Math.round(close / step);
    for (let steps = -NEAR_STEPS; steps <= NEAR_STEPS; steps++) {
      const strike = (middle + steps) * step;
      if (strike > 0 && !known.has(strike)) this.missing.add(`${this.today.day} ${symbolOfStrike(strike)}`);
    }
  }
}

/** Price at the close of a minute. Of a day that has just opened it is the open. */
const closeOf = ({ open, close }: KeptPrice, { part }: UnderlyingMinute): number =>
  part === 'open' ? open : close;

/** Prices of a contract over all days. Each day says what they are. */
class KeptTrack implements PremiumTrack {
  private readonly contract: Contract;
  private readonly dayAtHand: () => KeptPremiumDay;
  private readonly model: ModelledPremiums;
  private readonly modelled: PremiumTrack | null;
  private known: { day: KeptPremiumDay; prices: KeptContract | null } = { day: NO_DAY, prices: null };

  constructor(contract: Contract, dayAtHand: () => KeptPremiumDay, model: ModelledPremiums) {
    this.contract = contract;
    this.dayAtHand = dayAtHand;
    this.model = model;
    this.modelled = model.trackOf(symbolOf(contract));
  }

  openAt(minute: UnderlyingMinute): number | null {
    const model = this.modelToday();
    if (model) return model.openAt(minute);
    const price = this.pricesToday()?.at(minute.time);
    // On its last day a contract is settled: the close of its candle is a mean of half an hour.
    if (minute.part === 'close') return this.isLastDay() ? null : (price?.close ?? null);
    const quote = this.quoteBefore(minute);
    return quote ? (quote.bid + quote.ask) / 2 : (price?.open ?? null);
  }

  rangeOver(minute: UnderlyingMinute): PremiumRange | null {
    const model = this.modelToday();
    if (model) return model.rangeOver(minute);
    const price = this.pricesToday()?.at(minute.time);
    if (!price) return null;
    // The day itself has judged the levels.
    return minute.part === 'close' ? { high: price.close, low: price.close } : price;
  }

  closeAt(minute: UnderlyingMinute): number | null {
    const model = this.modelToday();
    if (model) return model.closeAt(minute);
    if (!minute.part) return this.pricesToday()?.lastUntil(minute.time) ?? null;
    const price = this.pricesToday()?.at(minute.time);
    return price ? closeOf(price, minute) : null;
  }

  halfSpread(minute: UnderlyingMinute, price: number): number {
    const model = this.modelToday();
    if (model) return model.halfSpread(minute, price);
    const quote = this.quoteBefore(minute);
    if (quote) return (quote.ask - quote.bid) / 2;
    if (this.contract.kind === 'future') return OPTION_TICK;
    return this.model.halfSpreadOf(this.contract, minute.open, minute.time, price);
  }

  private modelToday(): PremiumTrack | null {
    return this.dayAtHand().origin === 'modelled' ? this.modelled : null;
  }

  private pricesToday(): KeptContract | null {
    const day = this.dayAtHand();
    if (this.known.day !== day) this.known = { day, prices: this.pricesOn(day) };
    return this.known.prices;
  }

  private pricesOn({ chains }: KeptPremiumDay): KeptContract | null {
    const { contract } = this;
    const chain = chains.get(contract.expiry);
    if (!chain) return null;
    return contract.kind === 'future' ? chain.find('future', 0) : chain.find(contract.right, contract.strike);
  }

  /** Bid and ask at the end of the minute before: an order at the open meets them. */
  private quoteBefore({ time, part }: UnderlyingMinute): KeptPrice | null {
    const before = part ? null : this.pricesToday()?.at(time - MINUTE_MS);
    return before && before.bid > 0 && before.ask >= before.bid ? before : null;
  }

  private isLastDay(): boolean {
    const { day } = this.dayAtHand();
    return day >= lastDayOf(this.contract.expiry);
  }
}
