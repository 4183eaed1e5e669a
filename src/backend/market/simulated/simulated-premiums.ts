import { type Bars, dayNumber } from '../../../engine/bars.ts';
import { contractOf } from '../../../engine/contracts/contract.ts';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import { expiriesByCalendar } from '../../../engine/contracts/expiry-calendar.ts';
import { OPTION_TICK } from '../../../engine/instrument.ts';
import type { ChainView } from '../../../engine/legs/contract-choice.ts';
import type { Premiums, PremiumTrack, UnderlyingMinute } from '../../../engine/legs/premiums.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import { modelledHalfSpread } from '../../../engine/options/option-model.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { simulatedContractPrice, simulatedLegMarket } from './leg-market.ts';
import { modelOf } from './option-quotes.ts';

/** Premiums of the simulated market on its past days. They are those at which paper traded there. */
export class SimulatedPremiums implements Premiums {
  readonly label = 'Premiums are those of the simulated market.';
  readonly origin = 'modelled';
  private readonly underlying: string;
  /** Close before each day with candles, by number of the day. */
  private readonly closes = new Map<number, number>();
  private readonly tracks = new Map<string, PremiumTrack | null>();

  /** `bars` are minutes of the underlying, in order. The first day has no close before it, so its open counts. */
  constructor(underlying: string, { length, time, open, close, day }: Bars) {
    this.underlying = underlying;
    for (let index = 0; index < length; index++)
      if (day[index] !== day[index - 1])
        this.closes.set(
          dayNumber(time[index] as number),
          (index === 0 ? open[0] : close[index - 1]) as number,
        );
  }

  expiriesOn(day: string) {
    return expiriesByCalendar(this.underlying, day);
  }

  chainAt(expiry: string, { time, close }: UnderlyingMinute, right: OptionRight): ChainView | null {
    return simulatedLegMarket(this.indexAt(close, time + MINUTE_MS)).chainOf(expiry, right);
  }

  trackOf(symbol: string): PremiumTrack | null {
    const known = this.tracks.get(symbol);
    if (known !== undefined) return known;
    const track = this.newTrack(symbol);
    this.tracks.set(symbol, track);
    return track;
  }

  private indexAt(spot: number, now: number) {
    const { underlying } = this;
    return { underlying, spot, previousClose: this.closes.get(dayNumber(now)) ?? spot, now };
  }

  private newTrack(symbol: string): PremiumTrack | null {
    const contract = contractOf(symbol);
    if (contract?.underlying !== this.underlying) return null;
    const at = (spot: number, now: number) => simulatedContractPrice(this.indexAt(spot, now), symbol);
    return {
      openAt: ({ time, open }) => at(open, time),
      closeAt: ({ time, close }) => at(close, time + MINUTE_MS),
      rangeOver: ({ time, high, low }) => {
        const [up, down] = [at(high, time), at(low, time)];
        if (up === null || down === null) return null;
        return { high: Math.max(up, down), low: Math.min(up, down) };
      },
      halfSpread: ({ time, open }, price) => {
        if (contract.kind === 'future' || yearsTo(contract.expiry, time) === 0) return OPTION_TICK;
        const model = modelOf({ ...this.indexAt(open, time), expiry: contract.expiry, lotSize: 1 });
        return modelledHalfSpread(model, contract.strike, price);
      },
    };
  }
}
