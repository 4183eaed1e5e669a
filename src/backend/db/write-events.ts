/** Steps of the writes of a database, for metrics. */
export type WriteEvent =
  /** A command waits for its turn. */
  | { readonly type: 'queued' }
  /** So many commands that waited run now, and share one commit. */
  | { readonly type: 'begun'; readonly commands: number }
  | { readonly type: 'ended'; readonly ms: number; readonly isCommitted: boolean }
  /** A command runs again, because another transaction was in its way. SQLite has one writer, and no such thing. */
  | { readonly type: 'retried' };

export type OnWrite = (event: WriteEvent) => void;
