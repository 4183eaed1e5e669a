import type { DatabaseSync } from 'node:sqlite';
import { CHANGES_OF_STRATEGIES, type ChangedStrategies } from '../strategy-changes.ts';

/**
 * Notes by triggers which strategies are changed over a connection. So no writer has to report it. After a rollback it
 * may have noted more than has changed, never less.
 */
export class SqliteNotices {
  private ids = new Set<number>();
  private owners = new Set<number>();

  /** Follows a connection whose database is migrated. */
  constructor(writer: DatabaseSync) {
    writer.function('strategy_changed', (id, ownerId) => {
      this.ids.add(Number(id));
      this.owners.add(Number(ownerId));
      return null;
    });
    for (const [index, [table, what, note]] of CHANGES_OF_STRATEGIES.entries())
      writer.exec(
        `create temp trigger strategy_change_${index} after ${what} on main.${table} begin ${note} end`,
      );
  }

  /** Returns what was noted, and forgets it. */
  drain(): ChangedStrategies {
    const changed = { ids: this.ids, owners: this.owners };
    this.ids = new Set();
    this.owners = new Set();
    return changed;
  }
}
