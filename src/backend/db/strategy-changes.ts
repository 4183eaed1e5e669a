/** Strategies whose shown data a commit has changed, and their owners. */
export interface ChangedStrategies {
  readonly ids: ReadonlySet<number>;
  readonly owners: ReadonlySet<number>;
}

/**
 * Changes as they are reported: of a commit of this process, or of another one. `anything` stands for commits of others
 * of which nobody knows.
 */
export interface ReportedChange extends ChangedStrategies {
  readonly of: 'own commit' | 'commit elsewhere' | 'anything';
}

export type OnStrategiesChanged = (changed: ReportedChange) => void;

const NOTHING: ReadonlySet<number> = new Set();
/** Whatever is cached of strategies may be out of date. */
export const ANYTHING_CHANGED: ReportedChange = { ids: NOTHING, owners: NOTHING, of: 'anything' };

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
export const CHANGES_OF_STRATEGIES = [
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

/** Reports after each commit which strategies it has changed. What is rolled back may be reported too. */
export class StrategyChanges {
  private readonly listeners: OnStrategiesChanged[] = [];

  follow(listener: OnStrategiesChanged): void {
    this.listeners.push(listener);
  }

  /** Publish what a commit of this process has changed. */
  committed(changed: ChangedStrategies): void {
    if (changed.ids.size > 0) this.report({ ...changed, of: 'own commit' });
  }

  report(changed: ReportedChange): void {
    for (const listener of this.listeners) listener(changed);
  }
}
