import type { Logger } from 'pino';
import { backOffMs, isDue } from '../../../engine/trading/position.ts';
import { type GttTerms, hasSameTerms } from '../../../engine/trading/gtt.ts';
import { GTT_DAYS, MAY_TRIGGER } from '../../../shared/gtt-states.ts';
import { formatPrice } from '../../../shared/money.ts';
import { DAY_MS } from '../../../shared/time.ts';
import {
  type Broker,
  type BrokerInstrument,
  type BrokerRules,
  BrokerTrouble,
  type ChangeOutcome,
  type Placement,
  type RuleReport,
} from '../../brokers/broker.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { GttRow } from '../../db/schema.ts';
import { inTime } from '../../in-time.ts';
import type { Notice } from '../../notices/notify.ts';
import type { EventSinks } from '../../trading/announce.ts';
import { readInstrument } from '../held-position.ts';
import { ownedTurn, type OwnedOrders } from '../owned-turn.ts';
import {
  evidenceOf,
  LATE_MS,
  type Missing,
  NOT_UNDERSTOOD,
  rulesIn,
  SEVERAL_LIKE_IT,
} from './gtt-evidence.ts';
import { announceGtt, gttIn, hasGttBuys, moveGtt, termsOfGtt, wishEndOfGtt } from './gtt-rows.ts';

export interface GttOrdersDeps extends OwnedOrders {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly sinks: Pick<EventSinks, 'hub' | 'notify'>;
  /** Null while there is no session. */
  readonly broker: () => Pick<Broker, 'rules'> | null;
  /** The account that is linked, as it is shown. */
  readonly account: () => string;
  /** Called with the broker's refusal. Null when it accepted. */
  readonly onAnswer: (refusal: BrokerTrouble | null) => void;
}

/** A GTT order that is to be placed. */
export interface NewGtt extends GttTerms {
  readonly mark: string;
  readonly symbol: string;
  readonly instrument: BrokerInstrument;
}

/** The broker's list, read at a moment. */
export interface ListedRules {
  /** Epoch ms. */
  readonly at: number;
  readonly rules: readonly RuleReport[];
}

/** Time between readings of the list: while something is in doubt or to end, and while orders only rest. */
const SOON_MS = 5_000;
const REST_MS = 60_000;
/** Time for which a doubt is asked about often; after it like what rests. */
const SOON_FOR_MS = 10 * 60_000;

/** How long somebody who cancels waits for the list. It is followed without them. */
const PATIENCE_MS = 5_000;

const PROGRAM_ENDED = 'TrickDesk ended before the answer came.';
const NO_SESSION: Placement = {
  outcome: 'refused',
  kind: 'session',
  reason: 'There is no session with the broker, so nothing was sent.',
};

const isWithoutNumber = ({ broker_rule_id: ruleId }: GttRow): boolean => ruleId === null;

const isLike = (one: GttRow, other: GttRow): boolean =>
  one.symbol === other.symbol && hasSameTerms(termsOfGtt(one), termsOfGtt(other));

/** Order in which a list is believed. What was declared not to be there comes last. */
const rankOf = ({ state }: GttRow): number => (state === 'written-off' ? 1 : 0);

/** Whether it can be cancelled and is to be. */
const isEnding = (row: GttRow): boolean =>
  row.end_wanted !== null && !isWithoutNumber(row) && row.state !== 'written-off';

const isYoungDoubt = ({ state, updated_at: since }: GttRow, now: number): boolean =>
  state !== 'resting' && now - since < SOON_FOR_MS;

/** Notice of an order's new state; null where its owner knows it. */
const noticeOf = (row: GttRow, before: GttRow): Omit<Notice, 'link'> | null => {
  const { state, side, quantity, symbol, price } = row;
  if (state === 'sent')
    return {
      title: `GTT order in ${symbol} has triggered`,
      body: `Angel One has sent the order to ${side} ${quantity} ${symbol} at a limit of ₹${formatPrice(price)}. It is yours: TrickDesk does not follow it, and no stop-loss of TrickDesk protects what it buys.`,
    };
  if (state === 'unknown')
    return {
      title: `GTT order in ${symbol}: nobody knows`,
      body:
        row.reason === NOT_UNDERSTOOD
          ? `Angel One lists the GTT order to ${side} ${quantity} ${symbol} with a state that TrickDesk does not know. Look in the broker's app.`
          : `Angel One does not list the GTT order to ${side} ${quantity} ${symbol} any more. Look in the broker's app.`,
      isCritical: true,
    };
  if (state === 'expired')
    return {
      title: `GTT order in ${symbol} has expired`,
      body: `The GTT order to ${side} ${quantity} ${symbol} was not triggered in ${GTT_DAYS} days.`,
    };
  if (state === 'resting' && before.state === 'written-off')
    return {
      title: `GTT order in ${symbol} is there after all`,
      body: `The GTT order to ${side} ${quantity} ${symbol}, which you had declared not to be there, is at Angel One. It is being cancelled.`,
      isCritical: true,
    };
  return state === 'cancelled' && row.end_wanted === null
    ? {
        title: `GTT order in ${symbol} was cancelled`,
        body: `The GTT order to ${side} ${quantity} ${symbol} was cancelled at Angel One, and not here.`,
      }
    : null;
};

/**
 * GTT orders of an account: sent once, believed on the broker's list alone, and cancelled until that shows they are gone.
 * They are their owner's own: no position, no order and no fill here comes of them.
 */
export class GttOrders {
  private readonly deps: GttOrdersDeps;
  /** Marks of orders whose answer is waited for in this process. */
  private readonly asking = new Set<string>();
  private readonly missing = new Map<number, Missing>();
  /** Cancellations: how many were asked for, when the next may be, and when one was accepted. Epoch ms. */
  private readonly cancels = new Map<number, { asked: number; nextAt: number; acceptedAt: number | null }>();
  private latest: ListedRules | null = null;
  private reading: Promise<ListedRules> | null = null;
  private work: Promise<void> | null = null;
  /** Orders of which a cancellation is on its way. */
  private readonly cancelling = new Set<number>();
  private nextAt = 0;

  constructor(deps: GttOrdersDeps) {
    this.deps = deps;
  }

  /** Whether the broker in session keeps rules; null while there is no session. */
  get canPlace(): boolean | null {
    const broker = this.deps.broker();
    return broker && broker.rules !== undefined;
  }

  /** The broker's list as it was last read; null before. */
  get listed(): ListedRules | null {
    return this.latest;
  }

  /** Resolves when nothing is being followed at the moment. */
  async settled(): Promise<void> {
    await this.work;
  }

  /**
   * Read the broker's whole list, and believe it. One that is being read is not enough: it may be of before.
   * @throws BrokerTrouble
   */
  async read(): Promise<ListedRules> {
    const listed = await this.peek();
    await this.believe(listed);
    return listed;
  }

  /** Read the broker's whole list. What it says is believed with the next second. @throws BrokerTrouble */
  async peek(): Promise<ListedRules> {
    // Its failure is told to whom it was begun for.
    await Promise.allSettled([this.reading]);
    this.reading ??= this.readOnce().finally(() => (this.reading = null));
    return this.reading;
  }

  private rules(): BrokerRules {
    const broker = this.deps.broker();
    if (!broker) throw new BrokerTrouble('session', 'There is no session with the broker. Log in first.');
    if (!broker.rules) throw new BrokerTrouble('order', 'This broker keeps no GTT orders.');
    return broker.rules;
  }

  private async readOnce(): Promise<ListedRules> {
    const at = this.deps.clock.now();
    const listed = { at, rules: await this.rules().list() };
    this.latest = listed;
    this.nextAt = 0;
    return listed;
  }

  /**
   * Write an order as submitted, and begin to send it. The list is read right before, and `guard` may refuse it.
   * The same mark again breaks the unique index: its caller looks for it first.
   */
  async place(
    wanted: NewGtt,
    guard: (tx: Transaction) => Promise<void>,
  ): Promise<{ row: GttRow; sent: Promise<GttRow> }> {
    const { database, clock, userId, account, sinks } = this.deps;
    const { rules } = await this.read();
    const { mark, symbol, instrument, side, quantity, trigger, price } = wanted;
    const before = rulesIn(rules, instrument);
    const now = clock.now();
    this.asking.add(mark);
    try {
      const row = await database.write(userId, async (tx) => {
        await guard(tx);
        announceGtt(sinks.hub, tx, userId);
        return tx.query
          .insertInto('gtt_orders')
          .values({
            ...{
              user_id: userId,
              account: account(),
              mark,
              symbol,
              side,
              quantity,
              trigger_price: trigger,
              price,
            },
            instrument_json: JSON.stringify(instrument),
            ...{ state: 'submitted', reason: '', end_wanted: null, broker_rule_id: null },
            asked_json: JSON.stringify({ side, quantity, trigger, price } satisfies GttTerms),
            before_json: JSON.stringify(before.map(({ ruleId }) => ruleId)),
            ...{ placed_at: now, updated_at: now, expires_at: now + GTT_DAYS * DAY_MS },
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return { row, sent: this.send(row, instrument) };
    } catch (error) {
      this.asking.delete(mark);
      throw error;
    }
  }

  private async create(row: GttRow, instrument: BrokerInstrument): Promise<Placement> {
    const broker = this.deps.broker();
    if (!broker?.rules) return NO_SESSION;
    const { side, quantity, trigger_price: trigger, price } = row;
    try {
      return await broker.rules.create(
        { instrument, side, quantity, trigger, price },
        ownedTurn(this.deps, { urgency: 'entry' }),
      );
    } catch (error) {
      this.deps.logger.error({ err: error, gttId: row.id }, 'a GTT order failed while it was sent');
      return { outcome: 'unknown', reason: 'Something went wrong while it was sent.' };
    }
  }

  private async send(row: GttRow, instrument: BrokerInstrument): Promise<GttRow> {
    const { database, userId, clock, sinks, onAnswer } = this.deps;
    try {
      const placement = await this.create(row, instrument);
      if (placement.outcome === 'accepted') onAnswer(null);
      if (placement.outcome === 'refused') onAnswer(new BrokerTrouble(placement.kind, placement.reason));
      await database.write(userId, async (tx) => {
        announceGtt(sinks.hub, tx, userId);
        await this.writeAnswer(tx, row, placement, clock.now());
      });
      return await database.read
        .selectFrom('gtt_orders')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
    } finally {
      this.asking.delete(row.mark);
      this.nextAt = 0;
    }
  }

  private async writeAnswer(tx: Transaction, row: GttRow, placement: Placement, at: number): Promise<void> {
    if (placement.outcome === 'refused') {
      await moveGtt(tx, row.id, 'refuse', at, { reason: placement.reason });
      return;
    }
    if (placement.outcome === 'unknown') {
      await moveGtt(tx, row.id, 'lose-answer', at, { reason: placement.reason });
      return;
    }
    const { brokerOrderId: ruleId } = placement;
    const other = await tx.query
      .selectFrom('gtt_orders')
      .select('id')
      .where('user_id', '=', row.user_id)
      .where('account', '=', row.account)
      .where('broker_rule_id', '=', ruleId)
      .executeTakeFirst();
    const isOld = (JSON.parse(row.before_json) as string[]).includes(ruleId);
    // A number that another rule has is none of ours: the list says which is.
    if (other || isOld)
      await moveGtt(tx, row.id, 'lose-answer', at, {
        reason: 'The broker answered with the number of another GTT order.',
      });
    else await moveGtt(tx, row.id, 'accept', at, { broker_rule_id: ruleId });
  }

  /** Cancel an order. Nothing holds that back, and it is followed to its end. */
  async cancel(id: number, reason: string): Promise<void> {
    const { database, userId, sinks } = this.deps;
    await database.write(userId, (tx) => wishEndOfGtt(tx, sinks.hub, { userId, which: id, reason }));
    this.cancels.delete(id);
    await this.followSoon();
  }

  /** Wish that all orders to buy end. They could open something; followed with the next second. */
  async endBuys(reason: string): Promise<void> {
    const { database, userId, sinks } = this.deps;
    // The kill switch has written it with its lock: nothing is written where nothing is left to wish.
    if (await hasGttBuys(database.read, userId))
      await database.write(userId, (tx) => wishEndOfGtt(tx, sinks.hub, { userId, which: 'buys', reason }));
    this.nextAt = 0;
    void this.askWished();
  }

  /** Go on with what was wished, and wait a moment for it. */
  async followSoon(): Promise<void> {
    await inTime(this.followNow(), PATIENCE_MS);
  }

  /** Once a second; nobody waits for it. */
  everySecond(): void {
    // Read later than now: the clock was put back since.
    const now = this.deps.clock.now();
    // A long list holds no cancellation back.
    if (this.work !== null) void this.askWished();
    else if (now >= this.nextAt || this.nextAt - now > REST_MS) void this.begin();
  }

  private begin(): Promise<void> {
    this.work ??= this.follow()
      .catch((error: unknown) => this.noteFault(error))
      .finally(() => (this.work = null));
    return this.work;
  }

  private noteFault(error: unknown): void {
    const { logger, userId, clock } = this.deps;
    if (error instanceof BrokerTrouble) this.nextAt = clock.now() + SOON_MS;
    else logger.error({ err: error, userId }, 'GTT orders could not be followed');
  }

  /** Ask for the cancellations that are due. */
  private async askWished(): Promise<void> {
    try {
      if (!this.deps.broker()?.rules) return;
      const now = this.deps.clock.now();
      const wished = (await this.followed()).filter(({ end_wanted: reason }) => reason !== null);
      // Side by side: one that is not answered keeps no other waiting.
      await Promise.all(wished.map((row) => this.askCancel(row, now)));
    } catch (error) {
      this.noteFault(error);
    }
  }

  /** Follow from here on, after what is being followed already. */
  private async followNow(): Promise<void> {
    await Promise.all([this.askWished(), this.work]);
    this.nextAt = 0;
    await this.begin();
  }

  private async followed(): Promise<GttRow[]> {
    const { database, userId, account, clock } = this.deps;
    const rows = await gttIn(database.read, userId, [...MAY_TRIGGER, 'written-off']);
    const since = clock.now() - LATE_MS;
    return rows.filter(
      (row) => row.account === account() && (row.state !== 'written-off' || row.updated_at > since),
    );
  }

  private async follow(): Promise<void> {
    const { clock, broker } = this.deps;
    if (!broker()?.rules) return;
    const rows = await this.followed();
    const now = clock.now();
    if (rows.length === 0) {
      this.nextAt = now + SOON_MS;
      return;
    }
    await this.askWished();
    await this.read();
    const isMoving = rows.some((row) => isEnding(row) || isYoungDoubt(row, now));
    this.nextAt = now + (isMoving ? SOON_MS : REST_MS);
  }

  private async askCancel(row: GttRow, now: number): Promise<void> {
    const instrument = readInstrument(row.instrument_json);
    const { id, broker_rule_id: ruleId } = row;
    const before = this.cancels.get(id);
    if (ruleId === null || !instrument || !isEnding(row) || !isDue(before?.nextAt ?? 0, now)) return;
    if (this.cancelling.has(id)) return;
    this.cancelling.add(id);
    const outcome = await this.tryCancel(ruleId, instrument).finally(() => this.cancelling.delete(id));
    const asked = (before?.asked ?? 0) + 1;
    const acceptedAt = outcome.outcome === 'accepted' ? this.deps.clock.now() : (before?.acceptedAt ?? null);
    this.cancels.set(id, { asked, nextAt: now + backOffMs(asked), acceptedAt });
    if (outcome.outcome === 'refused') this.deps.onAnswer(new BrokerTrouble(outcome.kind, outcome.reason));
  }

  private async tryCancel(ruleId: string, instrument: BrokerInstrument): Promise<ChangeOutcome> {
    try {
      return await this.rules().cancel(ruleId, instrument, ownedTurn(this.deps, {}));
    } catch (error) {
      // The list says whether it was done.
      if (error instanceof BrokerTrouble) throw error;
      this.deps.logger.error({ err: error }, 'a GTT order could not be cancelled');
      return { outcome: 'unknown', reason: '' };
    }
  }

  /** Count the readings that do not say how it stands. It is not there, or with a state that nobody knows. */
  private noteMissing(row: GttRow, { at, rules }: ListedRules): void {
    const isShown =
      row.broker_rule_id === null ||
      rules.some(({ ruleId, state: listed }) => ruleId === row.broker_rule_id && listed !== null);
    const before = this.missing.get(row.id);
    if (isShown) this.missing.delete(row.id);
    else this.missing.set(row.id, { readings: (before?.readings ?? 0) + 1, since: before?.since ?? at });
  }

  private async believe(listed: ListedRules): Promise<void> {
    const { database, userId, account } = this.deps;
    // Before their numbers: an answer that comes in between is one more number that is taken.
    const rows = (await this.followed()).toSorted((one, other) => rankOf(one) - rankOf(other));
    const taken = await database.read
      .selectFrom('gtt_orders')
      .select('broker_rule_id')
      .where('user_id', '=', userId)
      .where('account', '=', account())
      .where('broker_rule_id', 'is not', null)
      .execute();
    const numbers = new Set(taken.map(({ broker_rule_id: ruleId }) => ruleId ?? ''));
    const inDoubt: GttRow[] = [];
    for (const row of rows) {
      // A rule like both belongs to the one that is wanted: the other would have it cancelled.
      if (isWithoutNumber(row) && row.state === 'written-off' && inDoubt.some((one) => isLike(one, row)))
        continue;
      if (this.asking.has(row.mark)) {
        inDoubt.push(row);
        continue;
      }
      this.noteMissing(row, listed);
      const moved = await this.apply(row, listed, numbers);
      if (moved?.broker_rule_id) numbers.add(moved.broker_rule_id);
      else if (isWithoutNumber(row)) inDoubt.push(row);
    }
  }

  private async apply(
    before: GttRow,
    listed: ListedRules,
    taken: ReadonlySet<string>,
  ): Promise<GttRow | null> {
    const { database, userId, clock } = this.deps;
    // Nobody here waits for its answer.
    const row =
      before.state === 'submitted'
        ? ((
            await database.write(userId, (tx) =>
              moveGtt(tx, before.id, 'lose-answer', clock.now(), { reason: PROGRAM_ENDED }),
            )
          )?.row ?? before)
        : before;
    const acceptedAt = this.cancels.get(row.id)?.acceptedAt ?? null;
    const evidence = evidenceOf(row, {
      ...{ listed: listed.rules, taken, missing: this.missing.get(row.id), now: clock.now() },
      isCancelAccepted: acceptedAt !== null && acceptedAt <= listed.at,
    });
    if (evidence === null) return null;
    if (evidence === 'several') {
      if (row.reason !== SEVERAL_LIKE_IT) await this.writeReason(row.id, SEVERAL_LIKE_IT);
      return null;
    }
    const { event, change } = evidence;
    return database.write(userId, async (tx) => {
      const moved = await moveGtt(tx, row.id, event, clock.now(), change);
      if (!moved) return null;
      announceGtt(this.deps.sinks.hub, tx, userId);
      if (moved.row.state !== moved.before.state) await this.notify(tx, moved.row, moved.before);
      return moved.row;
    });
  }

  private async writeReason(id: number, reason: string): Promise<void> {
    const { database, userId, sinks } = this.deps;
    await database.write(userId, async (tx) => {
      announceGtt(sinks.hub, tx, userId);
      await tx.query
        .updateTable('gtt_orders')
        .set({ reason })
        .where('id', '=', id)
        .where('state', 'in', MAY_TRIGGER)
        .execute();
    });
  }

  /** Tell the owner what they would not know otherwise. */
  private async notify(tx: Transaction, row: GttRow, before: GttRow): Promise<void> {
    const notice = noticeOf(row, before);
    if (notice) await this.deps.sinks.notify(tx, this.deps.userId, 'broker', { ...notice, link: '/gtt' });
  }
}
