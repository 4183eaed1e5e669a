import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import { istMidnight } from '../../shared/time.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerCredentials } from '../brokers/broker-link.ts';
import { type Transaction } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { OwnUsers } from '../cluster/own-users.ts';
import type { BrokerAccountRow, OrderRow, Schema, StrategyRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import { evaluatedRows } from '../trading/evaluated-strategies.ts';
import { writeExitIntent } from './exit-intents.ts';
import { requireNoGtt } from './gtt/require-no-gtt.ts';
import { FLATTENED, flattenKey, LiveAccount, type LiveAccountDeps } from './live-account.ts';
import { masked, requireUnlinked, requireUnlinkedInTurn } from './linked-once.ts';
import type { LiveRun } from './live-run.ts';
import { liveRunId } from './live-run-id.ts';
import { MorningLogin } from './morning-login.ts';
import { ownedTurn } from './owned-turn.ts';

const NOT_READ = 'What was stored of your account at Angel One cannot be read here. Link it again.';
const BEING_CONNECTED = 'Your account at Angel One is still being taken up; try again in a moment.';
/** Turns of the clock before an account's failed connection is retried. */
const TURNS_BETWEEN_TRIES = 5;
/** How long a stop or sale waits for an account being connected. */
const CONNECT_PATIENCE_MS = 5_000;
const LINKED_ONLY = 'Angel One is linked, but not connected yet. TrickDesk tries again by itself.';
const UNTIL_THEN =
  'Until then your live strategies buy and sell nothing, and your positions have only the stops that rest at the broker.';

/** Require an empty account, since nothing would look after what is left. @throws Refusal `refused` if it is not */
const requireNothingThere = ({ run: { execution } }: LiveAccount): void => {
  const open = execution.openPositions().length;
  if (open > 0)
    throw new Refusal(
      'refused',
      `${open === 1 ? 'One live position is' : `${open} live positions are`} open there. Close them first.`,
    );
  const order = execution.orders.all().find(({ state }) => state !== 'intended');
  if (order) throw mayStillFill(order);
};

const mayStillFill = ({ side, quantity, symbol }: Pick<OrderRow, 'side' | 'quantity' | 'symbol'>): Refusal =>
  new Refusal(
    'refused',
    `An order to ${side} ${quantity} ${symbol} may still fill there. Cancel it, or settle what became of it, first.`,
  );

/** Live order of a user that was sent today and may fill. What was sent on another day has ended there with it. */
const sentOrder = (db: Kysely<Schema>, userId: number, now: number) =>
  db
    .selectFrom('orders')
    .select(['side', 'quantity', 'symbol'])
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('state', 'in', WORKING_STATES)
    .where('sent_at', '>=', istMidnight(now))
    .limit(1)
    .executeTakeFirst();

/** @throws Refusal of leaving an account whose order was written after its orders were looked at */
const requireNothingSent = async (tx: Transaction, userId: number, now: number): Promise<void> => {
  const order = await sentOrder(tx.query, userId, now);
  if (order) throw mayStillFill(order);
};

/** Write the exit intents of a user who closes everything; `key` tells this wish from another. */
const writeFlatten = async (tx: Transaction, userId: number, key: string, at: number): Promise<void> => {
  const open = await tx.query
    .selectFrom('positions')
    .select(['id', 'run_id'])
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('status', '=', 'open')
    .execute();
  for (const row of open)
    await writeExitIntent(tx, {
      positionId: row.id,
      quantity: null,
      purpose: 'exit',
      reason: FLATTENED,
      decisionPrice: null,
      key: flattenKey(row, key),
      at,
    });
};

/** Sentence for one who has linked no broker. */
export const NOT_LINKED = 'No broker is linked. Link Angel One in your profile first.';

/** A linked account on its way to be taken up. */
interface PendingConnection {
  readonly row: BrokerAccountRow;
  going: Promise<void>;
  isUnderWay: boolean;
  /** Turns of the clock since the last try failed. */
  turns: number;
  /** The wish to close everything that is open, under its key; null while there is none. */
  flatten: string | null;
}

/** Every account linked to a real broker. Drives what trades on them by the clock. */
export class BrokerAccounts {
  private readonly deps: LiveAccountDeps & { readonly users: OwnUsers };
  private readonly accounts = new Map<number, LiveAccount>();
  /** Why the account of a user could not be taken up: what is stored of it cannot be read. */
  private readonly unreadable = new Map<number, string>();
  /** Accounts that are being taken up, or will be tried again. */
  private readonly connecting = new Map<number, PendingConnection>();
  private readonly opened = Promise.withResolvers<void>();
  private opening: Promise<void> | null = null;
  private isOpened = false;
  private readonly morning: MorningLogin;
  /**
   * Links and logins of a user come one after the other: two at once would leave an account that nobody can reach, or
   * end each other's session.
   */
  private readonly links = new KeyedLanes<number>();
  /** Turns of the clock that are under way. */
  private readonly inTurn = new Map<LiveAccount, Promise<void>>();

  constructor(deps: Omit<LiveAccountDeps, 'strategiesOf'> & { readonly users: OwnUsers }) {
    this.deps = { ...deps, strategiesOf: (userId) => this.strategiesOf(userId) };
    this.morning = new MorningLogin({
      ...deps,
      credentialsOf: (row) => this.credentialsOf(row),
      logIn: (account, credentials) => this.logInForTheDay(account, credentials),
    });
  }

  /**
   * Restore every account whose session still lives; the others wait for their owner. What could not be taken up, or
   * not even be read, is tried again with the turns of the clock.
   */
  open(): Promise<void> {
    this.opening ??= this.readAccounts().finally(() => (this.opening = null));
    return this.opening;
  }

  private async readAccounts(): Promise<void> {
    let rows: BrokerAccountRow[];
    try {
      const { database, users } = this.deps;
      rows = await database.read
        .selectFrom('broker_accounts')
        .selectAll()
        .where(users.among('user_id'))
        .execute();
    } catch (error) {
      this.deps.logger.error({ err: error }, 'the linked accounts could not be read');
      return;
    }
    this.isOpened = true;
    const going = rows.map((row) => this.resume(row));
    this.opened.resolve();
    await Promise.all(going);
  }

  /** Note that an account is to be connected from now on. */
  private scheduleConnect(row: BrokerAccountRow): PendingConnection {
    const pending: PendingConnection = {
      row,
      going: Promise.resolve(),
      isUnderWay: false,
      turns: 0,
      flatten: null,
    };
    this.connecting.set(row.user_id, pending);
    return pending;
  }

  /** Connect an account; failing or slow, it holds up no other. */
  private resume(row: BrokerAccountRow): Promise<void> {
    const pending = this.connecting.get(row.user_id) ?? this.scheduleConnect(row);
    pending.isUnderWay = true;
    pending.turns = 0;
    pending.going = this.links
      .run(row.user_id, () => this.connect(pending))
      .catch((error: unknown) =>
        this.deps.logger.error({ err: error, userId: row.user_id }, 'an account could not be taken up'),
      )
      .finally(() => (pending.isUnderWay = false));
    return pending.going;
  }

  private async connect(pending: PendingConnection): Promise<void> {
    const { row } = pending;
    // It was linked anew in the meantime.
    if (this.connecting.get(row.user_id) !== pending) return;
    const credentials = await this.readableOf(row);
    if (credentials) {
      const account =
        this.accounts.get(row.user_id) ?? (await this.assemble(row, credentials, await this.runIdOf(row)));
      try {
        // Its owner may have logged in between two tries.
        if (!account.run.isConnected) await account.resume();
      } catch (error) {
        // Only where the broker refuses the session is there nothing to try again: the next login opens another.
        if (!(error instanceof BrokerTrouble) || error.kind !== 'session') throw error;
        await account.sessionEnded(error.message);
      }
      if (pending.flatten !== null) await account.flatten(pending.flatten);
    }
    this.connecting.delete(row.user_id);
  }

  /** Wait a while for an account that is being connected. Null when there is none, or it is not up by then. */
  async whenConnected(userId: number): Promise<LiveAccount | null> {
    const up = this.opened.promise.then(() => this.connecting.get(userId)?.going);
    await Promise.race([up, delay(CONNECT_PATIENCE_MS, undefined, { ref: false })]);
    return this.accountOf(userId);
  }

  /**
   * Flatten an account once it is connected. It closes everything that is open, in this process or the next. False
   * when none is being connected.
   */
  async flattenOnceUp(userId: number, key: string): Promise<boolean> {
    const pending = this.connecting.get(userId);
    if (!pending) return false;
    pending.flatten ??= key;
    const { clock, writeForSure } = this.deps;
    await writeForSure(userId, (tx) => writeFlatten(tx, userId, pending.flatten ?? key, clock.now()));
    return true;
  }

  /** Why a linked account trades nothing now, as a sentence; null when it is up, or none is linked. */
  whyNotUp(userId: number): string | null {
    if (this.accounts.has(userId)) return null;
    return this.unreadable.get(userId) ?? (this.connecting.has(userId) ? BEING_CONNECTED : null);
  }

  /** The credentials of a stored account. Where they cannot be read its owner is told: nobody moves their stops now. */
  private async readableOf(row: BrokerAccountRow): Promise<BrokerCredentials | null> {
    const why = this.whyUnreadable(row);
    if (why === null) return this.credentialsOf(row);
    this.unreadable.set(row.user_id, why);
    await this.deps.database.write(row.user_id, (tx) =>
      this.deps.sinks.notify(tx, row.user_id, 'broker', {
        title: 'Angel One is not connected',
        body: `${why} ${UNTIL_THEN}`,
        link: '/profile/broker',
        isCritical: true,
      }),
    );
    return null;
  }

  /** Why an account's stored data cannot be read, as a sentence. Null when it can. */
  private whyUnreadable(row: BrokerAccountRow): string | null {
    try {
      return this.credentialsOf(row) ? null : NOT_READ;
    } catch (error) {
      if (error instanceof Refusal) return error.message;
      throw error;
    }
  }

  accountOf(userId: number): LiveAccount | null {
    return this.accounts.get(userId) ?? null;
  }

  /** @throws Refusal `refused` when no broker is linked */
  requireAccount(userId: number): LiveAccount {
    const account = this.accounts.get(userId);
    if (account) return account;
    throw new Refusal('refused', this.whyNotUp(userId) ?? NOT_LINKED);
  }

  runOf(userId: number): LiveRun | null {
    return this.accounts.get(userId)?.run ?? null;
  }

  /**
   * Logs in for real, and only then keeps the account. One that was linked before is replaced; all of it is written at
   * once, with what `alongside` writes.
   * @throws BrokerTrouble, Refusal `refused` while the old one holds something, or may still buy it
   */
  link(
    userId: number,
    credentials: BrokerCredentials,
    code: string | null,
    address: string | null,
    alongside: (tx: Transaction) => Promise<void> = () => Promise.resolve(),
  ): Promise<LiveAccount> {
    return this.links.run(userId, () => this.linkInTurn(userId, credentials, code, address, alongside));
  }

  private async linkInTurn(
    userId: number,
    credentials: BrokerCredentials,
    code: string | null,
    address: string | null,
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<LiveAccount> {
    const before = this.accounts.get(userId);
    await this.requireSameForGtt(this.deps.database.read, userId, credentials.clientCode);
    if (before) requireNothingThere(before);
    else await this.requireSameAccount(userId, credentials.clientCode);
    const { database, clock, sealer, linkBroker, ownership } = this.deps;
    const codeOf = (row: BrokerAccountRow) => this.credentialsOf(row)?.clientCode ?? null;
    const wanted = { userId, clientCode: credentials.clientCode, codeOf };
    await requireUnlinked(database.read, wanted);
    // Before anybody logs in: without the key nothing can be kept.
    const credentialsSealed = sealer.seal(JSON.stringify(credentials));
    const link = await linkBroker(credentials.apiKey);
    const session = await link.logIn(credentials, code, ownedTurn({ ownership, userId }, {}));
    // One may have been placed while the new account logged in.
    await this.requireSameForGtt(database.read, userId, credentials.clientCode);
    if (before) {
      requireNothingThere(before);
      // Nothing is entered there from here on. Where the new one cannot be written, the clock connects it again.
      before.run.disconnect();
    }
    const { row, runId } = await database.write(userId, async (tx) => {
      await requireUnlinkedInTurn(tx, wanted);
      await this.requireSameForGtt(tx.query, userId, credentials.clientCode);
      if (before) await requireNothingSent(tx, userId, clock.now());
      // The one of before; its credentials may be such as cannot be read here any more.
      await tx.query.deleteFrom('broker_accounts').where('user_id', '=', userId).execute();
      const written = await tx.query
        .insertInto('broker_accounts')
        .values({
          user_id: userId,
          broker_id: BROKER_ID.angelOne,
          client_code_masked: masked(credentials.clientCode),
          credentials_sealed: credentialsSealed,
          session_sealed: sealer.seal(JSON.stringify(session)),
          session_until: session.until,
          linked_at: clock.now(),
          last_error: null,
          registered_address: address,
          reminded_on: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await alongside(tx);
      return { row: written, runId: await liveRunId(tx, userId, clock.now()) };
    });
    // From here on it is linked: until it is there the clock tries again, and nothing trades as the one of before.
    this.unreadable.delete(userId);
    this.accounts.delete(userId);
    this.scheduleConnect(row);
    await before?.endSession();
    const account = await this.assemble(row, credentials, runId).catch((error: unknown) => {
      if (storageTrouble(error) === null) throw error;
      throw new Refusal('unavailable', LINKED_ONLY, { cause: error });
    });
    this.connecting.delete(userId);
    try {
      await account.resume();
    } catch (error) {
      // It is linked: the clock connects it as soon as something can be written.
      if (storageTrouble(error) === null) throw error;
      this.deps.logger.error({ err: error, userId }, 'a linked account could not be connected yet');
    }
    return account;
  }

  /** The session of the day for an account that is linked. @throws BrokerTrouble */
  async reconnect(userId: number, code: string | null): Promise<LiveAccount> {
    // Refused at once where there is none; it may be another account when its turn comes.
    this.requireAccount(userId);
    return this.links.run(userId, () => this.reconnectInTurn(userId, code));
  }

  private async reconnectInTurn(userId: number, code: string | null): Promise<LiveAccount> {
    const account = this.requireAccount(userId);
    const credentials = this.credentialsOf(account.row);
    if (!credentials) throw new Refusal('refused', NOT_READ);
    if (code === null && credentials.totpSecret === null)
      throw new Refusal('invalid', 'Enter the code of this moment.', { fields: { totp: 'enter the code' } });
    await account.logIn(credentials, code);
    return account;
  }

  /**
   * Log in, unless the owner has logged in or unlinked meanwhile. That may happen before it is its turn.
   * @throws BrokerTrouble
   */
  private logInForTheDay(account: LiveAccount, credentials: BrokerCredentials): Promise<void> {
    return this.links.run(account.userId, async () => {
      if (this.accounts.get(account.userId) === account && account.isSessionOver)
        await account.logIn(credentials, null);
    });
  }

  /**
   * Require the same account while something is open there: positions, or orders of today. Its credentials cannot be read
   * here any more, and only that account can look after them.
   * @throws Refusal `refused` when another one is to be linked
   */
  private async requireSameAccount(userId: number, clientCode: string): Promise<void> {
    const { read } = this.deps.database;
    const row = await read
      .selectFrom('broker_accounts')
      .select('client_code_masked')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row || row.client_code_masked === masked(clientCode)) return;
    const open = await read
      .selectFrom('positions')
      .select('id')
      .where('user_id', '=', userId)
      .where('mode', '=', 'live')
      .where('status', '=', 'open')
      .executeTakeFirst();
    if (open)
      throw new Refusal(
        'refused',
        `Live positions are open in the account ${row.client_code_masked}. Link that one again.`,
      );
    // A limit by hand rests for hours.
    const order = await sentOrder(read, userId, this.deps.clock.now());
    if (order)
      throw new Refusal(
        'refused',
        `An order to ${order.side} ${order.quantity} ${order.symbol} may still fill in the account ${row.client_code_masked}. Link that one again.`,
      );
  }

  /** Of two accounts the shown ends may be alike. @throws Refusal `refused` */
  private async requireSameForGtt(db: Kysely<Schema>, userId: number, clientCode: string): Promise<void> {
    const row = await db
      .selectFrom('broker_accounts')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const known = row && this.credentialsOf(row)?.clientCode;
    const isAnother = known !== undefined && known !== clientCode;
    await requireNoGtt(db, userId, isAnother ? null : masked(clientCode));
  }

  /** @throws Refusal `refused` while something is open there, or an order may still be */
  unlink(userId: number): Promise<void> {
    return this.links.run(userId, () => this.unlinkInTurn(userId));
  }

  private async unlinkInTurn(userId: number): Promise<void> {
    const account = this.requireAccount(userId);
    await requireNoGtt(this.deps.database.read, userId, null);
    // Nothing is waited for between these two: an order could be sent meanwhile.
    requireNothingThere(account);
    await account.logOut();
    const { database, clock } = this.deps;
    await database.write(userId, async (tx) => {
      // They may have been written while the session ended.
      await requireNoGtt(tx.query, userId, null);
      await requireNothingSent(tx, userId, clock.now());
      await tx.query.deleteFrom('broker_accounts').where('id', '=', account.row.id).execute();
    });
    this.accounts.delete(userId);
    // It would be taken up once more, and trade for somebody who has unlinked it.
    this.connecting.delete(userId);
  }

  hasTotpSecret(row: BrokerAccountRow): boolean {
    return (this.credentialsOf(row)?.totpSecret ?? null) !== null;
  }

  /** Start evaluating a strategy that is stored as running; false when it was stopped before it had started. */
  async startStrategy(row: StrategyRow): Promise<boolean> {
    return this.requireAccount(row.owner_id).run.start(row);
  }

  /** Evaluates a strategy that runs anew; an account that is not up begins with what is stored. @throws Refusal `conflict` */
  async restartStrategy(row: StrategyRow): Promise<void> {
    await this.accountOf(row.owner_id)?.run.restart(row);
  }

  /**
   * One turn of the clock for every account. A turn that takes longer than a second is not overtaken, and is waited for
   * by nobody: a broker that is slow for one account keeps the clock from no other.
   */
  everySecond(): Promise<void> {
    if (!this.isOpened) void this.open();
    for (const pending of this.connecting.values())
      if (!pending.isUnderWay && ++pending.turns >= TURNS_BETWEEN_TRIES) void this.resume(pending.row);
    for (const account of this.accounts.values()) {
      if (account.isCutOff && !this.connecting.has(account.userId)) this.scheduleConnect(account.row);
      this.morning.poll(account);
      if (!this.inTurn.has(account)) this.inTurn.set(account, this.turn(account));
    }
    return Promise.resolve();
  }

  private async turn(account: LiveAccount): Promise<void> {
    try {
      await account.everySecond();
    } catch (error) {
      this.deps.logger.error({ err: error, userId: account.userId }, 'a turn of an account failed');
    } finally {
      this.inTurn.delete(account);
    }
  }

  /** Ends every connection; the sessions stay, so that the next start goes on with them. */
  async close(): Promise<void> {
    await this.opening;
    await this.morning.settled();
    // One that is being taken up would connect after all the others have ended.
    await this.links.idle();
    await Promise.all(this.inTurn.values());
    for (const { run } of this.accounts.values()) {
      run.disconnect();
      run.runner.close();
      await run.settled();
    }
    await Promise.all([...this.accounts.values()].map(({ gtt }) => gtt.settled()));
  }

  private runIdOf({ user_id: userId }: BrokerAccountRow): Promise<number> {
    return this.deps.database.write(userId, (tx) => liveRunId(tx, userId, this.deps.clock.now()));
  }

  private async assemble(
    row: BrokerAccountRow,
    credentials: BrokerCredentials,
    runId: number,
  ): Promise<LiveAccount> {
    const account = new LiveAccount(this.deps, row, await this.deps.linkBroker(credentials.apiKey), runId);
    await account.run.restore();
    this.accounts.set(row.user_id, account);
    return account;
  }

  private credentialsOf(row: BrokerAccountRow): BrokerCredentials | null {
    const text = this.deps.sealer.unseal(row.credentials_sealed);
    return text === null ? null : (JSON.parse(text) as BrokerCredentials);
  }

  /** Strategies that run live or wait for their owner. Those that wait must still be able to leave. */
  private strategiesOf(userId: number): Promise<StrategyRow[]> {
    return evaluatedRows(this.deps.database.read, 'live')
      .selectAll('strategies')
      .where('owner_id', '=', userId)
      .orderBy('id')
      .execute();
  }
}
