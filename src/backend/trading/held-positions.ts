import type { PositionRow } from '../db/schema.ts';

/** Open positions by their ids, found by strategy and by user too. A position never changes either. */
export class HeldPositions<Held extends { readonly row: PositionRow }> extends Map<number, Held> {
  private readonly byStrategy = new Map<number, Set<number>>();
  private readonly byUser = new Map<number, Set<number>>();

  override set(id: number, held: Held): this {
    const { strategy_id: strategyId, user_id: userId } = held.row;
    add(this.byStrategy, strategyId, id);
    add(this.byUser, userId, id);
    return super.set(id, held);
  }

  override delete(id: number): boolean {
    const held = this.get(id);
    if (!held) return false;
    remove(this.byStrategy, held.row.strategy_id, id);
    remove(this.byUser, held.row.user_id, id);
    return super.delete(id);
  }

  /** Positions of a strategy, in the order in which they were opened. */
  rowsOfStrategy(strategyId: number): PositionRow[] {
    return this.rowsOf(this.byStrategy.get(strategyId));
  }

  /** Positions of a user, in the order in which they were opened. */
  rowsOfUser(userId: number): PositionRow[] {
    return this.rowsOf(this.byUser.get(userId));
  }

  private rowsOf(ids: ReadonlySet<number> | undefined): PositionRow[] {
    const rows: PositionRow[] = [];
    for (const id of ids ?? []) {
      const held = this.get(id);
      if (held) rows.push(held.row);
    }
    return rows;
  }
}

const add = (index: Map<number, Set<number>>, key: number, id: number): void => {
  const ids = index.get(key);
  if (ids) ids.add(id);
  else index.set(key, new Set([id]));
};

const remove = (index: Map<number, Set<number>>, key: number, id: number): void => {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
};
