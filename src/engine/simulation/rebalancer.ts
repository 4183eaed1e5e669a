import type { Rotation, Size } from '../../shared/rule-document.ts';
import { MARGIN_PERCENT, lotSizeOn } from '../instrument.ts';
import { isRebalanceDue, leastRebalanceOrder, rotate } from '../rules/rotation.ts';
import { wholeLots } from '../sizing.ts';
import type { Account } from './account.ts';
import type { Lane } from './lane.ts';
import type { SimulationInput } from './simulation.ts';

/** Ranks the instruments of a rotation when it is due and says what to sell and buy at the next open. */
export class Rebalancer {
  /** Lanes with an entry to fill: what is new first, best first, then what is topped up. */
  entering: readonly Lane[] = [];
  private readonly input: SimulationInput;
  private readonly rotation: Rotation;
  private readonly lanes: ReadonlyMap<string, Lane>;
  private readonly account: Account;
  private lastDay: number | null = null;

  constructor(input: SimulationInput, rotation: Rotation, lanes: readonly Lane[], account: Account) {
    this.input = input;
    this.rotation = rotation;
    this.lanes = new Map(lanes.map((lane) => [lane.position.instrument.symbol, lane]));
    this.account = account;
  }

  /** At the last close of a trading day. Must hear of every day; `isActing` false only counts it. */
  closeDay(day: number, isActing: boolean): void {
    const isDue = isRebalanceDue(this.lastDay, day, this.rotation.every);
    this.lastDay = day;
    if (isDue && isActing) this.rebalance(day);
  }

  private rebalance(day: number): void {
    const lanes = [...this.lanes.values()];
    const symbolOf = (lane: Lane) => lane.position.instrument.symbol;
    const orders = rotate({
      candidates: lanes
        .filter((lane) => lane.day === day && lane.entryFires && !lane.exitFires)
        .map((lane) => ({ symbol: symbolOf(lane), rank: lane.rank })),
      held: lanes.filter((lane) => lane.position.isOpen).map(symbolOf),
      rotation: this.rotation,
    });
    const named = (symbols: readonly string[]) => symbols.flatMap((symbol) => this.lanes.get(symbol) ?? []);
    const worth = this.account.equity();
    for (const lane of named(orders.leave)) lane.pendingExit ??= 'rotation';
    const entering = named(orders.enter);
    for (const lane of entering) this.enter(lane, this.input.rules.document.size, worth);
    const kept = this.rotation.reweigh ? named(orders.keep) : [];
    for (const lane of kept) this.reweigh(lane, worth);
    this.entering = [...entering, ...kept.filter((lane) => lane.pendingEntry)];
  }

  private enter(lane: Lane, size: Size, worth: number): void {
    const { day, close, atr } = lane;
    lane.pendingEntry = {
      day,
      close,
      atr,
      size,
      capital: worth,
      least: leastRebalanceOrder(worth),
      rule: 'rotation',
    };
  }

  /** Sells or buys what a holding is away from its equal part, unless that is not worth an order. */
  private reweigh(lane: Lane, worth: number): void {
    const { marginPercent = MARGIN_PERCENT } = this.input;
    const { position, close } = lane;
    const unit = (close * marginPercent[position.instrument.kind]) / 100;
    const missing = worth / this.rotation.hold / unit - position.quantity;
    const quantity = wholeLots(Math.abs(missing), lotSizeOn(position.instrument, lane.time));
    if (quantity === 0 || quantity * unit < leastRebalanceOrder(worth)) return;
    if (missing < 0) lane.pendingTrim = quantity;
    else this.enter(lane, { kind: 'fixed', quantity }, worth);
  }
}
