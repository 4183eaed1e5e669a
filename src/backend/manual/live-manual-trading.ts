import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import {
  type ChangeAnswer,
  changeAnswer,
  opensMore,
  type RestingTerms,
} from '../../engine/trading/order-change.ts';
import type { PricedKind } from '../../shared/far-price.ts';
import { formatRupees } from '../../shared/money.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import type { BrokerAccounts } from '../broker-accounts/broker-accounts.ts';
import { type BegunChange, restingTermsOf } from '../broker-accounts/entry-changes.ts';
import { wishEndOfGtt } from '../broker-accounts/gtt/gtt-rows.ts';
import type { LiveAccount } from '../broker-accounts/live-account.ts';
import type { LeftTogether } from '../broker-accounts/live-execution.ts';
import { requireBasketReady } from '../broker-accounts/live-case.ts';
import { requireUnlocked } from '../broker-accounts/live-lock.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import { brokerProduct } from '../broker-accounts/position-orders.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import { requireLiveRun } from '../broker-accounts/require-live-run.ts';
import type { BrokerInstrument, ChangeOutcome } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow, StrategyRow } from '../db/schema.ts';
import { inTime } from '../in-time.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { notFound, Refusal } from '../refusal.ts';
import { clearAttention } from '../trading/attention.ts';
import { type ManualLevels, type ManualTerms, manualTermsOf } from '../trading/manual-terms.ts';
import { type Intent, readOrder } from '../trading/order-book.ts';
import { isIndexOption, requireBuy, requireLots, requireShare } from './live-options.ts';
import { keyOfMark, orderOfKey, triggerReached, requireAsSeen, type SeenTerms } from './known-orders.ts';
import { FIRST_CAPITAL, FIRST_DAY_LOSS, findManualAccount, openManualAccount } from './manual-account.ts';
import { type ManualStanding, standingOf, standingWithout } from './manual-funds.ts';
import { checkOrder, type CheckedManualOrder, type Effect, type WantedOrder } from './manual-order-check.ts';
import {
  closeByHand,
  findPositionByHand,
  leaveByHand,
  protectByHand,
  requirePositionByHand,
} from './manual-positions.ts';
import {
  answeredTogether,
  closeNet,
  leaveParts,
  lotSizeOf,
  notFreeProblem,
  ordersTogether,
  requireWholeLots,
} from './live-net.ts';
import { type ManualPreview, PRICED_KINDS, previewOf } from './manual-preview.ts';
import { limitOf, limitProblem, worstPrice } from './market-limit.ts';

interface Deps {
  readonly database: Database;
  readonly brokerAccounts: BrokerAccounts;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly logger: Logger;
}

/** Stage of an order that was asked for: there already, or begun. */
type Begun =
  | { readonly kind: 'known'; readonly order: OrderRow }
  | { readonly kind: 'entry'; readonly sent: Promise<OrderRow> }
  | { readonly kind: 'together'; readonly left: LeftTogether };

/** How long a person waits for the broker's answer to an order. The order goes on without them. */
const PATIENCE_MS = 5_000;
/** The word that is typed to accept real money by hand. */
const CONFIRM_NAME = 'LIVE';

const SWITCHED_OFF = 'Switched off by you';

const IS_OFF = 'Trading by hand with real money is switched off.';

/** An order that is about to be written. Prices and money in paise. */
export interface AskedOrder {
  readonly effect: Effect['kind'];
  readonly kind: PricedKind;
  readonly lastPrice: number;
  /** Quantity at the worst price that it may fill at. */
  readonly value: number;
  /** Account at the broker. */
  readonly account: LiveAccount;
}

/** Conditions of an order beside its own. */
interface PlaceOptions {
  /** The effect that it is to have, if that matters. */
  readonly meant?: Effect['kind'] | undefined;
  /** Asked last of all, right before it is written. What it throws is why nothing was sent. */
  readonly permit?: (asked: AskedOrder) => void;
}

/** Terms that a resting order is to have. Prices in paise. */
interface WantedLiveChange extends Pick<RestingTerms, 'quantity' | 'price'> {
  readonly orderId: number;
  /** Of a stop order that waits for its trigger; null of others. */
  readonly triggerPrice: number | null;
  /** Terms that its owner saw. */
  readonly before?: SeenTerms | undefined;
}

/** An order whose change was asked for. */
interface ChangedOrder {
  readonly order: OrderRow;
  /** Null while there is no answer. */
  readonly answer: ChangeOutcome | null;
}

/** Refusals of an order by the effect that it would have instead. */
const OTHER_EFFECT: Readonly<Record<Effect['kind'], (symbol: string) => string>> = {
  open: (symbol) =>
    `What this order was to close of ${symbol} is not held any more, so it would open a position. Nothing was sent.`,
  close: (symbol) =>
    `You hold ${symbol} by hand by now, so this order would close some of it. Nothing was sent.`,
};

const UNCHANGEABLE: Readonly<Record<Exclude<ChangeAnswer, 'ask'>, string>> = {
  over: 'This order is done already; there is nothing to change.',
  'in-doubt': 'Nobody knows yet whether this order is at the broker. Settle that first.',
  changing: 'A change of this order is not answered yet. Wait for that, or cancel the order.',
  cancelling: 'This order is being cancelled already.',
};

/** @throws Refusal of an order that cannot be changed, or to less than is filled */
const requireChangeable = (order: OrderRow, { type }: ManualTerms, wanted: RestingTerms): void => {
  const answer = changeAnswer(order, order.end_wanted !== null);
  if (answer !== 'ask') throw new Refusal('conflict', UNCHANGEABLE[answer]);
  if (type === 'market')
    throw new Refusal('refused', 'A market order is taken back after a minute. It is not changed.');
  const { filled_quantity: filled } = order;
  if (wanted.quantity <= filled)
    throw new Refusal(
      'invalid',
      `${filled} of this order are filled already. Choose more, or cancel the rest of it.`,
      { fields: { quantity: `must be more than ${filled}` } },
    );
  if (isDeepStrictEqual(wanted, restingTermsOf(order)))
    throw new Refusal('invalid', 'The order has these terms already.');
};

/** @throws Refusal of what is no whole lots of the broker's, unless it closes whole positions */
const requireLotsOf = (
  symbol: string,
  { effect, quantity }: CheckedManualOrder,
  listed: BrokerInstrument,
): void => {
  if (effect.kind === 'close' && effect.parts.length > 1)
    return requireWholeLots(effect.parts, listed.lotSize, 'size');
  const isWhole = effect.kind === 'close' && effect.parts[0].position.quantity === quantity;
  if (!isWhole) requireLots(symbol, quantity, listed);
};

const firstOf = ([order]: readonly OrderRow[]): OrderRow => {
  if (!order) throw new Error('Nothing was ordered.');
  return order;
};

/** Why an account may enter nothing, as a sentence. */
type BlockOf = (live: LiveAccount) => string | null | Promise<string | null>;

const whyNoEntry: BlockOf = (live) => live.whyNoEntry();

const orderOfAccount = ({ read }: Database, { id, owner_id }: StrategyRow, orderId: number) =>
  read
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('user_id', '=', owner_id)
    .where('strategy_id', '=', id)
    .executeTakeFirst();

/** Account with real money, as its owner sees it. In paise. */
interface LiveHand {
  readonly isOn: boolean;
  readonly capital: number;
  readonly maxLossPerDay: number;
  readonly working: readonly OrderRow[];
}

/**
 * Trading by hand with real money. It decides what is wanted; the order path of live strategies sends it, follows it and
 * protects what it opens. What one person orders takes its turn, and no turn waits for the broker's answer.
 */
export class LiveManualTrading {
  private readonly deps: Deps;
  private readonly lanes = new KeyedLanes<number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Resolves when nothing is being done for anybody. */
  settled(): Promise<void> {
    return this.lanes.idle();
  }

  /** Account of a user, with its working orders, newest first. It can be read without a session. */
  async standing(userId: number): Promise<LiveHand> {
    const { database, brokerAccounts } = this.deps;
    const account = await findManualAccount(database.read, userId, 'live');
    const run = brokerAccounts.runOf(userId);
    return {
      isOn: account !== undefined && account.removed_at === null,
      capital: account?.capital ?? FIRST_CAPITAL,
      maxLossPerDay: account?.max_loss_per_day ?? FIRST_DAY_LOSS,
      working: account && run ? (await standingOf(database, account, run)).working : [],
    };
  }

  /**
   * Switch it on: its owner accepts what real money means, and how much of it. Nothing is sent.
   * @throws Refusal `refused` with all that is missing, `invalid` without the word
   */
  accept(
    userId: number,
    {
      capital,
      maxLossPerDay,
      confirmName,
    }: Pick<LiveHand, 'capital' | 'maxLossPerDay'> & {
      readonly confirmName: string;
    },
  ): Promise<LiveHand> {
    return this.lanes.run(userId, async () => {
      const { database, brokerAccounts, clock, hub } = this.deps;
      if (confirmName.trim() !== CONFIRM_NAME)
        throw new Refusal('invalid', `confirmName is not the word ${CONFIRM_NAME}.`, {
          fields: { confirmName: `type ${CONFIRM_NAME}` },
        });
      await requireBasketReady(database, brokerAccounts, userId, capital);
      await this.requireEnded(userId);
      await database.write(userId, async (tx) => {
        await requireUnlocked(tx, userId);
        const { id } = await openManualAccount(tx, userId, clock.now(), 'live');
        await tx.query
          .updateTable('strategies')
          .set({ capital, max_loss_per_day: maxLossPerDay, removed_at: null })
          .where('id', '=', id)
          .execute();
        // It has no page on which its owner could say that they have seen to it.
        await clearAttention(tx, hub, id);
      });
      return this.standing(userId);
    });
  }

  /**
   * Let nothing of before be switched on again. It was to be cancelled, and would rest on if that came to nothing.
   * @throws Refusal `conflict` while the broker has not confirmed it
   */
  private async requireEnded(userId: number): Promise<void> {
    const { database, brokerAccounts } = this.deps;
    const account = await findManualAccount(database.read, userId, 'live');
    if (!account || account.removed_at === null) return;
    await brokerAccounts.runOf(userId)?.execution.endEntries(account.id, SWITCHED_OFF);
    const resting = await database.read
      .selectFrom('orders')
      .select('symbol')
      .where('strategy_id', '=', account.id)
      .where('slot', '=', 'entry')
      .where('state', 'in', WORKING_STATES)
      .limit(1)
      .executeTakeFirst();
    if (resting)
      throw new Refusal(
        'conflict',
        `An order in ${resting.symbol} of before is not known to be cancelled yet. Real money by hand can be switched on again once the broker has confirmed that: see Order history.`,
      );
  }

  /** Switch it off: nothing more is opened. What could still open something is taken back, what is held stays protected. */
  end(userId: number): Promise<LiveHand> {
    return this.lanes.run(userId, async () => {
      const { database, brokerAccounts, clock, hub } = this.deps;
      const account = await findManualAccount(database.read, userId, 'live');
      if (!account) return this.standing(userId);
      await database.write(userId, async (tx) => {
        await tx.query
          .updateTable('strategies')
          .set({ removed_at: clock.now() })
          .where('id', '=', account.id)
          .execute();
        await wishEndOfGtt(tx, hub, { userId, which: 'buys', reason: SWITCHED_OFF });
      });
      const live = brokerAccounts.accountOf(userId);
      await Promise.all([live?.run.execution.endEntries(account.id, SWITCHED_OFF), live?.gtt.followSoon()]);
      return this.standing(userId);
    });
  }

  /** Cost, need and risk of an order, by the broker's figures. Nothing is written. @throws Refusal of what cannot be */
  async preview(userId: number, order: WantedOrder): Promise<ManualPreview> {
    const { account, standing, checked, run } = await this.checked(userId, order);
    const { quantity, effect } = checked;
    const { side, type } = order;
    const instrument = await refusedBy(run.instrumentOf(order.symbol));
    const { lastPrice } = checked.instrument;
    const price = type === 'market' ? limitOf(run, order, instrument, lastPrice) : checked.price;
    const paper = previewOf(order, checked, standing.funds, account.slippage_bp, 'live');
    const amount = Math.abs(price - lastPrice) * quantity;
    const preview: ManualPreview =
      type === 'market' ? { ...paper, slippage: { by: 'protection', amount } } : paper;
    if (effect.kind === 'close') {
      const problem = await notFreeProblem(this.deps.database, effect.parts);
      return problem === null ? preview : { ...preview, problems: [...preview.problems, problem] };
    }
    const product = brokerProduct(order.product, instrument);
    const ticket = { instrument, side, quantity, product, price, trigger: order.triggerPrice };
    const money = await this.requireAccount(userId).moneyFor(ticket);
    if (!money) return preview;
    const available = Math.min(standing.funds.available, money.available());
    const isShort = money.required > money.available();
    return {
      ...preview,
      margin: money.required,
      marginBy: 'broker',
      funds: { ...preview.funds, available },
      problems: isShort
        ? [
            ...preview.problems,
            `The account has ${formatRupees(Math.max(0, money.available()))} free; the broker blocks ${formatRupees(money.required)} for this order.`,
          ]
        : preview.problems,
    };
  }

  /**
   * Send an order. With the same mark again it is the order that is there. What the broker has not answered in time goes
   * on by itself: the order is `submitted` or `unknown` then.
   * @throws Refusal with a sentence why nothing was sent; `conflict` for a mark that another order has, and where it
   * would not have the effect that it is `meant` to have
   */
  async place(
    userId: number,
    order: WantedOrder,
    mark: string,
    options: PlaceOptions = {},
  ): Promise<OrderRow> {
    const key = keyOfMark(userId, mark);
    const begun = await this.lanes.run(userId, () => this.begin(userId, order, key, options));
    if (begun.kind === 'known') return begun.order;
    if (begun.kind === 'together') return firstOf(await answeredTogether(this.patient, begun.left));
    return this.answered(begun.sent, key);
  }

  /** Write an order and begin to send it. */
  private async begin(
    userId: number,
    order: WantedOrder,
    key: string,
    { meant, permit }: PlaceOptions,
  ): Promise<Begun> {
    const { database, brokerAccounts } = this.deps;
    const known = await orderOfKey(database, userId, key, order, 'live');
    if (known) return { kind: 'known', order: known };
    // What guards say was read for its preview, and is read once more where it is sent: not a third time between.
    const { account, checked, run } = await this.checked(userId, order, ({ knownBlock }) => knownBlock);
    // Its stop may have closed a position since its owner saw that this order would.
    if (meant !== undefined && meant !== checked.effect.kind)
      throw new Refusal('conflict', OTHER_EFFECT[checked.effect.kind](order.symbol));
    const [problem] = checked.problems;
    if (problem !== undefined) throw new Refusal('refused', problem);
    const { effect, quantity, stopLoss, instrument } = checked;
    const at = run.session.now;
    const permitFor = (value: number): void => permit?.(this.askedOf(userId, checked, value));
    if (effect.kind === 'close') {
      permitFor(0);
      return { kind: 'together', left: await leaveParts(run, effect.parts, key) };
    }
    await requireBasketReady(database, brokerAccounts, userId, 0);
    const { symbol, side, type, price, triggerPrice, product, target } = order;
    const intent: Intent = {
      ...{
        userId,
        strategyId: account.id,
        positionId: null,
        symbol,
        ...run.identity,
        side,
        quantity,
        key,
        at,
      },
      ...{ slot: 'entry', purpose: 'entry', reason: 'Placed by you' },
      decisionPrice: instrument.lastPrice,
      manual: { type, price, triggerPrice, product, stopLoss, target },
    };
    const { order: written, sent } = await run.execution.begin(intent, (ticket) =>
      permitFor(ticket.quantity * worstPrice(run, ticket, instrument.lastPrice)),
    );
    return sent ? { kind: 'entry', sent } : { kind: 'known', order: written };
  }

  private askedOf(userId: number, { effect, instrument }: CheckedManualOrder, value: number): AskedOrder {
    const { traded, lastPrice } = instrument;
    const kind = PRICED_KINDS[traded.kind];
    return { effect: effect.kind, kind, lastPrice, value, account: this.requireAccount(userId) };
  }

  /**
   * Do something while real money by hand is known to be on: who switches it off waits until it is done.
   * @throws Refusal `refused` with all that is missing
   */
  whileOn<T>(
    userId: number,
    act: (on: Pick<LiveHand, 'capital'> & Pick<AskedOrder, 'account'>) => T,
  ): Promise<T> {
    return this.lanes.run(userId, async () => {
      const { database, brokerAccounts } = this.deps;
      const account = await findManualAccount(database.read, userId, 'live');
      if (!account || account.removed_at !== null) throw new Refusal('refused', IS_OFF);
      await requireBasketReady(database, brokerAccounts, userId, 0);
      return act({ capital: account.capital, account: this.requireAccount(userId) });
    });
  }

  /** The order that was placed with a mark; undefined of none. */
  placedWith(userId: number, mark: string): Promise<OrderRow | undefined> {
    return this.deps.database.read
      .selectFrom('orders')
      .selectAll()
      .where('intent_key', '=', keyOfMark(userId, mark))
      .where('user_id', '=', userId)
      .where('mode', '=', 'live')
      .executeTakeFirst();
  }

  /**
   * Give a resting order another limit, trigger or quantity at the broker. What the broker has not answered in time goes on by
   * itself: `answer` is null then. It is sent once, and never again by itself.
   * @throws Refusal `not-found` of another, `conflict` of one that cannot be changed now, `refused` by a guard
   */
  async change(userId: number, wanted: WantedLiveChange): Promise<ChangedOrder> {
    const { answered } = await this.lanes.run(userId, () => this.beginChange(userId, wanted));
    const answer = await inTime(answered, PATIENCE_MS);
    return { order: await readOrder(this.deps.database.read, wanted.orderId), answer };
  }

  private async beginChange(userId: number, wanted: WantedLiveChange): Promise<BegunChange> {
    const { database } = this.deps;
    const account = await findManualAccount(database.read, userId, 'live');
    const row = account && (await orderOfAccount(database, account, wanted.orderId));
    const terms = row && manualTermsOf(row);
    if (!account || !row || (row.slot === 'entry' && !terms)) throw notFound('order');
    if (!terms)
      throw new Refusal('refused', 'An order that closes a position is not changed. Cancel it instead.');
    const now = restingTermsOf(row);
    const { quantity, price } = wanted;
    // A stop order whose trigger was reached is a limit order in the market.
    const isTriggered = terms.type === 'stop' && now.trigger === null;
    const { triggerPrice } = wanted;
    const asked: RestingTerms = { quantity, price, trigger: triggerPrice };
    requireChangeable(row, terms, asked);
    if (isTriggered && triggerPrice !== null) throw triggerReached();
    requireAsSeen(row, wanted.before);
    const run = requireLiveRun(this.deps, userId);
    await refusedBy(run.bringPriceOf(row.symbol));
    const { symbol, side } = row;
    const { product, stopLoss, target } = terms;
    const order: WantedOrder = {
      ...{ symbol, side, product, price, triggerPrice, stopLoss, target },
      type: isTriggered ? 'limit' : terms.type,
      size: { by: 'quantity', amount: quantity },
    };
    const standing = standingWithout(await standingOf(database, account, run), row);
    const listed = await refusedBy(run.instrumentOf(symbol));
    const checked = await checkOrder(database, userId, run, order, standing, {
      ...{ filled: row.filled_quantity, listed },
    });
    if (isIndexOption(symbol)) requireLots(symbol, checked.quantity, listed);
    const isMore = opensMore(side, now, asked);
    const [problem] = isMore ? await this.entryProblems(userId, account, run, checked) : [];
    if (problem !== undefined) throw new Refusal('refused', problem);
    return run.execution.changeEntry(row.id, now, asked);
  }

  /**
   * Set the levels of a position; its stop at the broker follows.
   * @throws Refusal `not-found` of another, `invalid` for a level that the price is beyond already
   */
  async protect(userId: number, positionId: number, levels: ManualLevels): Promise<PositionRow> {
    const position = await this.requirePosition(userId, positionId);
    const run = requireLiveRun(this.deps, userId);
    await refusedBy(run.bringPrices([position.symbol]));
    return protectByHand(this.deps.database, run, position, levels, true);
  }

  /**
   * Close a position, or so many units of it. It asks for no price, no session and no guard: what cannot be sent now is
   * written, and goes out as soon as it can.
   * @throws Refusal `not-found` of another, `invalid` for more than there is, or no whole lots
   */
  async close(
    userId: number,
    positionId: number,
    quantity: number | undefined,
    key: string,
  ): Promise<OrderRow> {
    const position = await this.requirePosition(userId, positionId);
    const { run } = this.requireAccount(userId);
    return closeByHand(position, {
      ...{ quantity, key },
      lotSize: () => lotSizeOf(run, position),
      leave: (units, ownKey) => this.answered(leaveByHand(run, position, units, ownKey), ownKey),
    });
  }

  /**
   * Close a net position, or so many units of it. It asks for as little as `close` does.
   * @throws Refusal `not-found` of another's, `invalid` for more than there is or no whole lots, `conflict` for so many
   * units of one that is being closed
   */
  async closeNet(
    userId: number,
    positionIds: readonly number[],
    quantity: number | undefined,
    key: string,
  ): Promise<OrderRow[]> {
    const { run } = this.requireAccount(userId);
    return closeNet({ ...this.patient, run }, { userId, positionIds, quantity, key });
  }

  /** All orders that one order became, the first one first. */
  ordersOf(order: OrderRow): Promise<OrderRow[]> {
    return ordersTogether(this.deps.database, order);
  }

  private get patient() {
    return { database: this.deps.database, patienceMs: PATIENCE_MS };
  }

  /** Whether a position was opened here. */
  async has(userId: number, positionId: number): Promise<boolean> {
    const { database } = this.deps;
    return (await findPositionByHand(database, userId, 'live', positionId)) !== undefined;
  }

  /** An order with the broker's answer. As it stands while that takes long; it goes on by itself. */
  private async answered(sent: Promise<OrderRow>, key: string): Promise<OrderRow> {
    const first = await inTime(sent, PATIENCE_MS);
    if (first) return first;
    const order = await this.deps.database.read
      .selectFrom('orders')
      .selectAll()
      .where('intent_key', '=', key)
      .executeTakeFirst();
    // Not even written yet: there is nothing to tell of.
    if (!order) return sent;
    sent.catch((error: unknown) =>
      this.deps.logger.error({ err: error, orderId: order.id }, 'an order by hand failed after its answer'),
    );
    return order;
  }

  private requireAccount(userId: number): LiveAccount {
    return this.deps.brokerAccounts.requireAccount(userId);
  }

  private async checked(
    userId: number,
    order: WantedOrder,
    blockOf = whyNoEntry,
  ): Promise<{
    account: StrategyRow;
    standing: ManualStanding;
    checked: CheckedManualOrder;
    run: LiveRun;
  }> {
    const { database } = this.deps;
    const account = await findManualAccount(database.read, userId, 'live');
    if (!account) throw new Refusal('refused', IS_OFF);
    const isOption = isIndexOption(order.symbol);
    if (!isOption) requireShare(order.symbol);
    const run = requireLiveRun(this.deps, userId);
    await refusedBy(run.bringPriceOf(order.symbol));
    const listed = await refusedBy(run.instrumentOf(order.symbol));
    const standing = await standingOf(database, account, run);
    const checked = await checkOrder(database, userId, run, order, standing, { listed });
    const { effect } = checked;
    if (isOption) requireLotsOf(order.symbol, checked, listed);
    if (effect.kind === 'close') return { account, standing, checked, run };
    if (isOption) requireBuy(order);
    const problems = await this.entryProblems(userId, account, run, checked, blockOf);
    const ofLimit = isOption ? limitProblem(run, order, listed, checked, standing.funds.available) : null;
    return {
      ...{ account, standing, run },
      checked: { ...checked, problems: ofLimit === null ? problems : [...problems, ofLimit] },
    };
  }

  /** Reasons against opening something now, the account's own first. */
  private async entryProblems(
    userId: number,
    account: StrategyRow,
    run: LiveRun,
    { problems }: CheckedManualOrder,
    blockOf = whyNoEntry,
  ): Promise<readonly string[]> {
    const live = this.requireAccount(userId);
    const blocks = [
      account.removed_at === null ? null : IS_OFF,
      await blockOf(live),
      live.addressProblem,
      run.whyNotNow(),
    ].filter((one) => one !== null);
    return [...new Set([...blocks, ...problems])];
  }

  private requirePosition(userId: number, positionId: number): Promise<PositionRow> {
    return requirePositionByHand(this.deps.database, userId, 'live', positionId);
  }
}
