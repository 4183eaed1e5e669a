import { DAY_MS, istDate, istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { contractOf, type FutureContract, type OptionContract } from '../contracts/contract.ts';
import { strikesByStep } from '../contracts/contract-size.ts';
import { yearsTo } from '../contracts/expiry.ts';
import type { ListedExpiry } from '../contracts/expiry-calendar.ts';
import { OPTION_TICK } from '../instrument.ts';
import { greeksOf } from '../options/black76.ts';
import {
  type ModelledExpiry,
  modelledForward,
  modelledHalfSpread,
  modelledPrice,
  onOptionTick,
  smiledVolatility,
} from '../options/option-model.ts';
import type { ChainView } from './contract-choice.ts';
import type { Premiums, PremiumTrack, UnderlyingMinute } from './premiums.ts';

/** Assumptions of modelled premiums. */
export interface PremiumModel {
  readonly underlying: string;
  readonly expiriesOn: (day: string) => readonly ListedExpiry[];
  /** Volatility at the money of a day, percent a year: India VIX, or one figure. Null where it is not known. */
  readonly volatilityOn: (day: string) => number | null;
  /** Where that volatility is from, for the label. */
  readonly volatilitySource: string;
}

/**
 * Premiums by Black (1976) on the index, with a smile. For days of which no chain was recorded: a model, and every figure
 * made of them says so.
 */
export class ModelledPremiums implements Premiums {
  readonly label: string;
  readonly origin = 'modelled';
  readonly expiriesOn: (day: string) => readonly ListedExpiry[];
  private readonly model: PremiumModel;
  private readonly tracks = new Map<string, PremiumTrack | null>();
  private day = { start: Number.NaN, volatility: null as number | null };

  constructor(model: PremiumModel) {
    this.model = model;
    this.expiriesOn = model.expiriesOn;
    this.label = `Premiums are modelled (Black 1976, a smile, volatility: ${model.volatilitySource}); they are not prices that were traded.`;
  }

  chainAt(expiry: string, { time, close: spot }: UnderlyingMinute): ChainView | null {
    const model = this.modelAt(expiry, spot, time + MINUTE_MS);
    if (model === null) return null;
    const forward = modelledForward(spot, model.years);
    return {
      strikes: strikesByStep(this.model.underlying, spot),
      forward,
      premiumOf: (right, strike) => onOptionTick(modelledPrice(model, right, strike)),
      deltaOf: (right, strike) =>
        greeksOf({ right, forward, strike, years: model.years, rate: 0 }, smiledVolatility(model, strike))
          .delta,
    };
  }

  trackOf(symbol: string): PremiumTrack | null {
    const known = this.tracks.get(symbol);
    if (known !== undefined) return known;
    const track = this.newTrack(symbol);
    this.tracks.set(symbol, track);
    return track;
  }

  private newTrack(symbol: string): PremiumTrack | null {
    const contract = contractOf(symbol);
    if (contract?.underlying !== this.model.underlying) return null;
    return contract.kind === 'future' ? this.futureTrack(contract) : this.optionTrack(contract);
  }

  private futureTrack({ expiry }: FutureContract): PremiumTrack {
    const at = (spot: number, time: number) => onOptionTick(modelledForward(spot, yearsTo(expiry, time)));
    return {
      openAt: ({ time, open }) => at(open, time),
      rangeOver: ({ time, high, low }) => ({ high: at(high, time), low: at(low, time) }),
      closeAt: ({ time, close }) => at(close, time + MINUTE_MS),
      halfSpread: () => OPTION_TICK,
    };
  }

  private optionTrack(contract: OptionContract): PremiumTrack {
    const { expiry, right, strike } = contract;
    const at = (spot: number, time: number): number | null => {
      const model = this.modelAt(expiry, spot, time);
      return model && onOptionTick(modelledPrice(model, right, strike));
    };
    return {
      openAt: ({ time, open }) => at(open, time),
      rangeOver: ({ time, high, low }) => {
        const [up, down] = [at(high, time), at(low, time)];
        if (up === null || down === null) return null;
        return right === 'call' ? { high: up, low: down } : { high: down, low: up };
      },
      closeAt: ({ time, close }) => at(close, time + MINUTE_MS),
      // By its open: an order at the open knows no later price.
      halfSpread: ({ time, open }, price) => this.halfSpreadOf(contract, open, time, price),
    };
  }

  /** Half of bid to ask of an option on a spot, paise. For prices that were kept without bid and ask. */
  halfSpreadOf({ expiry, strike }: OptionContract, spot: number, time: number, price: number): number {
    const model = this.modelAt(expiry, spot, time);
    return model ? modelledHalfSpread(model, strike, price) : OPTION_TICK;
  }

  private modelAt(expiry: string, spot: number, time: number): ModelledExpiry | null {
    const level = this.volatilityAt(time);
    return level === null ? null : { spot, years: yearsTo(expiry, time), level };
  }

  /** Volatility at the money on the day of a moment. */
  private volatilityAt(time: number): number | null {
    if (!(time >= this.day.start && time < this.day.start + DAY_MS)) {
      const day = istDate(time);
      this.day = { start: istMidnight(time), volatility: this.model.volatilityOn(day) };
    }
    return this.day.volatility;
  }
}
