import { formatCount } from '../shared/money.ts';
import { DAY_MS, istMidnight } from '../shared/time.ts';
import type { Database, Transaction } from './db/database.ts';
import { Refusal } from './refusal.ts';

/** Quotas of one account for what costs everybody; each far above what a person uses. */
export const QUOTAS = {
  strategies: 500,
  /** Removed ones too: what they traded needs their rules, so they are kept. */
  strategiesADay: 300,
  runningStrategies: 50,
  /** Of running strategies, for each share: the most costly take some 50 ms of every minute of the market. */
  runningIndicators: 3_000,
  waitingBacktests: 100,
  ownBaskets: 200,
  /** Windows and computers that hear of what happens; scripts have as many besides. */
  streams: 16,
  attachedBytes: 200 * 1024 * 1024,
  /** Pictures of trades. */
  picturedBytes: 200 * 1024 * 1024,
  /** A ticket is shown whole: so many messages are a megabyte or a few. */
  messagesOfTicket: 200,
  messagesADay: 100,
  /** Requests to be paid that wait: each is good for minutes. */
  waitingPayments: 20,
  /** A bar takes 28 bytes: some 500 MB. */
  importedBars: 20_000_000,
  /** Fetches from a broker, those that wait included. */
  openFetches: 100,
  /** Of imported files, one for each change of terms: some 750 MB. */
  importedContracts: 3_000_000,
  /** Of scripts, those that are good. */
  scriptKeys: 20,
  /** Revoked ones too: their log is kept. */
  scriptKeysADay: 50,
  /** Proposals of scripts that wait for their person. */
  waitingProposals: 20,
  /** Fifty active years; the tax report of so many takes a thread some six seconds and a gigabyte. */
  tradebookRows: 250_000,
} as const;

/** @throws Refusal `refused` with the sentence when there are more */
export const requireRoom = (count: number, most: number, sentence: string): void => {
  if (count > most) throw new Refusal('refused', sentence);
};

/** Sentence about a quota. */
export const mostOf = (most: number, what: string, remedy: string): string =>
  `An account may have ${formatCount(most)} ${what} at most. ${remedy}`;

/** Require room for strategies to be added to an account. @throws Refusal `refused` */
export const requireStrategyRoom = async (
  { query }: Transaction,
  userId: number,
  toBeAdded: number,
): Promise<void> => {
  const { count } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.strategies;
  requireRoom(count + toBeAdded, most, mostOf(most, 'strategies', 'Remove some that you no longer need.'));
};

/** Asked when one has been added. @throws Refusal `refused` */
export const requireStrategyQuota = async (tx: Transaction, userId: number, now: number): Promise<void> => {
  await requireStrategyRoom(tx, userId, 0);
  const { ofToday } = await tx.query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('ofToday'))
    .where('owner_id', '=', userId)
    .where('created_at', '>=', istMidnight(now))
    .executeTakeFirstOrThrow();
  const mostADay = QUOTAS.strategiesADay;
  requireRoom(
    ofToday,
    mostADay,
    `An account may add ${formatCount(mostADay)} strategies in a day. Add this one tomorrow.`,
  );
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

/** Asked when a request to be paid has been written. @throws Refusal `refused` */
export const requirePaymentQuota = async (
  { query }: Transaction,
  userId: number,
  now: number,
): Promise<void> => {
  const { count } = await query
    .selectFrom('payment_intents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    // No request is valid for a whole day, so older ones need not be read; an index leads to the rest.
    .where('created_at', '>', now - DAY_MS)
    .where('state', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.waitingPayments;
  const remedy = 'Pay one of them, or wait until it ends.';
  requireRoom(count, most, mostOf(most, 'payments that wait', remedy));
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

/** Asked when something has been written on a ticket; what support writes counts nowhere. @throws Refusal `refused` */
export const requireMessageQuota = async (
  { query }: Transaction,
  userId: number,
  ticketId: number,
  now: number,
): Promise<void> => {
  const today = istMidnight(now);
  const { ofTicket } = await query
    .selectFrom('ticket_messages')
    .select((eb) => eb.fn.countAll<number>().as('ofTicket'))
    .where('ticket_id', '=', ticketId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const [most, mostADay] = [QUOTAS.messagesOfTicket, QUOTAS.messagesADay];
  requireRoom(ofTicket, most, `A ticket takes ${formatCount(most)} of your messages. Raise a new ticket.`);
  const { ofToday } = await query
    .selectFrom('tickets')
    .innerJoin('ticket_messages', 'ticket_messages.ticket_id', 'tickets.id')
    .select((eb) => eb.fn.countAll<number>().as('ofToday'))
    .where('tickets.user_id', '=', userId)
    .where('tickets.updated_at', '>=', today)
    .where('ticket_messages.user_id', '=', userId)
    .where('ticket_messages.at', '>=', today)
    .executeTakeFirstOrThrow();
  requireRoom(
    ofToday,
    mostADay,
    `You may write ${formatCount(mostADay)} messages to support in a day. Write again tomorrow.`,
  );
};

const NOTHING_KEPT = 'Nothing of this import is kept.';

/** Asked when bars have been imported or fetched. @throws Refusal `refused` */
export const requireHistoryQuota = async (
  { query }: Transaction,
  userId: number,
  remedy = NOTHING_KEPT,
): Promise<void> => {
  const { bars } = await query
    .selectFrom('candle_chunks')
    .select((eb) => eb.fn.sum<number | null>('bars').as('bars'))
    .where('owner_id', '=', userId)
    .where('source', '=', 'replay')
    .executeTakeFirstOrThrow();
  const ofContracts = await query
    .selectFrom('contract_chunks')
    .select((eb) => eb.fn.sum<number | null>('bars').as('bars'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  const minutesOfContracts = await query
    .selectFrom('contract_minutes')
    .select((eb) => eb.fn.sum<number | null>('bars').as('bars'))
    .where('owner_id', '=', userId)
    .where('source', '=', 'file')
    .executeTakeFirstOrThrow();
  const most = QUOTAS.importedBars;
  requireRoom(
    [bars, ofContracts.bars, minutesOfContracts.bars].reduce<number>(
      (sum, some) => sum + Number(some ?? 0),
      0,
    ),
    most,
    mostOf(most, 'imported candles', remedy),
  );
};

/** Asked when futures and options have been imported. @throws Refusal `refused` */
export const requireContractQuota = async ({ query }: Transaction, userId: number): Promise<void> => {
  const { rows } = await query
    .selectFrom('contract_lists')
    .select((eb) => eb.fn.sum<number | null>('contracts').as('rows'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  const most = QUOTAS.importedContracts;
  const sentence = mostOf(most, 'imported futures and options', 'Nothing of this import is kept.');
  requireRoom(Number(rows ?? 0), most, sentence);
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
