import type { DatabaseSync } from 'node:sqlite';

/** Strategies whose shown data a commit has changed, and their owners. */
export interface ChangedStrategies {
  readonly ids: ReadonlySet<number>;
  readonly owners: ReadonlySet<number>;
}

export type OnStrategiesChanged = (changed: ChangedStrategies) => void;

/** Statement that notes a strategy and all versions of its publication. The versions share their followers. */
const noteOf = (strategyId: string) =>
  `select strategy_changed(id, owner_id) from strategies where id = ${strategyId} or id in (
    select other.strategy_id from strategy_versions as mine
    join strategy_versions as other on other.publication_id = mine.publication_id
    where mine.strategy_id = ${strategyId});`;
const NOTE_NEW = `select strategy_changed(new.id, new.owner_id); ${noteOf('new.parent_id')}`;

/**
 * Changes that are noted: of rows of strategies and of those they are copies of, of followers, results, and the names
 * of authors.
 */
const FACTS = [
  ['strategies', 'insert', NOTE_NEW],
  ['strategies', 'update', NOTE_NEW],
  // A copy that goes over to another version leaves the one that it was made of.
  ['strategies', 'update of parent_id', noteOf('old.parent_id')],
  ['strategy_versions', 'insert', noteOf('new.strategy_id')],
  ['follows', 'insert', noteOf('new.strategy_id')],
  ['follows', 'delete', noteOf('old.strategy_id')],
  ['strategy_results', 'insert', noteOf('new.strategy_id')],
  ['strategy_results', 'update', noteOf('new.strategy_id')],
  ['strategy_results', 'delete', noteOf('old.strategy_id')],
  [
    'users',
    'update of full_name',
    'select strategy_changed(id, owner_id) from strategies where owner_id = new.id;',
  ],
] as const;

/**
 * Follows what is written over a connection, whoever writes it: the facts themselves say which strategies they change,
 * so that no writer has to think of those who have something in memory. Told after the commit; of what is rolled back
 * more may be told than has changed, never less.
 */
export class StrategyChanges {
  private readonly listeners: OnStrategiesChanged[] = [];
  private ids = new Set<number>();
  private owners = new Set<number>();

  /** Follows a connection whose database is migrated. */
  constructor(writer: DatabaseSync) {
    writer.function('strategy_changed', (id, ownerId) => {
      this.ids.add(Number(id));
      this.owners.add(Number(ownerId));
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

  /** Publish what was noted; for the moment after a commit. */
  committed(): void {
    if (this.ids.size === 0) return;
    const changed = { ids: this.ids, owners: this.owners };
    this.ids = new Set();
    this.owners = new Set();
    for (const listener of this.listeners) listener(changed);
  }
}
