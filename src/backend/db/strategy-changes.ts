import type { DatabaseSync } from 'node:sqlite';

/** Strategies of which a commit has changed something that is shown of them to others. */
export type OnStrategiesChanged = (strategyIds: ReadonlySet<number>) => void;

/** What is noted: rows of strategies and of those they are copies of, followers, results, and the names of authors. */
const FACTS = [
  ['tricks', 'insert', 'select strategy_changed(new.id); select strategy_changed(new.parent_id);'],
  ['tricks', 'update', 'select strategy_changed(new.id); select strategy_changed(new.parent_id);'],
  ['follows', 'insert', 'select strategy_changed(new.trick_id);'],
  ['follows', 'delete', 'select strategy_changed(old.trick_id);'],
  ['strategy_results', 'insert', 'select strategy_changed(new.trick_id);'],
  ['strategy_results', 'delete', 'select strategy_changed(old.trick_id);'],
  ['users', 'update of full_name', 'select strategy_changed(id) from tricks where owner_id = new.id;'],
] as const;

/**
 * Follows what is written over a connection, whoever writes it: the facts themselves say which strategies they change,
 * so that no writer has to think of those who have something in memory. Told after the commit; of what is rolled back
 * more may be told than has changed, never less.
 */
export class StrategyChanges {
  private readonly listeners: OnStrategiesChanged[] = [];
  private noted = new Set<number>();

  /** Follows a connection whose database is migrated. */
  constructor(writer: DatabaseSync) {
    writer.function('strategy_changed', (id) => {
      if (id !== null) this.noted.add(Number(id));
      return null;
    });
    for (const [index, [table, what, note]] of FACTS.entries())
      writer.exec(
        `create temp trigger strategy_change_${index} after ${what} on main.${table} begin ${note} end`,
      );
  }

  follow(listener: OnStrategiesChanged): void {
    this.listeners.push(listener);
  }

  /** Tells what was noted; for the moment after a commit. */
  committed(): void {
    if (this.noted.size === 0) return;
    const changed = this.noted;
    this.noted = new Set();
    for (const listener of this.listeners) listener(changed);
  }
}
