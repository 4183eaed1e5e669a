import type { Rotation } from '../../shared/rule-document.ts';
import { MARGIN_PERCENT, lotSizeOn } from '../instrument.ts';
import { isRebalanceDue } from '../rules/rotation.ts';
import { planRebalance } from '../trading/rebalance.ts';
import type { OrderSimulator } from './order-simulator.ts';
import type { Lane } from './lane.ts';
import type { SimulationInput } from './simulation.ts';

/** Plan due rebalances of a rotation. Its lanes fill the orders at the next open. */
export class Rebalancer {
  /** Lanes with a purchase to fill, in the lanes' order. */
  entering: readonly Lane[] = [];
  private readonly input: SimulationInput;
  private readonly rotation: Rotation;
  private readonly lanes: ReadonlyMap<string, Lane>;
  private readonly simulator: OrderSimulator;
  private lastDay: number | null = null;

  constructor(input: SimulationInput, rotation: Rotation, lanes: readonly Lane[], simulator: OrderSimulator) {
    this.input = input;
    this.rotation = rotation;
    this.lanes = new Map(lanes.map((lane) => [lane.position.instrument.symbol, lane]));
    this.simulator = simulator;
  }

  /** At the last close of a trading day. Must hear of every day; `isActing` false only counts it. */
  closeDay(day: number, isActing: boolean): void {
    const isDue = isRebalanceDue(this.lastDay, day, this.rotation.every);
    this.lastDay = day;
    if (isDue && isActing) this.rebalance(day);
  }

  private rebalance(day: number): void {
    const { marginPercent = MARGIN_PERCENT } = this.input;
    const { rotation, simulator } = this;
    const { sales, purchases, refusals, least } = planRebalance({
      rotation,
      worth: simulator.account.equity(),
      lines: [...this.lanes].map(([symbol, lane]) => ({
        symbol,
        held: lane.position.quantity,
        close: lane.day === day ? lane.close : null,
        isCandidate: lane.entryFires && !lane.exitFires && (this.input.isMember?.(symbol, day) ?? true),
        rank: lane.rank,
        lotSize: lotSizeOn(lane.position.instrument, lane.time),
        marginPercent: marginPercent[lane.position.instrument.kind],
      })),
    });
    for (const { symbol, quantity, why } of sales) {
      const lane = this.lane(symbol);
      if (why === 'rebalance') lane.pendingTrim = quantity;
      else lane.pendingExit ??= 'rotation';
    }
    for (const { symbol, reason } of refusals) simulator.reject(this.lane(symbol), reason);
    this.entering = purchases.map(({ symbol, quantity }) => {
      const lane = this.lane(symbol);
      lane.pendingEntry = {
        side: lane.position.side,
        day,
        close: lane.close,
        atr: lane.atr,
        quantity,
        least,
        rule: 'rotation',
      };
      return lane;
    });
  }

  private lane(symbol: string): Lane {
    return this.lanes.get(symbol) as Lane;
  }
}
