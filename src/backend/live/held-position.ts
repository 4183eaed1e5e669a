import type { Protection } from '../../engine/protection.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { PositionRow } from '../db/schema.ts';

/** A live position in memory, as it was last written, with its protection since. */
export interface HeldPosition {
  row: PositionRow;
  protection: Protection;
  readonly instrument: BrokerInstrument;
}

/** What is held, by id in the order it came, and by symbol: a tick asks for its own only. */
export class HeldPositions {
  private readonly byId = new Map<number, HeldPosition>();
  private readonly bySymbol = new Map<string, Set<number>>();

  get(positionId: number): HeldPosition | undefined {
    return this.byId.get(positionId);
  }

  all(): HeldPosition[] {
    return [...this.byId.values()];
  }

  in(symbol: string): HeldPosition[] {
    return [...(this.bySymbol.get(symbol) ?? [])].flatMap((id) => this.byId.get(id) ?? []);
  }

  set(held: HeldPosition): void {
    const { id, symbol } = held.row;
    this.byId.set(id, held);
    const ids = this.bySymbol.get(symbol) ?? new Set();
    this.bySymbol.set(symbol, ids.add(id));
  }

  delete(positionId: number): void {
    const held = this.byId.get(positionId);
    if (!held) return;
    this.byId.delete(positionId);
    const { symbol } = held.row;
    const ids = this.bySymbol.get(symbol);
    ids?.delete(positionId);
    if (ids?.size === 0) this.bySymbol.delete(symbol);
  }
}
