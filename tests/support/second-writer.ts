import type { KyselyPlugin, QueryId } from 'kysely';
import type { Database, Transaction } from '../../src/backend/db/database.ts';

/** Write of another writer, and the statement after which it comes. */
export interface Between {
  /** Of the SQL of the statement. */
  readonly after: RegExp;
  readonly write: (tx: Transaction) => Promise<unknown>;
}

/**
 * A transaction between two of whose statements another writer commits, once. On SQLite none can; on a server with
 * several writers one can. Here what it writes is written in the same transaction.
 */
export const interrupted = (tx: Transaction, { after, write }: Between): Transaction => {
  const matching = new WeakSet<QueryId>();
  let hasCome = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (after.test(tx.query.getExecutor().compileQuery(node, queryId).sql)) matching.add(queryId);
      return node;
    },
    transformResult: async ({ queryId, result }) => {
      if (hasCome || !matching.has(queryId)) return result;
      hasCome = true;
      await write(tx);
      return result;
    },
  };
  return { query: tx.query.withPlugin(plugin), afterCommit: (action) => tx.afterCommit(action) };
};

/** A database whose writes are interrupted so: another writer comes between once. */
export const withSecondWriter = (database: Database, { after, write }: Between): Database => {
  let hasCome = false;
  const once = async (tx: Transaction): Promise<void> => {
    if (hasCome) return;
    hasCome = true;
    await write(tx);
  };
  return {
    ...database,
    write: (of, work, isUrgent) =>
      database.write(of, (tx) => work(interrupted(tx, { after, write: once })), isUrgent),
  };
};
