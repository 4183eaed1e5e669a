import type { Leg, LegDocument } from '../../shared/leg-document.ts';
import {
  clockToMinutes,
  DAY_MS,
  istDate,
  istDayStart,
  istMinuteOfDay,
  istWeekday,
} from '../../shared/time.ts';
import { squareOffMinute } from '../trading/session-hours.ts';
import { chooseContract, chooseExpiry, type ChosenContract, type LegMarket } from './contract-choice.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { isAtRisk, type LegEvent, nextLegState } from './leg-machine.ts';
import { hasWaited, reversed, underlyingHit } from './leg-rules.ts';
import {
  copyProgress,
  type LegExit,
  type LegProgress,
  newProgress,
  type StructureProgress,
} from './structure-progress.ts';
import { structureExit } from './structure-rules.ts';

/** A wish of a structure at a close. They come in this order. */
export type LegWish =
  | { readonly do: 'withdraw'; readonly leg: number }
  | { readonly do: 'leave'; readonly leg: number; readonly why: LegExit }
  /** Move the stop to the entry price. */
  | { readonly do: 'stop-to-cost'; readonly leg: number }
  | {
      readonly do: 'enter';
      readonly leg: number;
      readonly symbol: string;
      readonly side: Leg['side'];
      readonly quantity: number;
      /** Number of the entry of this leg, from 1. */
      readonly entry: number;
    }
  /** Nothing is entered: why, as a sentence. */
  | { readonly do: 'say'; readonly sentence: string };

/** Minutes after the time of entry in which it is still made. A later one would be another trade. */
const LATEST_ENTRY_MINUTES = 5;
/** Contracts on an index trade during its hours. */
const TRADED = { kind: 'index-proxy' } as const;
/** Order of the wishes: first what may not happen any more, last what is new; bought before sold. */
const ORDER = { withdraw: 0, leave: 1, 'stop-to-cost': 2, enter: 3, say: 4 } as const;

/** Calendar days from a day to another, `YYYY-MM-DD` both. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((istDayStart(to) - istDayStart(from)) / DAY_MS);

const signOf = (side: Leg['side']): 1 | -1 => (side === 'buy' ? 1 : -1);

const isStop = (exit: LegExit): boolean => exit === 'stop-loss' || exit === 'trailing-stop';

/** Whether the premium is back at the first entry. It comes from the side on which the leg was left. */
const hasReturned = ({ firstPrice, exitPrice }: LegProgress, premium: number): boolean => {
  if (firstPrice === null || exitPrice === null) return false;
  return exitPrice >= firstPrice ? premium <= firstPrice : premium >= firstPrice;
};

/** A structure of legs, asked minute by minute. Backtests, paper and live trading all ask it. */
export class StructureRuntime {
  readonly document: LegDocument;
  private progress: StructureProgress;
  private wishes: LegWish[] = [];
  /** Nothing is entered now: what is held is watched until it is closed. */
  private isStopped = false;
  /** Minutes of the day. */
  private readonly times: { readonly entry: number; readonly exit: number };
  /** Whether the result of all legs can close them. */
  private readonly judgesResult: boolean;

  constructor(document: LegDocument, progress: StructureProgress = newProgress(document)) {
    this.document = document;
    this.progress = copyProgress(progress);
    const { entry, exit, structure } = document;
    this.times = { entry: clockToMinutes(entry.at), exit: clockToMinutes(exit.at) };
    this.judgesResult = (structure.stop ?? structure.target ?? structure.lock) !== null;
  }

  /** Progress so far, to be stored. */
  snapshot(): StructureProgress {
    return copyProgress(this.progress);
  }

  get phase(): StructureProgress['phase'] {
    return this.progress.phase;
  }

  /** Day of its entry, `YYYY-MM-DD`; null before the first. */
  get day(): string | null {
    return this.progress.day;
  }

  /** Contracts that a leg holds, waits for or may return to. */
  symbols(): string[] {
    const wanted = this.progress.legs.filter(({ state }) => state !== 'idle' && state !== 'over');
    return [...new Set(wanted.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])))];
  }

  /** Progress of a leg. */
  leg(index: number): Readonly<LegProgress> {
    return this.legAt(index);
  }

  /** Whether something is held, or an order may make it so. */
  get isAtRisk(): boolean {
    return this.progress.legs.some(({ state }) => isAtRisk(state));
  }

  /**
   * Wishes at the close of a minute (epoch ms). The market is that of the close. A stopped structure enters nothing; what
   * it holds is closed as its document says.
   */
  onMinute(at: number, market: LegMarket, isStopped = false): LegWish[] {
    this.wishes = [];
    this.isStopped = isStopped;
    const today = istDate(at);
    if (this.phase === 'over' && this.progress.day !== today) this.progress = newProgress(this.document);
    if (this.phase === 'idle') {
      if (!isStopped) this.begin(at, today, market);
    } else if (this.phase !== 'over') this.resume(at, today, market);
    return this.inOrder();
  }

  /** Book an entry that has filled, at an average price in paise. */
  filled(
    index: number,
    fill: { readonly price: number; readonly quantity: number; readonly spot: number | null },
  ): void {
    const leg = this.move(index, 'filled');
    const isFirst = leg.firstPrice === null;
    const isPart = fill.quantity < leg.quantity;
    leg.entryPrice = fill.price;
    leg.quantity = fill.quantity;
    leg.firstPrice ??= fill.price;
    leg.underlyingAtEntry = fill.spot;
    leg.isAtCost = false;
    if (isFirst && this.document.legs[index]?.kind !== 'future')
      this.progress.netPremium -= signOf(leg.side) * Math.round(fill.price * fill.quantity);
    if (isPart) this.endIncomplete(leg);
  }

  /** Book that an entry order will not fill. */
  refused(index: number): void {
    this.endIncomplete(this.move(index, 'refused'));
  }

  /** Book that the outcome of an entry is not known in time. It may fill yet, and is left then. */
  overdue(index: number): void {
    this.endIncomplete(this.legAt(index));
  }

  /** A leg is missing, or a part of it: the others are closed where the document says so. */
  private endIncomplete({ entries }: LegProgress): void {
    if (entries === 1 && this.document.structure.ifIncomplete === 'close') this.closeAll('with-the-others');
  }

  /** Book that a leg is not held any more. The price is in paise. */
  left(index: number, price: number, why: LegExit): void {
    const leg = this.move(index, 'left');
    leg.realised += signOf(leg.side) * Math.round((price - (leg.entryPrice ?? price)) * leg.quantity);
    leg.entryPrice = null;
    leg.exitPrice = price;
    leg.exit = isStop(why) || why === 'target' ? why : null;
    this.endIfOver();
  }

  /** Book that an exit order will not fill. The leg is left again at the next close. */
  exitRefused(index: number): void {
    this.move(index, 'exit-refused');
  }

  /** Wishes of a structure that is being closed. Between two closes: what is held, or may become so, is left. */
  onClosing(): LegWish[] {
    this.wishes = [];
    if (this.phase === 'closing') this.leaveAll();
    return this.inOrder();
  }

  /** Close all legs at the next close. Nothing is entered any more today, as when the strategy is stopped. */
  closeAll(why: LegExit): void {
    if (this.phase !== 'on') return;
    this.progress.phase = 'closing';
    for (const [index, leg] of this.progress.legs.entries()) {
      this.move(index, 'end');
      leg.exit ??= why;
    }
    this.endIfOver();
  }

  /** Result at the prices of a market; before charges, paise. A leg without a price counts as entered. */
  resultAt({ priceOf }: Pick<LegMarket, 'priceOf'>): number {
    let result = 0;
    for (const { realised, entryPrice, symbol, side, quantity } of this.progress.legs) {
      result += realised;
      if (entryPrice === null || symbol === null) continue;
      const price = priceOf(symbol) ?? entryPrice;
      result += signOf(side) * Math.round((price - entryPrice) * quantity);
    }
    return result;
  }

  /** Contracts of held legs without a price. Empty where the result of all legs is not judged. */
  unpriced({ priceOf }: Pick<LegMarket, 'priceOf'>): string[] {
    if (!this.judgesResult) return [];
    return this.progress.legs.flatMap(({ entryPrice, symbol }) =>
      entryPrice !== null && symbol !== null && priceOf(symbol) === null ? [symbol] : [],
    );
  }

  private legAt(index: number): LegProgress {
    const leg = this.progress.legs[index];
    if (!leg) throw new RangeError(`There is no leg ${index}.`);
    return leg;
  }

  private move(index: number, event: LegEvent): LegProgress {
    const leg = this.legAt(index);
    const next = nextLegState(leg.state, event);
    if (next === null) throw new RangeError(`A leg that is ${leg.state} cannot meet '${event}'.`);
    leg.state = next;
    return leg;
  }

  private inOrder(): LegWish[] {
    const rank = (wish: LegWish): number => {
      if (wish.do === 'enter') return ORDER.enter + (wish.side === 'buy' ? 0 : 0.5);
      // What was sold is bought back before what hedged it is sold.
      if (wish.do === 'leave') return ORDER.leave + (this.legAt(wish.leg).side === 'sell' ? 0 : 0.5);
      return ORDER[wish.do];
    };
    return this.wishes.sort((a, b) => rank(a) - rank(b));
  }

  private isEntryDue(at: number, today: string): boolean {
    const { entry } = this.document;
    const late = istMinuteOfDay(at) - this.times.entry;
    if (late < 0 || this.progress.day === today) return false;
    const weekday = istWeekday(at) === 0 ? 7 : istWeekday(at);
    return entry.weekdays.some((day) => day === weekday);
  }

  private begin(at: number, today: string, market: LegMarket): void {
    if (!this.isEntryDue(at, today)) return;
    const { entry, legs, underlying } = this.document;
    this.progress = { ...newProgress(this.document), day: today, phase: 'over' };
    const days: string[] = [];
    for (const leg of legs) {
      const expiry = chooseExpiry(leg.expiry, underlying, market.expiries);
      if (!expiry.ok) return this.say(expiry.failure.message);
      days.push(expiry.value.day);
    }
    const expiry = days.sort()[0] ?? today;
    if (!this.isInDays(today, expiry)) return;
    if (istMinuteOfDay(at) - this.times.entry > LATEST_ENTRY_MINUTES)
      return this.say(`Its entry of ${entry.at} was missed.`);
    const chosen: ChosenContract[] = [];
    for (const leg of legs) {
      const contract = this.choose(leg, market);
      if (!contract.ok) return this.say(contract.failure.message);
      chosen.push(contract.value);
    }
    this.progress.expiry = expiry;
    this.progress.phase = 'on';
    for (const [index, contract] of chosen.entries()) this.enterOrWait(index, contract, market);
  }

  /** Contract of a leg that has a price: what has none cannot be entered. */
  private choose(leg: Leg, market: LegMarket): Result<ChosenContract> {
    const contract = chooseContract(leg, this.document, market);
    if (!contract.ok || market.priceOf(contract.value.symbol) !== null) return contract;
    return fail('refused', `${contract.value.symbol} has no price now.`);
  }

  private say(sentence: string): void {
    this.wishes.push({ do: 'say', sentence });
  }

  private isInDays(today: string, expiry: string): boolean {
    const { daysToExpiry } = this.document.entry;
    const days = daysBetween(today, expiry);
    const { daysBeforeExpiry } = this.document.exit;
    // Nothing is entered that would have to be closed before.
    if (daysBeforeExpiry !== null) {
      const isOver = days === daysBeforeExpiry && this.times.exit <= this.times.entry;
      if (isOver || days < daysBeforeExpiry) return false;
    }
    return daysToExpiry === null || (days >= daysToExpiry.from && days <= daysToExpiry.to);
  }

  private enterOrWait(index: number, { symbol, quantity }: ChosenContract, market: LegMarket): void {
    const leg = this.legAt(index);
    leg.symbol = symbol;
    leg.quantity = quantity;
    const wait = this.document.legs[index]?.wait;
    const price = market.priceOf(symbol);
    if (wait && price !== null) {
      leg.reference = price;
      this.move(index, 'wait');
      return;
    }
    this.enter(index);
  }

  private enter(index: number): void {
    const leg = this.move(index, 'enter');
    if (leg.symbol === null) throw new RangeError('A leg is entered without a contract.');
    leg.entries++;
    leg.exit = null;
    const { symbol, side, quantity, entries: entry } = leg;
    this.wishes.push({ do: 'enter', leg: index, symbol, side, quantity, entry });
  }

  private resume(at: number, today: string, market: LegMarket): void {
    if (this.phase === 'on') {
      if (this.isExitDue(at, today)) this.closeAll('exit-time');
      else this.judge(market);
    }
    if (this.phase === 'closing') this.leaveAll();
  }

  private isExitDue(at: number, today: string): boolean {
    const { exit } = this.document;
    const { day, expiry } = this.progress;
    // A time after the close would come when the contract is over.
    const isTime = istMinuteOfDay(at) >= squareOffMinute(this.times.exit, TRADED, at);
    if (exit.daysBeforeExpiry === null) return isTime || day !== today;
    const days = daysBetween(today, expiry ?? today);
    // The day itself may have been a holiday: whatever comes after it is late already.
    return days < exit.daysBeforeExpiry || (days === exit.daysBeforeExpiry && isTime);
  }

  /** Judge exits since the last close, then the result at this one. */
  private judge(market: LegMarket): void {
    for (const index of this.progress.legs.keys()) this.judgeUnderlying(index, market);
    for (const index of this.progress.legs.keys()) this.judgeExit(index, market);
    if (this.phase !== 'on') return;
    for (const index of this.progress.legs.keys()) this.judgeWaiting(index, market);
    this.judgeResult(market);
    this.endIfOver();
  }

  private judgeUnderlying(index: number, { spot }: LegMarket): void {
    const leg = this.legAt(index);
    const rules = this.document.legs[index];
    if (leg.state !== 'open' || !rules || leg.underlyingAtEntry === null || spot === null) return;
    const why = underlyingHit({ ...rules, side: leg.side }, { entry: leg.underlyingAtEntry, now: spot });
    if (why) this.leave(index, why);
  }

  private leave(index: number, why: LegExit): void {
    this.move(index, 'leave');
    this.wishes.push({ do: 'leave', leg: index, why });
  }

  /** Judge an exit since the last close: re-entry, and the other legs. */
  private judgeExit(index: number, market: LegMarket): void {
    const leg = this.legAt(index);
    const rules = this.document.legs[index];
    const { exit } = leg;
    if (this.phase !== 'on' || leg.state !== 'over' || exit === null || !rules) return;
    leg.exit = null;
    if (this.document.structure.onLegExit === 'all-legs') return this.closeAll('with-the-others');
    if (isStop(exit)) this.moveOthersToCost(index);
    const reentry = isStop(exit) ? rules.onStop : rules.onTarget;
    const used = isStop(exit) ? 'stopReentries' : 'targetReentries';
    if (!reentry || this.isStopped || leg[used] >= reentry.times) return;
    leg[used]++;
    if (reentry.how === 'at-cost') {
      this.move(index, 'await-return');
      return;
    }
    if (reentry.how === 'reversed') leg.side = reversed(leg.side);
    const contract = this.choose({ ...rules, side: leg.side }, market);
    if (!contract.ok) return this.say(contract.failure.message);
    leg.symbol = contract.value.symbol;
    leg.quantity = contract.value.quantity;
    this.enter(index);
  }

  private moveOthersToCost(stopped: number): void {
    const { moveToCost } = this.document.structure;
    if (moveToCost === 'none') return;
    const kind = this.document.legs[stopped]?.kind;
    for (const [index, leg] of this.progress.legs.entries()) {
      const rules = this.document.legs[index];
      if (index === stopped || leg.state !== 'open' || leg.isAtCost || !rules) continue;
      if (moveToCost === 'legs-with-stop' && !rules.stop) continue;
      if (moveToCost === 'opposite-legs' && rules.kind === kind) continue;
      leg.isAtCost = true;
      this.wishes.push({ do: 'stop-to-cost', leg: index });
    }
  }

  private judgeWaiting(index: number, { priceOf }: LegMarket): void {
    const leg = this.legAt(index);
    if (this.isStopped || (leg.state !== 'waiting' && leg.state !== 'returning')) return;
    const rules = this.document.legs[index];
    const premium = leg.symbol === null ? null : priceOf(leg.symbol);
    if (premium === null || !rules) return;
    const { reference } = leg;
    const isDue =
      leg.state === 'waiting'
        ? rules.wait !== null && reference !== null && hasWaited(rules.wait, { reference, premium })
        : hasReturned(leg, premium);
    if (isDue) this.enter(index);
  }

  private judgeResult(market: LegMarket): void {
    // Before something has filled there is no result, and no premium to take a part of.
    if (!this.judgesResult || !this.progress.legs.some(({ firstPrice }) => firstPrice !== null)) return;
    // Nothing is guessed of a leg that has no price now.
    if (this.unpriced(market).length > 0) return;
    const now = this.resultAt(market);
    this.progress.best = Math.max(this.progress.best, now);
    const { best, netPremium } = this.progress;
    const why = structureExit(this.document.structure, { now, best, premium: Math.abs(netPremium) });
    if (why) this.closeAll(why);
  }

  /** Withdraw and leave whatever is held or may become so. */
  private leaveAll(): void {
    for (const [index, leg] of this.progress.legs.entries()) {
      if (leg.state === 'withdrawing') this.wishes.push({ do: 'withdraw', leg: index });
      if (leg.state === 'open') this.leave(index, leg.exit ?? 'with-the-others');
    }
    this.endIfOver();
  }

  private endIfOver(): void {
    const isOver = this.progress.legs.every(({ state, exit }) =>
      this.phase === 'closing' ? !isAtRisk(state) : state === 'over' && exit === null,
    );
    if (isOver) this.progress.phase = 'over';
  }
}
