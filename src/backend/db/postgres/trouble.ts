/** A commit whose answer was lost: the change may be saved, or not. */
export class CommitUnknown extends Error {
  override readonly name = 'CommitUnknown';

  constructor(cause: unknown) {
    super(
      'The database broke off while this was being saved, so it is not known whether it was. Look before you try again.',
      { cause },
    );
  }
}

const AWAY = 'The database cannot be reached, so nothing was saved. Try again in a moment.';

/** The database cannot be reached, or the connection to it broke off. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    super(AWAY, { cause });
  }
}

const NETWORK = /^(?:ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/;
const BROKEN_OFF =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout/i;
/** The server ends the connection: it stops, or its patience with a holder of locks has ended. */
const ENDED = /^(?:08|57P0|25P03)/;
const CONNECTION_FAILURE = '08006';

/** Code of a failure that the server itself has reported; empty for all others. */
const codeOf = (error: unknown): string => {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && typeof severity === 'string' ? code : '';
};

const isOfNetwork = (error: unknown): boolean =>
  NETWORK.test(String((error as { code?: unknown } | null)?.code)) ||
  (error instanceof Error && BROKEN_OFF.test(error.message));

/**
 * Talks to the server.
 * @throws DatabaseAway in place of what the network says; what the server says comes as it is
 */
export const inWords = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw isOfNetwork(error) ? new DatabaseAway(error) : error;
  }
};

/** Whether the server cannot be reached, or has let the connection go. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof DatabaseAway || ENDED.test(codeOf(error));

const IDLE_TOO_LONG = '25P03';
const NOT_QUERYABLE = /not queryable/i;

/** Whether a transaction is undone because its connection was lost. What was asked last never began. */
export const isUndone = (error: unknown): boolean =>
  codeOf(error) === IDLE_TOO_LONG ||
  (error instanceof DatabaseAway && error.cause instanceof Error && NOT_QUERYABLE.test(error.cause.message));

const STALE_PLAN = /cached plan must not change result type/;

/**
 * Whether a prepared statement is out of date: a newer program has added a column meanwhile. Nothing of it was done, and
 * prepared anew it runs.
 */
export const isStalePlan = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && STALE_PLAN.test(error.message);

/** A transaction was undone that may run again: it met another, or a statement of it was out of date. */
export const isToRepeat = (error: unknown): boolean =>
  ['40001', '40P01'].includes(codeOf(error)) || isStalePlan(error);

/** Whether the server says that its data is damaged. */
export const isPostgresDamaged = (error: unknown): boolean => /^XX00[12]$/.test(codeOf(error));

interface Trouble {
  readonly codes: RegExp;
  readonly sentence: string;
  /** Said where a part of the work was saved before. */
  readonly inPart: string;
}

const DAMAGED = 'The database is damaged. Restore a backup.';

const TROUBLES: readonly Trouble[] = [
  {
    codes: /^53100$/,
    sentence: 'The disk of the database is full, so nothing was saved. Free some space and try again.',
    inPart: 'The disk of the database is full, so not everything was saved. Free some space and try again.',
  },
  {
    codes: /^58030$/,
    sentence:
      'The disk of the database could not be written, so nothing was saved. Check the disk and try again.',
    inPart:
      'The disk of the database could not be written, so not everything was saved. Check the disk and try again.',
  },
  {
    codes: /^(?:55P03|57014|40001|40P01)$/,
    sentence: 'The database is busy, so nothing was saved. Try again in a moment.',
    inPart: 'The database is busy, so not everything was saved. Try again in a moment.',
  },
  {
    // Too many connections, no memory, or a program limit.
    codes: /^(?:53|54)/,
    sentence: 'The database has no room for more at the moment, so nothing was saved. Try again in a moment.',
    inPart:
      'The database has no room for more at the moment, so not everything was saved. Try again in a moment.',
  },
  {
    codes: /^25006$/,
    sentence: 'The database takes no changes at the moment, so nothing was saved. Try again in a moment.',
    inPart:
      'The database takes no changes at the moment, so not everything was saved. Try again in a moment.',
  },
  {
    codes: ENDED,
    sentence: AWAY,
    inPart: 'The database cannot be reached, so not everything was saved. Try again in a moment.',
  },
  { codes: /^XX00[12]$/, sentence: DAMAGED, inPart: DAMAGED },
];

const troubleOf = (error: unknown): Trouble | undefined => {
  const code = error instanceof DatabaseAway ? CONNECTION_FAILURE : codeOf(error);
  return TROUBLES.find(({ codes }) => codes.test(code));
};

/** A sentence for a refusal of PostgreSQL's own; null when it is not one of those. */
export const postgresTrouble = (error: unknown): string | null =>
  error instanceof CommitUnknown ? error.message : (troubleOf(error)?.sentence ?? null);

/** `postgresTrouble` of work of which a part was saved before. */
export const postgresTroubleInPart = (error: unknown): string | null =>
  error instanceof CommitUnknown ? error.message : (troubleOf(error)?.inPart ?? null);
