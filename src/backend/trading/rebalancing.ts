import type { Bar } from '../../engine/bars.ts';
import { dayNumber } from '../../engine/bars.ts';
import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import type { DistanceAtr } from '../../engine/protection.ts';
import type { RuleSignal } from '../../engine/rules/compiled-rules.ts';
import { leastRebalanceOrder, rotate } from '../../engine/rules/rotation.ts';
import { marginFor, type SizingInput, sizePosition, wholeLots } from '../../engine/sizing.ts';
import type { Rotation } from '../../shared/rule-document.ts';
import { istMinute } from '../../shared/time.ts';
import type { PositionRow } from '../db/schema.ts';
import { findInstrument, type MasterRow } from '../market/instrument-master.ts';
import type { OrderPath, RunIdentity } from './order-path.ts';
import { entryChargesOf, exitChargesAt } from './position-charges.ts';
import type { RunningTrick } from './running-trick.ts';

/** What the rules said of an instrument at a close. */
export interface Spoken {
  readonly symbol: string;
  readonly bar: Bar;
  readonly signal: RuleSignal;
}

/** An entry order that is wanted. */
export interface Entry {
  readonly symbol: string;
  readonly quantity: number;
  /** Price it is expected at, paise. */
  readonly price: number;
  readonly atr: DistanceAtr;
  readonly reason: string;
  /** Tells this intent from others of the trick in the instrument. */
  readonly key: string;
  readonly now: number;
}

export interface RebalancingNeeds {
  readonly execution: OrderPath;
  readonly run: RunIdentity;
  readonly sizing: (trick: RunningTrick, row: MasterRow, price: number, now: number) => SizingInput;
  readonly buy: (trick: RunningTrick, entry: Entry) => Promise<void>;
  readonly guard: (trick: RunningTrick, row: MasterRow, now: number) => string | null;
  readonly refuse: (trick: RunningTrick, symbol: string, reason: string, now: number) => Promise<void>;
}

/** What an open position would bring at a close: value less the charges of leaving it. */
const proceedsOf = (position: PositionRow, price: number, now: number): number =>
  position.quantity * price - exitChargesAt(position, price, now);

/**
 * Ranks the instruments of a running rotation on the first trading day of its period and places the orders: sales
 * first, then what is new, best first, then what is topped up. They fill at the next open, like a backtest's. Unlike
 * there, the quantities are fixed with the orders: an open away from the close makes the cash a little more or less.
 */
export class Rebalancing {
  private readonly needs: RebalancingNeeds;

  constructor(needs: RebalancingNeeds) {
    this.needs = needs;
  }

  /** At the close of a daily candle; does nothing on a day on which no rebalance is due. */
  async onClose(
    trick: RunningTrick,
    rotation: Rotation,
    spoken: readonly Spoken[],
    now: number,
  ): Promise<void> {
    const day = dayNumber(spoken[0]?.bar.time ?? now);
    if (!trick.isRebalanceDue(day, rotation.every)) return;
    const closes = new Map(spoken.map((one) => [one.symbol, one]));
    const held = trick.symbols.filter((symbol) => this.positionsOf(trick, symbol).length > 0);
    const orders = rotate({
      candidates: spoken
        .filter(({ signal }) => signal.entry && !signal.exit)
        .map(({ symbol, signal }) => ({ symbol, rank: signal.rank })),
      held,
      rotation,
    });
    const worth = this.worthOf(trick, closes);
    let freed = 0;
    for (const symbol of orders.leave) freed += await this.leave(trick, rotation, symbol, closes, now);
    const kept = rotation.reweigh ? orders.keep : [];
    for (const symbol of kept) freed += await this.trim(trick, rotation, symbol, closes, worth, now);
    let spent = 0;
    const budget = () => freed - spent;
    for (const symbol of orders.enter)
      spent += await this.enter(trick, rotation, closes.get(symbol), worth, budget(), null, now);
    for (const symbol of kept) {
      const missing = this.missingOf(trick, rotation, closes.get(symbol), worth);
      if (missing > 0)
        spent += await this.enter(trick, rotation, closes.get(symbol), worth, budget(), missing, now);
    }
  }

  private positionsOf(trick: RunningTrick, symbol: string): PositionRow[] {
    return this.needs.execution.positionsOf(trick.row.id, symbol);
  }

  /** Capital, results so far and open positions at their last closes; paise. */
  private worthOf(trick: RunningTrick, closes: ReadonlyMap<string, Spoken>): number {
    let worth = trick.row.capital + trick.realised;
    for (const symbol of trick.symbols)
      for (const position of this.positionsOf(trick, symbol)) {
        const average = position.entry_value / position.entry_quantity;
        const close = closes.get(symbol)?.bar.close ?? average;
        const charges = chargePaise(totalCharges(entryChargesOf(position)));
        worth += Math.round((close - average) * position.quantity) - charges;
      }
    return worth;
  }

  private async leave(
    trick: RunningTrick,
    rotation: Rotation,
    symbol: string,
    closes: ReadonlyMap<string, Spoken>,
    now: number,
  ): Promise<number> {
    let freed = 0;
    const bar = closes.get(symbol)?.bar;
    const reason = `No longer among the best ${rotation.hold} at ${istMinute(now)}`;
    for (const position of this.positionsOf(trick, symbol)) {
      await this.needs.execution.exit(
        position.id,
        'exit',
        reason,
        now,
        `${this.needs.run.runId}:${position.id}:rotation:${bar?.time ?? now}`,
      );
      freed += bar ? proceedsOf(position, bar.close, now) : 0;
    }
    return freed;
  }

  /** Shares that a holding is short of its equal part; negative when it has too many, 0 when it is not worth an order. */
  private missingOf(
    trick: RunningTrick,
    rotation: Rotation,
    spoken: Spoken | undefined,
    worth: number,
  ): number {
    if (!spoken) return 0;
    const { close } = spoken.bar;
    const quantity = this.positionsOf(trick, spoken.symbol).reduce((sum, row) => sum + row.quantity, 0);
    const missing = worth / rotation.hold / close - quantity;
    const whole = wholeLots(Math.abs(missing), 1);
    return whole * close < leastRebalanceOrder(worth) ? 0 : Math.sign(missing) * whole;
  }

  private async trim(
    trick: RunningTrick,
    rotation: Rotation,
    symbol: string,
    closes: ReadonlyMap<string, Spoken>,
    worth: number,
    now: number,
  ): Promise<number> {
    const spoken = closes.get(symbol);
    let tooMany = -this.missingOf(trick, rotation, spoken, worth);
    let freed = 0;
    for (const position of this.positionsOf(trick, symbol)) {
      if (tooMany <= 0 || !spoken) break;
      const quantity = Math.min(tooMany, position.quantity);
      await this.needs.execution.exit(
        position.id,
        'exit',
        `Back to its equal part at ${istMinute(now)}`,
        now,
        `${this.needs.run.runId}:${position.id}:reweigh:${spoken.bar.time}`,
        quantity,
      );
      tooMany -= quantity;
      freed += quantity * spoken.bar.close;
    }
    return freed;
  }

  /** Buys an equal part, or the shares that are missing to one. Answers what it will cost, charges included. */
  private async enter(
    trick: RunningTrick,
    rotation: Rotation,
    spoken: Spoken | undefined,
    worth: number,
    budget: number,
    missing: number | null,
    now: number,
  ): Promise<number> {
    const row = spoken && findInstrument(spoken.symbol);
    if (!spoken || !row) return 0;
    const { symbol, bar, signal } = spoken;
    const refusal = missing === null ? this.needs.guard(trick, row, now) : null;
    const sizing = this.needs.sizing(trick, row, bar.close, now);
    const sized = sizePosition({
      ...sizing,
      size: missing === null ? sizing.size : { kind: 'fixed', quantity: missing },
      capital: worth,
      parts: rotation.hold,
      cash: sizing.cash + budget,
    });
    const problem = refusal ?? (sized.ok ? null : sized.failure.message);
    if (problem !== null || !sized.ok) {
      if (problem !== null) await this.needs.refuse(trick, symbol, problem, now);
      return 0;
    }
    const quantity = sized.value;
    const cost = marginFor(quantity, bar.close, sizing.marginPercent);
    if (cost < leastRebalanceOrder(worth)) return 0;
    await this.needs.buy(trick, {
      symbol,
      quantity,
      price: bar.close,
      atr: signal.atr,
      reason: `Among the best ${rotation.hold} at ${istMinute(now)}`,
      key: `rotation:${bar.time}`,
      now,
    });
    return cost + sizing.chargesOn(quantity);
  }
}
