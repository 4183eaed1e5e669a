import type { LegDocument } from '../../shared/leg-document.ts';
import { clockToMinutes, istDate, istDayStart, istWeekday, MINUTE_MS } from '../../shared/time.ts';
import type { Bars } from '../bars.ts';
import { addCharges, type Charges, chargePaise, Tariff, totalCharges } from '../charges/charges.ts';
import type { ChargePlan } from '../charges/plan.ts';
import { contractOf } from '../contracts/contract.ts';
import { lastDayOf } from '../contracts/expiry.ts';
import { settle } from '../contracts/settlement.ts';
import { type Exchange, OPTION_TICK, roundToTick } from '../instrument.ts';
import {
  advanceProtection,
  hitOnBar,
  moveStopToEntry,
  NO_ATR,
  openProtection,
  type Protection,
  type ProtectionHit,
} from '../protection.ts';
import type { LegMarket } from './contract-choice.ts';
import { protectionRulesOf, sideOfLeg } from './leg-rules.ts';
import type { PremiumOrigin } from '../../shared/premium-choices.ts';
import type { PremiumRange, Premiums, PremiumTrack, UnderlyingMinute } from './premiums.ts';
import type { LegExit } from './structure-progress.ts';
import { daysBetween, type LegWish, StructureRuntime } from './structure-runtime.ts';

/** Assumptions of a backtest of legs. */
export interface LegAssumptions {
  readonly document: LegDocument;
  readonly exchange: Exchange;
  readonly premiums: Premiums;
  readonly plan: ChargePlan;
}

/** A backtest of legs over minutes of the underlying. They are in order of time. */
export interface LegSimulationInput extends LegAssumptions {
  readonly bars: Bars;
}

/** One entry of a leg until it was closed. Money in paise, moments in epoch ms. */
export interface LegTrade {
  /** Place in the document, from 0. */
  readonly leg: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly enteredAt: number;
  readonly entryPrice: number;
  readonly exitedAt: number;
  readonly exitPrice: number;
  readonly why: LegExit;
  readonly gross: number;
  readonly charges: Charges;
  readonly net: number;
  /** Origin of its prices; null where it was entered and left by different ones. */
  readonly premiums: PremiumOrigin | null;
}

/** Result of one structure, until its last leg was closed. */
export interface StructureOutcome {
  /** Day of entry, `YYYY-MM-DD`. */
  readonly day: string;
  /** Calendar days from it to the nearest expiry. */
  readonly daysToExpiry: number;
  readonly trades: readonly LegTrade[];
  /** Why its last leg was closed. */
  readonly why: LegExit;
  readonly net: number;
  /** Origin of its premiums; null of different ones. */
  readonly premiums: PremiumOrigin | null;
}

export interface LegSimulation {
  readonly outcomes: readonly StructureOutcome[];
  /** Days on which it entered nothing although it was to, and why. */
  readonly missed: readonly { readonly day: string; readonly sentence: string }[];
  /** Where the premiums are from; stands beside every figure. */
  readonly label: string;
  /** Minutes in which a leg that was held had no price. Its levels were not judged then. */
  readonly minutesWithoutPrice: number;
}

/** A leg that is held. */
interface Held {
  readonly leg: number;
  readonly symbol: string;
  readonly track: PremiumTrack;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly enteredAt: number;
  readonly entryPrice: number;
  readonly entryCharges: Charges;
  readonly premiums: PremiumOrigin | null;
  protection: Protection;
}

/** Minutes of an underlying on one day. */
export interface UnderlyingDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly minutes: Iterable<UnderlyingMinute>;
  /** Close of the day, by which contracts are settled. That of its last minute where none is said. */
  readonly close?: number | undefined;
}

const STILL_OPEN = 'It was still open on the last day, so it has no result.';
const UNSETTLED =
  'It held a contract that expired on a day without prices of the index, so its result is not known.';

/** A backtest of legs under way: the runtime wishes at a close, and this fills at the next open. */
export class LegSimulator {
  private readonly input: LegAssumptions;
  private runtime: StructureRuntime;
  private readonly tariff: Tariff;
  private readonly held = new Map<number, Held>();
  private wishes: readonly LegWish[] = [];
  private trades: LegTrade[] = [];
  private readonly outcomes: StructureOutcome[] = [];
  private readonly missed: { day: string; sentence: string }[] = [];
  private minutesWithoutPrice = 0;
  private minute: UnderlyingMinute = { time: 0, open: 0, high: 0, low: 0, close: 0 };
  private today = '';
  private gap = '';
  private market: LegMarket;

  constructor(input: LegAssumptions) {
    this.input = input;
    this.runtime = new StructureRuntime(input.document);
    this.tariff = new Tariff(input.plan);
    this.market = this.marketOf([]);
  }

  /** Contracts that it holds, waits for or may return to. */
  get symbols(): string[] {
    return this.runtime.symbols();
  }

  /**
   * Run a day of minutes. `gap` is why it has no premiums, said where something was to be entered; empty of a day that has
   * them.
   */
  runDay({ day, minutes, close }: UnderlyingDay, gap = ''): void {
    this.beginDay(day, gap);
    for (const minute of minutes) {
      this.minute = minute;
      this.onMinute(minute.time + MINUTE_MS);
    }
    this.endDay(close);
  }

  /** Leave out a day without prices of the underlying. It counts where something was to be entered. */
  skipDay(day: string, gap: string): void {
    const weekday = istWeekday(istDayStart(day)) || 7;
    const { phase } = this.runtime;
    const mayEnter = phase !== 'on' && phase !== 'closing';
    if (mayEnter && this.input.document.entry.weekdays.some((one) => one === weekday))
      this.missed.push({ day, sentence: gap });
  }

  /** Whether a structure is under way. */
  private get isOpen(): boolean {
    return this.held.size > 0 || this.trades.length > 0;
  }

  /** Day of entry of the structure that is under way. */
  private get entered(): string {
    return this.runtime.snapshot().day ?? this.today;
  }

  /**
   * Give up a structure with a leg that expired before a day. There was no close of the underlying to settle it by, so
   * nobody knows its result.
   */
  private giveUpBefore(day: string): void {
    const isOver = [...this.held.values()].some(({ symbol }) => {
      const contract = contractOf(symbol);
      return contract !== null && lastDayOf(contract.expiry) < day;
    });
    if (!isOver) return;
    this.missed.push({ day: this.entered, sentence: UNSETTLED });
    this.held.clear();
    this.trades = [];
    this.wishes = [];
    this.runtime = new StructureRuntime(this.input.document);
  }

  /**
   * Run a day of which only daily candles are known. Legs are entered at the open and left at the close; between them
   * their levels are judged by the high and low of the day, the stop before the target.
   */
  runDailyDay(
    day: string,
    { open, high, low, close }: Omit<UnderlyingMinute, 'time' | 'part'>,
    gap = '',
  ): void {
    const { entry, exit } = this.input.document;
    const midnight = istDayStart(day);
    const enters = midnight + clockToMinutes(entry.at) * MINUTE_MS;
    const leaves = midnight + Math.max(clockToMinutes(exit.at), clockToMinutes(entry.at) + 1) * MINUTE_MS;
    this.beginDay(day, gap);
    this.minute = { time: enters, open, high: open, low: open, close: open, part: 'open' };
    this.onMinute(enters);
    this.minute = { time: enters, open, high, low, close, part: 'day' };
    this.onMinute(leaves);
    this.minute = { time: leaves, open: close, high: close, low: close, close, part: 'close' };
    this.onMinute(leaves + MINUTE_MS);
    this.endDay();
  }

  /** Results so far. */
  results(): LegSimulation {
    return {
      outcomes: this.outcomes,
      missed: this.isOpen ? [...this.missed, { day: this.entered, sentence: STILL_OPEN }] : this.missed,
      label: this.input.premiums.label,
      minutesWithoutPrice: this.minutesWithoutPrice,
    };
  }

  private marketOf(expiries: LegMarket['expiries']): LegMarket {
    const { exchange, premiums } = this.input;
    const minuteOf = (): UnderlyingMinute => this.minute;
    return {
      exchange,
      get spot() {
        return minuteOf().close;
      },
      expiries,
      chainOf: (expiry, right) => premiums.chainAt(expiry, this.minute, right),
      priceOf: (symbol) => premiums.trackOf(symbol)?.closeAt(this.minute) ?? null,
    };
  }

  private beginDay(day: string, gap: string): void {
    this.giveUpBefore(day);
    this.today = day;
    this.gap = gap;
    this.market = this.marketOf(this.input.premiums.expiriesOn(this.today));
  }

  /** Fill at the open of a minute, ask at its close. */
  private onMinute(closesAt: number): void {
    for (const wish of this.wishes) this.carryOut(wish);
    this.wishes = [];
    for (const held of this.held.values()) this.protect(held);
    // What ended at the open is told before the close may begin another.
    this.noteOutcome();
    this.wishes = this.runtime.onMinute(closesAt, this.market);
    this.noteOutcome();
  }

  private carryOut(wish: LegWish): void {
    const at = this.minute.time;
    switch (wish.do) {
      case 'say':
        this.missed.push({ day: this.today, sentence: this.gap === '' ? wish.sentence : this.gap });
        return;
      case 'withdraw':
        // Orders fill at the open: none is ever out at a close.
        return;
      case 'stop-to-cost': {
        const held = this.held.get(wish.leg);
        if (held) held.protection = moveStopToEntry(held.protection);
        return;
      }
      case 'leave': {
        const held = this.held.get(wish.leg);
        const price = held && this.marketPrice(held.track, held.side === 'buy' ? 'sell' : 'buy');
        if (!held) return;
        if (price === null || price === undefined) return this.runtime.exitRefused(wish.leg);
        return this.close(held, price, wish.why, at);
      }
      case 'enter':
        return this.enter(wish, at);
    }
  }

  private enter({ leg, symbol, side, quantity }: Extract<LegWish, { do: 'enter' }>, at: number): void {
    const track = this.input.premiums.trackOf(symbol);
    const price = track && this.marketPrice(track, side);
    const rules = this.input.document.legs[leg];
    if (!track || !rules || price === null) return this.runtime.refused(leg);
    const protection = openProtection(protectionRulesOf(rules), {
      side: sideOfLeg(side),
      entryPrice: price,
      tickSize: OPTION_TICK,
      atr: NO_ATR,
    });
    const entryCharges = this.chargesOf(symbol, side, price * quantity, at);
    this.held.set(leg, {
      leg,
      symbol,
      track,
      side,
      quantity,
      enteredAt: at,
      entryPrice: price,
      entryCharges,
      premiums: this.input.premiums.origin,
      protection,
    });
    this.runtime.filled(leg, { price, quantity, spot: this.minute.open });
  }

  /** Price that an order at the market gets at the open. Half of bid to ask is against it. */
  private marketPrice(track: PremiumTrack, side: 'buy' | 'sell'): number | null {
    const price = track.openAt(this.minute);
    return price === null ? null : this.against(track, side, price);
  }

  private against(track: PremiumTrack, side: 'buy' | 'sell', price: number): number {
    const half = track.halfSpread(this.minute, price);
    return side === 'buy'
      ? roundToTick(price + half, OPTION_TICK, 'up')
      : roundToTick(Math.max(OPTION_TICK, price - half), OPTION_TICK, 'down');
  }

  /** Judge a held leg's levels on the premium over a minute. The stop before the target. */
  private protect(held: Held): void {
    const range = held.track.rangeOver(this.minute);
    if (range === null) {
      this.minutesWithoutPrice++;
      return;
    }
    const hit = this.hitIn(held, range);
    if (!hit) {
      held.protection = advanceProtection(held.protection, range);
      return;
    }
    const side = held.side === 'buy' ? 'sell' : 'buy';
    // A target is a limit order that rests; a stop becomes an order at the market.
    const price = hit.why === 'target' ? hit.price : this.against(held.track, side, hit.price);
    this.close(held, price, hit.why, this.minute.time);
  }

  /** Level that a minute has reached. The open decides the price alone: it is asked for where there is one. */
  private hitIn({ protection, track }: Held, range: PremiumRange): ProtectionHit | null {
    if (!hitOnBar(protection, { open: range.low, ...range })) return null;
    return hitOnBar(protection, { open: track.openAt(this.minute) ?? range.low, ...range });
  }

  private close(held: Held, exitPrice: number, why: LegExit, exitedAt: number): void {
    const side = held.side === 'buy' ? 'sell' : 'buy';
    this.book(
      held,
      { exitPrice, why, exitedAt },
      this.chargesOf(held.symbol, side, exitPrice * held.quantity, exitedAt),
    );
  }

  private book(
    { leg, symbol, side, quantity, enteredAt, entryPrice, entryCharges, premiums: entered }: Held,
    exit: Pick<LegTrade, 'exitPrice' | 'why' | 'exitedAt'>,
    exitCharges: Charges,
  ): void {
    const charges = addCharges(entryCharges, exitCharges);
    const gross = (side === 'buy' ? 1 : -1) * (exit.exitPrice - entryPrice) * quantity;
    const net = gross - chargePaise(totalCharges(charges));
    // A settlement is by the underlying, whatever is known of premiums that day.
    const premiums = exit.why === 'expiry' || this.input.premiums.origin === entered ? entered : null;
    this.trades.push({
      ...{ leg, symbol, side, quantity, enteredAt, entryPrice, ...exit },
      ...{ gross, charges, net, premiums },
    });
    this.held.delete(leg);
    this.runtime.left(leg, exit.exitPrice, exit.why);
  }

  private chargesOf(symbol: string, side: 'buy' | 'sell', turnoverPaise: number, time: number): Charges {
    const segment = contractOf(symbol)?.kind === 'future' ? 'futures' : 'options';
    return this.tariff.chargesOn({ segment, side, turnoverPaise, time });
  }

  /** Settle expiring legs by the close of the underlying. The option's own close is a mean of its last half hour. */
  private endDay(close = this.minute.close): void {
    const { time } = this.minute;
    for (const held of [...this.held.values()]) {
      const contract = contractOf(held.symbol);
      if (!contract || lastDayOf(contract.expiry) > this.today) continue;
      const side = held.side === 'buy' ? 'long' : 'short';
      const { price, charges } = settle(contract, side, held.quantity, close, time);
      this.book(held, { exitPrice: price, why: 'expiry', exitedAt: time + MINUTE_MS }, charges);
    }
    // Orders of the last close have no next open today. Entries end; exits go out on the next day.
    this.wishes = this.wishes.filter((wish) => {
      if (wish.do === 'enter') this.runtime.refused(wish.leg);
      return wish.do !== 'enter' && (wish.do !== 'leave' || this.held.has(wish.leg));
    });
    this.noteOutcome();
  }

  private noteOutcome(): void {
    if (this.runtime.phase !== 'over' || this.trades.length === 0) return;
    const { day, expiry } = this.runtime.snapshot();
    const last = this.trades.at(-1);
    const entered = day ?? this.today;
    this.outcomes.push({
      day: entered,
      daysToExpiry: daysBetween(entered, expiry ?? entered),
      trades: this.trades,
      why: last?.why ?? 'by-hand',
      net: this.trades.reduce((sum, { net }) => sum + net, 0),
      premiums: this.trades.every(({ premiums }) => premiums === last?.premiums)
        ? (last?.premiums ?? null)
        : null,
    });
    this.trades = [];
  }
}

/** Days of columns of minutes, in order. One after the other: each is read before the next one. */
export function* daysOfBars({ length, time, open, high, low, close, day }: Bars): Generator<UnderlyingDay> {
  const minutesOf = function* (from: number, to: number): Generator<UnderlyingMinute> {
    for (let index = from; index < to; index++)
      yield {
        time: time[index] as number,
        open: open[index] as number,
        high: high[index] as number,
        low: low[index] as number,
        close: close[index] as number,
      };
  };
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && day[to] === day[from]) to++;
    yield { day: istDate(time[from] as number), minutes: minutesOf(from, to) };
  }
}

/** Run a document with legs over minutes of its underlying. Orders of a close fill at the next open. */
export const simulateLegs = ({ bars, ...assumptions }: LegSimulationInput): LegSimulation => {
  const simulator = new LegSimulator(assumptions);
  for (const day of daysOfBars(bars)) simulator.runDay(day);
  return simulator.results();
};

/** The same where others wait: `pause` is awaited after each day. */
export const simulateLegsInSlices = async (
  { bars, ...assumptions }: LegSimulationInput,
  pause: () => Promise<void>,
): Promise<LegSimulation> => {
  const simulator = new LegSimulator(assumptions);
  for (const day of daysOfBars(bars)) {
    simulator.runDay(day);
    await pause();
  }
  return simulator.results();
};
