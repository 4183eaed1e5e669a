import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Bar } from '../../engine/bars.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerTrouble } from '../brokers/broker.ts';
import type { BrokerCredentials, BrokerLink, BrokerSession, LinkBroker } from '../brokers/broker-link.ts';
import type { Clock } from '../clock.ts';
import type { Ownership } from '../cluster/ownership.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { BrokerAccountRow, OrderRow, PositionRow, Schema, StrategyRow } from '../db/schema.ts';
import { sendable } from '../../engine/trading/trading-day.ts';
import type { History } from '../market/history.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { type EventSinks, logTrading } from '../trading/announce.ts';
import type { MarketNews } from '../trading/market-news.ts';
import { leaveTogether } from '../trading/leave-together.ts';
import { soldLegsFirst } from '../trading/legs/leg-account.ts';
import { loadDayResult } from '../trading/day-result.ts';
import { GttOrders } from './gtt/gtt-orders.ts';
import { hasGttBuys } from './gtt/gtt-rows.ts';
import { DepositoryReminder } from './depository-reminder.ts';
import { heldPosition } from './held-position.ts';
import { LiveRun } from './live-run.ts';
import { lockLive, lockOf } from './live-lock.ts';
import { isLoginTime } from './morning.ts';
import { changeDenial, entryDenial, type EntrySituation } from './entry-guard.ts';
import { AccountMoney, type EntryMoney } from './entry-money.ts';
import type { Ticket } from './order-sending.ts';
import { ownedTurn, type OwnedOrders } from './owned-turn.ts';
import { type DeliveredSale, HOW_TO_AUTHORISE, type Sale, sharesInWords } from './sale-authorisation.ts';
import { entriesToday, riskLimitsOf } from './risk-guard.ts';

export interface LiveAccountDeps {
  /** In a house of several processes. */
  readonly ownership?: Ownership | undefined;
  readonly database: Database;
  readonly clock: Clock;
  readonly history: History;
  readonly sinks: EventSinks;
  readonly news?: MarketNews;
  readonly logger: Logger;
  readonly sealer: Sealer;
  readonly linkBroker: LinkBroker;
  /** A write that gives up the reserve on a full disk. */
  readonly writeForSure: Database['write'];
  /** Running live strategies of a user. */
  readonly strategiesOf: (userId: number) => Promise<StrategyRow[]>;
}

/** The strategy ids of a user's live baskets. They are rows beside the strategies. */
const basketAccounts = async ({ read }: Database, userId: number): Promise<ReadonlySet<number>> => {
  const rows = await read
    .selectFrom('strategies')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'basket')
    .where('mode', '=', 'live')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** The notice to its owner; `bare` are the shares of positions with a stop-loss that does not rest at the broker. */
const sessionOver = (withStop: number, bare: readonly string[]): string => {
  if (bare.length > 0)
    return `The session is over while live positions are open. No stop-loss rests at the broker for ${bare.join(', ')}, and nothing is sold for you until you reconnect.`;
  return withStop > 0
    ? 'The session is over while live positions are open. Their stop-losses rest at the broker until the day ends.'
    : 'The session is over. Nothing is bought or sold for you until you reconnect.';
};

/** Reason of entries that ended when live trading was stopped. */
export const STOPPED_ALL = 'Stopped with all live trading';

/** The reason of the kill switch's exits, and their keys. */
export const FLATTENED = 'Closed by the kill switch';
export const flattenKey = (row: Pick<PositionRow, 'id' | 'run_id'>, key: string): string =>
  `${row.run_id}:${row.id}:flatten:${key}`;

/** How long the kill switch waits for orders already sent. After that it responds. */
const WITHDRAW_PATIENCE_MS = 2_000;
/** Time between checks of the day's limits. */
const GUARD_EVERY_MS = 5_000;

/** A user's account at the broker: its session of the day, and what trades on it. */
export class LiveAccount {
  readonly run: LiveRun;
  /** Orders that wait at the broker over days. */
  readonly gtt: GttOrders;
  readonly userId: number;
  row: BrokerAccountRow;
  private readonly deps: LiveAccountDeps;
  private readonly link: BrokerLink;
  private blockReason: string | null = null;
  /** Why nothing enters although it could not be written down (yet); gone with the process. */
  private halt: string | null = null;
  private baskets: ReadonlySet<number> = new Set();
  private guardedAt = 0;
  /** Sealed form of the session in use; another may be written already that is not in use yet. */
  private sealedInUse: string | null = null;
  private readonly depository: DepositoryReminder;
  private readonly money: AccountMoney;
  /** The broker's complaint about the address that orders come from; null while nothing is wrong with it. */
  addressProblem: string | null = null;
  /** The address that orders came from when one was refused for it; null when that is not known. */
  currentAddress: string | null = null;

  constructor(deps: LiveAccountDeps, row: BrokerAccountRow, link: BrokerLink, runId: number) {
    this.deps = deps;
    this.row = row;
    this.userId = row.user_id;
    this.link = link;
    this.depository = new DepositoryReminder({
      logger: deps.logger,
      broker: () => this.run.broker,
      sales: () => this.deliveredPositions(),
      notify: (missing) => this.notifyOfDepository(missing),
    });
    this.gtt = new GttOrders({
      ...deps,
      userId: row.user_id,
      broker: () => this.run.broker,
      account: () => this.row.client_code_masked,
      onAnswer: (refusal) => this.onAnswer(refusal),
    });
    const money = new AccountMoney(deps.clock, deps.logger);
    this.money = money;
    this.run = new LiveRun({
      ...deps,
      userId: row.user_id,
      runId,
      link: this.link,
      blockReason: () => this.blockReason,
      onAnswer: (refusal) => this.onAnswer(refusal),
      moneyOf: (broker, ticket) => money.check(broker, ticket),
      knownMoneyOf: (ticket) => money.known(ticket),
      releaseMoney: (intentKey) => money.release(intentKey),
      moneyTogether: (broker, held, orders) => money.checkTogether(broker, held, orders),
      denial: (tx, order, ticket, entryMoney) =>
        entryDenial(tx, order, ticket, this.situationOf(order, entryMoney)),
      changeGuard: {
        moneyOf: (broker, before, after) => money.checkChange(broker, before, after),
        denial: (tx, order, ticket, extra, isLarger) =>
          changeDenial(tx, order, ticket, this.situationOf(order, extra), isLarger),
      },
    });
  }

  private situationOf({ symbol }: OrderRow, money: EntryMoney | null): EntrySituation {
    const now = this.deps.clock.now();
    return {
      now,
      dayResult: (inside, strategyId) => this.dayResult(inside.query, strategyId),
      money,
      session: sendable('entry', tradedAs(symbol), now),
    };
  }

  /** Opens the session of the day and takes up what was there. @throws BrokerTrouble */
  async logIn(credentials: BrokerCredentials, code: string | null): Promise<void> {
    const session = await this.link.logIn(credentials, code, ownedTurn(this.owned, {}));
    this.addressProblem = null;
    await this.adoptSession(session);
    await this.connect(session);
  }

  /** Goes on with the session that was written, if it still lives. */
  async resume(): Promise<boolean> {
    const session = this.session();
    if (!session || session.until <= this.deps.clock.now()) return false;
    await this.connect(session);
    return true;
  }

  session(): BrokerSession | null {
    const { session_sealed: sealed } = this.row;
    const text = sealed === null ? null : this.deps.sealer.unseal(sealed);
    return text === null ? null : (JSON.parse(text) as BrokerSession);
  }

  /** Epoch ms at which the session ends; null while there is none. */
  get sessionUntil(): number | null {
    return this.isSessionOver ? null : this.row.session_until;
  }

  get isSessionOver(): boolean {
    return (this.row.session_until ?? 0) <= this.deps.clock.now();
  }

  /** Whether its session lives and is not in use: a login got no further than that, or its end could not be written. */
  get isCutOff(): boolean {
    return !this.run.isConnected && !this.isSessionOver;
  }

  /** Whether something waits for the session: strategies that run live, positions, or orders that rest by hand. */
  async isWaitedFor(): Promise<boolean> {
    const { execution } = this.run;
    const isHeld = execution.openPositions().length + execution.restingByHand() > 0;
    return isHeld || (await this.deps.strategiesOf(this.userId)).length > 0;
  }

  /** End the session here and, if reachable, at the broker. */
  async logOut(): Promise<void> {
    await this.endSession();
    await this.write({ session_sealed: null, session_until: null });
  }

  /** `logOut` of an account that is kept no more: nothing of it is written. */
  async endSession(): Promise<void> {
    const session = this.session();
    this.run.disconnect();
    if (session) {
      try {
        await this.link.logOut(session, ownedTurn(this.owned, {}));
      } catch (error) {
        if (!(error instanceof BrokerTrouble)) throw error;
        this.deps.logger.warn({ kind: error.kind }, 'the session could not be ended at the broker');
      }
    }
  }

  /** The account's holder at the broker, and its funds. The funds are what it can trade with. @throws BrokerTrouble */
  async test(): Promise<{ name: string; available: number; used: number }> {
    const session = this.session();
    const broker = this.run.broker;
    if (!session || !broker)
      throw new BrokerTrouble('session', 'There is no session with the broker. Log in first.');
    return { name: await this.link.nameOf(session), ...(await broker.funds()) };
  }

  /**
   * Past candles of a share or of an index itself. Nobody waits for them: whatever else is asked of the broker goes
   * first. @throws BrokerTrouble
   */
  async pastCandles(
    symbol: string,
    timeframe: Timeframe,
    range: { readonly from: number; readonly until: number },
  ): Promise<Bar[]> {
    const sealed = this.sealedInUse;
    const { broker } = this.run;
    if (!broker) throw new BrokerTrouble('session', 'There is no session with the broker. Log in first.');
    const listed = findInstrument(symbol);
    try {
      const instrument =
        listed?.kind === 'index-proxy'
          ? listed
          : await this.link.instrumentFor(symbol, this.deps.clock.now());
      return await broker.candles(instrument, timeframe, range, true);
    } catch (error) {
      // Of the session that was asked; another may be in use by now.
      if (error instanceof BrokerTrouble && error.kind === 'session') await this.onTrouble(error, sealed);
      throw error;
    }
  }

  /** End every evaluation and every entry at once, in memory. Nothing is entered after it, whatever the disk does. */
  haltEntries(reason: string): void {
    this.halt = reason;
    this.blockReason = reason;
    this.run.runner.clear();
  }

  /** The lock is written: what is written is what holds. */
  haltIsWritten(): void {
    this.halt = null;
  }

  /** Withdraw unsent entries, and wait a moment for those under way. */
  async withdrawEntries(): Promise<void> {
    await Promise.race([
      this.run.execution.orders.sending.withdrawEntries(),
      delay(WITHDRAW_PATIENCE_MS, undefined, { ref: false }),
    ]);
  }

  /**
   * Lock every entry, and withdraw those that wait to be sent. It waits a moment for those under way. After it has
   * resolved, no order leaves that opens a position.
   */
  private async stopEntries(): Promise<void> {
    const lock = await this.deps.database.write(this.userId, async (tx) => {
      const now = this.deps.clock.now();
      const before = await lockOf(tx.query, this.userId);
      const written = await lockLive(tx, this.userId, 'daily-loss', now);
      // With the lock, so that neither is there without the other.
      if (!before) await this.notifyOfLossLimit(tx);
      return written;
    });
    this.blockReason = lock.reason;
    await this.withdrawEntries();
  }

  private notifyOfLossLimit(tx: Transaction): Promise<void> {
    return this.deps.sinks.notify(tx, this.userId, 'risk', {
      title: 'Loss limit of the day reached',
      body: 'Live strategies enter nothing more today. What is open keeps its protection.',
      link: '/open-positions?type=live',
      isCritical: true,
    });
  }

  /**
   * Withdraw or cancel every wanted entry: what rests at the broker, what waits for the next open, and GTT orders that
   * would buy.
   */
  async cancelEntries(): Promise<void> {
    await Promise.all([
      this.run.execution.endEntries(null, STOPPED_ALL),
      this.gtt.endBuys(STOPPED_ALL).then(() => this.gtt.followSoon()),
    ]);
  }

  /** Leaves everything that is open. `key` tells this wish from another. */
  async flatten(key: string): Promise<void> {
    const { execution } = this.run;
    const now = this.deps.clock.now();
    await leaveTogether(
      soldLegsFirst(execution.openPositions()).map((row) =>
        execution.exit(row.id, 'exit', FLATTENED, now, flattenKey(row, key)),
      ),
    );
  }

  async everySecond(): Promise<void> {
    const now = this.deps.clock.now();
    if (this.run.isConnected && this.isSessionOver)
      await this.sessionEnded('The session of the day is over.');
    // Looked at further ahead of now than that: the clock was put back since.
    if (Math.abs(now - this.guardedAt) >= GUARD_EVERY_MS) {
      this.guardedAt = now;
      await this.guard(now);
    }
    void this.depository.check(now);
    this.gtt.everySecond();
    await this.run.everySecond();
  }

  /** Positions that strategies hold over days; baskets ask for themselves, their owner sells by hand. */
  private deliveredPositions(): Sale[] {
    return this.run.execution
      .openPositions()
      .filter(
        (row) => row.product === 'delivery' && row.side === 'long' && !this.baskets.has(row.strategy_id),
      )
      .map((row) => ({ instrument: heldPosition(row).instrument, quantity: row.quantity }));
  }

  private async notifyOfDepository(missing: readonly DeliveredSale[]): Promise<void> {
    const { database, sinks } = this.deps;
    await database.write(this.userId, (tx) =>
      sinks.notify(tx, this.userId, 'broker', {
        title: 'Authorise sales at the depository',
        body: `Stops and exits of ${sharesInWords(missing)} would be refused today. ${HOW_TO_AUTHORISE} With DDPI at Angel One this is not asked for.`,
        link: '/open-positions?type=live',
        isCritical: true,
      }),
    );
  }

  /** Looks at the lock and the limits of the day; the loss limit locks by itself. */
  async guard(now: number): Promise<void> {
    const { database } = this.deps;
    this.baskets = await basketAccounts(database, this.userId);
    const lock = await lockOf(database.read, this.userId);
    const limits = await riskLimitsOf(database.read, this.userId);
    const entries = await entriesToday(database.read, this.userId, now);
    const most = limits.maxLossPerDay;
    // Worked out where it limits something: the result of a thousand positions takes a while.
    const isLost = most !== null && (await this.dayResult()) <= -most;
    await this.endRestingByHand(lock !== null || isLost);
    if (!lock && isLost) {
      await this.stopEntries();
      return;
    }
    const isFull = limits.maxTradesPerDay !== null && entries >= limits.maxTradesPerDay;
    this.blockReason =
      this.halt ??
      lock?.reason ??
      (isFull ? `The limit of ${limits.maxTradesPerDay} live entries a day is reached.` : null);
  }

  /**
   * Cancel what rests by hand where nothing may be opened. One would open something long after that. Looked at
   * again as long as something rests.
   */
  private async endRestingByHand(isEnded: boolean): Promise<void> {
    const { database } = this.deps;
    const { execution } = this.run;
    const byHand = await database.read
      .selectFrom('strategies')
      .select(['id', 'max_loss_per_day', 'removed_at'])
      .where('owner_id', '=', this.userId)
      .where('kind', '=', 'manual')
      .where('mode', '=', 'live')
      .executeTakeFirst();
    if (!byHand) return;
    const hasGtt = await hasGttBuys(database.read, this.userId);
    if (!hasGtt && !execution.hasEntries(byHand.id)) return;
    const { id, max_loss_per_day: most, removed_at: offSince } = byHand;
    const isOver =
      isEnded || offSince !== null || (most !== null && (await this.dayResult(database.read, id)) <= -most);
    if (!isOver) return;
    const reason = 'A limit of the day or a lock has ended it';
    execution.endEntriesSoon(id, reason);
    if (hasGtt) await this.gtt.endBuys(reason);
  }

  /** Why nothing may be bought now: the lock, or a limit of the day; null when it may. */
  async whyNoEntry(): Promise<string | null> {
    await this.guard(this.deps.clock.now());
    return this.blockReason;
  }

  /** The same as it was last looked at. For an order that asks all guards again in the transaction that sends it. */
  get knownBlock(): string | null {
    return this.blockReason;
  }

  /** Margin of an order by the broker, and money free for it. Null without a session, or when it does not say in time. */
  async moneyFor(ticket: Ticket): Promise<EntryMoney | null> {
    const { broker } = this.run;
    return broker && this.money.preview(broker, ticket);
  }

  /**
   * Result of live strategies since the day's opening equity, paise. Of one strategy, or of all of them (null). What
   * baskets hold for years is no result of a day.
   */
  dayResult(db: Kysely<Schema> = this.deps.database.read, strategyId: number | null = null): Promise<number> {
    const { identity, session, execution } = this.run;
    const open = execution
      .openPositions()
      .filter((row) =>
        strategyId === null ? !this.baskets.has(row.strategy_id) : row.strategy_id === strategyId,
      );
    const { source, runId } = identity;
    return loadDayResult(db, { open, strategyId, source, runId, now: this.deps.clock.now() }, session);
  }

  private async adoptSession(session: BrokerSession): Promise<void> {
    await this.write({
      session_sealed: this.deps.sealer.seal(JSON.stringify(session)),
      session_until: session.until,
      last_error: null,
    });
  }

  private get owned(): OwnedOrders {
    return { ownership: this.deps.ownership, userId: this.userId };
  }

  private async connect(session: BrokerSession): Promise<void> {
    const { session_sealed: sealed } = this.row;
    await this.guard(this.deps.clock.now());
    const strategies = await this.deps.strategiesOf(this.userId);
    // Nothing is awaited until the session of before is closed: what is said until then is said of that one.
    this.sealedInUse = sealed;
    const open = this.link.open(session, {
      onConnected: () => void this.run.execution.sync(),
      onTrouble: (trouble) => void this.onTrouble(trouble, sealed),
    });
    try {
      await this.run.connect(open, strategies);
    } catch (error) {
      // Half taken up it would look connected, while its strategies were not evaluated.
      this.run.disconnect();
      throw error;
    }
  }

  /** Note account problems from the broker's answer to an order. A refusal shows them; an accepted order ends them. */
  private onAnswer(refusal: BrokerTrouble | null): void {
    if (refusal === null) this.addressProblem = null;
    else if (refusal.kind === 'address' || refusal.kind === 'session')
      void this.onTrouble(refusal, this.sealedInUse);
  }

  private async onTrouble(trouble: BrokerTrouble, sealed: string | null): Promise<void> {
    try {
      if (trouble.kind === 'session') await this.sessionEnded(trouble.message, sealed);
      else {
        const text =
          trouble.kind === 'address' ? await this.compareAddresses(trouble.message) : trouble.message;
        await this.write({ last_error: text });
      }
    } catch (error) {
      this.deps.logger.error({ err: error }, 'a trouble of the broker could not be written');
    }
  }

  /** Add the current and the registered address to a refusal. As far as either is known. */
  private async compareAddresses(message: string): Promise<string> {
    this.addressProblem = message;
    const current = await this.link.currentAddress();
    const { registered_address: registered } = this.row;
    this.currentAddress = current;
    const parts = [
      ...(current === null ? [] : [`Orders come from ${current}.`]),
      ...(registered === null ? [] : [`Registered is ${registered}.`]),
    ];
    this.addressProblem = [message, ...parts].join(' ');
    return this.addressProblem;
  }

  /**
   * Note that a session is over, as `message` says. Its owner is notified while something waits for it. A broker may end one
   * because another was opened: that one goes on.
   */
  async sessionEnded(message: string, sealed = this.sealedInUse): Promise<void> {
    if (sealed === this.sealedInUse) this.run.disconnect();
    if (sealed !== this.row.session_sealed) return;
    if (!(await this.writeEnd(message, sealed))) return;
    // At night it is nobody's concern; the morning sees to it.
    if (!isLoginTime(this.deps.clock.now()) || !(await this.isWaitedFor())) return;
    const strategies = await this.deps.strategiesOf(this.userId);
    const withStop = this.run.execution.openPositions().filter((row) => row.stop_loss !== null);
    const bare = withStop.filter((row) => row.protection_state !== 'resting').map(({ symbol }) => symbol);
    await this.deps.database.write(this.userId, async (tx) => {
      for (const { id, name, owner_id } of strategies)
        await logTrading(
          this.deps.sinks,
          tx,
          { id, name, ownerId: owner_id, isHouse: false },
          {
            topic: 'broker',
            level: 'warning',
            text: 'The session with the broker is over; nothing is entered until it is renewed.',
            at: this.deps.clock.now(),
          },
        );
      await this.deps.sinks.notify(tx, this.userId, 'broker', {
        title: 'Reconnect Angel One',
        body: sessionOver(withStop.length, [...new Set(bare)]),
        link: '/profile/broker',
        isCritical: true,
      });
    });
  }

  /** Writes that a session is over; false when another was written meanwhile. */
  private async writeEnd(message: string, sealed: string | null): Promise<boolean> {
    const row = await this.deps.database.write(this.userId, (tx) =>
      tx.query
        .updateTable('broker_accounts')
        .set({ session_sealed: null, session_until: null, last_error: message })
        .where('id', '=', this.row.id)
        .where('session_sealed', 'is not distinct from', sealed)
        .returningAll()
        .executeTakeFirst(),
    );
    if (row) this.row = row;
    return row !== undefined;
  }

  /** Changes what is kept of the account. */
  async write(change: Partial<BrokerAccountRow>): Promise<void> {
    this.row = await this.deps.database.write(this.userId, (tx) =>
      tx.query
        .updateTable('broker_accounts')
        .set(change)
        .where('id', '=', this.row.id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
  }
}
