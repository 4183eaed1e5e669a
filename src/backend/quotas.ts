import { formatCount } from '../shared/money.ts';
import { STRATEGY_STATUS } from '../shared/strategy-status.ts';
import type { Database, Transaction } from './db/database.ts';
import { Refusal } from './refusal.ts';

/** How much of what costs everybody one account may have; each far above what a person uses. */
export const QUOTAS = {
  strategies: 500,
  runningStrategies: 50,
  waitingBacktests: 100,
  ownBaskets: 200,
  /** Windows and computers that hear of what happens. */
  streams: 16,
  attachedBytes: 200 * 1024 * 1024,
  /** A bar takes 28 bytes: some 500 MB. */
  importedBars: 20_000_000,
  /** Fifty active years; the tax report of so many takes a thread some six seconds and a gigabyte. */
  tradebookRows: 250_000,
} as const;

const requireRoom = (count: number, most: number, sentence: string): void => {
  if (count > most) throw new Refusal('refused', sentence);
};

const mostOf = (most: number, what: string, remedy: string): string =>
  `An account may have ${formatCount(most)} ${what} at most. ${remedy}`;

/** Asked when one has been added. @throws Refusal `refused` */
export const requireStrategyQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { count } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.strategies;
  requireRoom(count, most, mostOf(most, 'strategies', 'Remove some that you no longer need.'));
};

/** Asked when one has been started. @throws Refusal `refused` */
export const requireRunningQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { count } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('status', '=', STRATEGY_STATUS.running)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.runningStrategies;
  requireRoom(count, most, mostOf(most, 'running strategies', 'Stop one first.'));
};

/** Asked when one has been made; one that its owner has held and closed counts no more. @throws Refusal `refused` */
export const requireBasketQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const closed = query
    .selectFrom('basket_holdings')
    .select('definition_id')
    .where('user_id', '=', userId)
    .groupBy('definition_id')
    .having((eb) => eb(eb.fn.count('closed_at'), '=', eb.fn.countAll()));
  const { count } = await query
    .selectFrom('basket_definitions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('id', 'not in', closed)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.ownBaskets;
  const remedy = 'Close one first; one that was never opened makes room once it has been opened and closed.';
  requireRoom(count, most, mostOf(most, 'own baskets that are not closed', remedy));
};

/** Asked when a run has been taken in. @throws Refusal `refused` */
export const requireBacktestQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { count } = await query
    .selectFrom('backtest_runs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  const most = QUOTAS.waitingBacktests;
  requireRoom(count, most, mostOf(most, 'waiting backtests', 'Wait until some are done.'));
};

/** Asked when files have been attached. @throws Refusal `refused` */
export const requireAttachmentQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { bytes } = await query
    .selectFrom('attachments')
    .innerJoin('ticket_messages', 'ticket_messages.id', 'attachments.message_id')
    .innerJoin('tickets', 'tickets.id', 'ticket_messages.ticket_id')
    .select((eb) => eb.fn.sum<number | null>('attachments.bytes').as('bytes'))
    .where('tickets.user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.attachedBytes;
  const sentence = mostOf(most / (1024 * 1024), 'MB of attachments', 'Send this one without a file.');
  requireRoom(bytes ?? 0, most, sentence);
};

/** Asked when bars have been imported. @throws Refusal `refused` */
export const requireHistoryQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { bars } = await query
    .selectFrom('candle_chunks')
    .select((eb) => eb.fn.sum<number | null>('bars').as('bars'))
    .where('owner_id', '=', userId)
    .where('source', '=', 'replay')
    .executeTakeFirstOrThrow();
  const most = QUOTAS.importedBars;
  requireRoom(bars ?? 0, most, mostOf(most, 'imported candles', 'Nothing of this import is kept.'));
};

/** Asked before rows of tradebooks are kept. @throws Refusal `refused` */
export const requireTradebookQuota = async (
  { read }: Pick<Database, 'read'>,
  userId: number,
  fresh: number,
): Promise<void> => {
  const { rows } = await read
    .selectFrom('tradebook_files')
    .select((eb) => eb.fn.sum<number | null>('rows_kept').as('rows'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.tradebookRows;
  const remedy = 'Nothing of this import is kept. Take out a file that you no longer need first.';
  // What is there already may be more than that: a file that brings nothing new does no harm.
  if (fresh > 0) requireRoom((rows ?? 0) + fresh, most, mostOf(most, 'imported tradebook rows', remedy));
};
