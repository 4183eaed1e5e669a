import { WORKING_STATES } from '../../shared/order-states.ts';
import { paperPrice } from '../brokers/paper/paper-broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type ManualLevels, manualTermsOf } from '../trading/manual-terms.ts';
import type { MarketRuns } from '../trading/market-runs.ts';
import type { TradingRun } from '../trading/trading-run.ts';
import {
  beingClosed,
  beingClosedOf,
  keyOfMark,
  orderOfKey,
  ordersOfKey,
  requirePart,
  triggerReached,
  requireAsSeen,
  type SeenTerms,
} from './known-orders.ts';
import { findManualAccount, openManualAccount } from './manual-account.ts';
import { type ManualFunds, type ManualStanding, standingOf, standingWithout } from './manual-funds.ts';
import {
  checkOrder,
  type CheckedManualOrder,
  manualInstrument,
  spread,
  type WantedOrder,
} from './manual-order-check.ts';
import {
  closeByHand,
  leaveByHand,
  leaveTogether,
  protectByHand,
  requireNet,
  requirePositionByHand,
} from './manual-positions.ts';
import { type ManualPreview, previewOf } from './manual-preview.ts';

interface Deps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly clock: Clock;
}

/** Slippage where an account is not there yet, basis points. */
const SLIPPAGE_BP = 2;

type Account = Awaited<ReturnType<typeof findManualAccount>>;
const slippageBpOf = (account: Account): number => account?.slippage_bp ?? SLIPPAGE_BP;

const first = ([order]: readonly OrderRow[]): OrderRow => {
  if (!order) throw new Error('Nothing was ordered.');
  return order;
};

/** Figures that a working order is to have. Prices in paise. */
export interface WantedChange extends ManualLevels {
  readonly orderId: number;
  readonly quantity: number;
  readonly price: number | null;
  readonly triggerPrice: number | null;
  /** Terms that its owner saw. */
  readonly before?: SeenTerms | undefined;
}

/** Trading by hand on paper. Whatever one person does takes its turn: two orders never count on the same money. */
export class ManualTrading {
  private readonly deps: Deps;
  private readonly lanes = new KeyedLanes<number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Resolves when nothing is being done for anybody. */
  settled(): Promise<void> {
    return this.lanes.idle();
  }

  /** Funds of the account on the market in use. Its working orders come newest first. */
  async standing(userId: number): Promise<{ funds: ManualFunds; working: readonly OrderRow[] }> {
    const account = await findManualAccount(this.deps.database.read, userId);
    return standingOf(this.deps.database, account, this.runOf(userId));
  }

  /** Give the account other capital and another day's loss limit. In paise; null for no limit. */
  setAccount(userId: number, capital: number, maxLossPerDay: number | null): Promise<ManualFunds> {
    return this.lanes.run(userId, async () => {
      const { database, clock } = this.deps;
      const account = await database.write(userId, async (tx) => {
        const { id } = await openManualAccount(tx, userId, clock.now());
        return tx.query
          .updateTable('strategies')
          .set({ capital, max_loss_per_day: maxLossPerDay })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      return (await standingOf(database, account, this.runOf(userId))).funds;
    });
  }

  /** Cost, need and risk of an order. Nothing is written. @throws Refusal of an order that cannot be */
  async preview(userId: number, order: WantedOrder): Promise<ManualPreview> {
    const account = await findManualAccount(this.deps.database.read, userId);
    const run = this.runOf(userId);
    const standing = await standingOf(this.deps.database, account, run);
    const checked = await this.check(userId, run, order, standing, account);
    return previewOf(order, checked, standing.funds, slippageBpOf(account), 'test');
  }

  /**
   * Place an order. With the same mark again it is the order that is there.
   * @throws Refusal with a sentence why it is not placed; `conflict` for a mark that another order has
   */
  place(userId: number, order: WantedOrder, mark: string): Promise<OrderRow> {
    return this.lanes.run(userId, async () => {
      const { database, clock } = this.deps;
      const key = keyOfMark(userId, mark);
      const known = await orderOfKey(database, userId, key, order, 'test');
      if (known) return known;
      const run = this.runOf(userId);
      const found = await findManualAccount(database.read, userId);
      const standing = await standingOf(database, found, run);
      const checked = await this.check(userId, run, order, standing, found);
      const [problem] = checked.problems;
      if (problem !== undefined) throw new Refusal('refused', problem);
      const { effect, quantity, stopLoss, instrument } = checked;
      const at = run.session.now;
      if (effect.kind === 'close') {
        const [part, ...others] = effect.parts;
        if (others.length > 0) return first(await leaveTogether(run, effect.parts, key));
        const order = await leaveByHand(run, part.position, quantity, key);
        if (order.intent_key !== key) throw beingClosed(order);
        return order;
      }
      const account =
        found ?? (await database.write(userId, (tx) => openManualAccount(tx, userId, clock.now())));
      const { symbol, side, type, price, triggerPrice, product, target } = order;
      return run.execution.place({
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
      });
    });
  }

  /** Give a working order other figures. @throws Refusal `not-found` of somebody else's, `conflict` of one that is done */
  change(userId: number, wanted: WantedChange): Promise<OrderRow> {
    return this.lanes.run(userId, async () => {
      const { database } = this.deps;
      const account = await findManualAccount(database.read, userId);
      if (!account) throw notFound('order');
      const row = await database.read
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', wanted.orderId)
        .where('user_id', '=', userId)
        .where('strategy_id', '=', account.id)
        .executeTakeFirst();
      const terms = row && manualTermsOf(row);
      if (!row || (row.slot === 'entry' && !terms)) throw notFound('order');
      if (!WORKING_STATES.includes(row.state))
        throw new Refusal('conflict', 'This order is done already; there is nothing to change.');
      if (!terms)
        throw new Refusal('refused', 'An order that closes a position is not changed. Cancel it instead.');
      const run = this.runOfRow(userId, row.run_id);
      // A stop order whose trigger was reached is a limit order in the market.
      const isTriggered = terms.type === 'stop' && row.state !== 'waiting';
      const { quantity, price, stopLoss, target } = wanted;
      const { triggerPrice } = wanted;
      if (isTriggered && triggerPrice !== null) throw triggerReached();
      requireAsSeen(row, wanted.before);
      const order: WantedOrder = {
        ...{
          symbol: row.symbol,
          side: row.side,
          product: terms.product,
          price,
          stopLoss,
          target,
          triggerPrice,
        },
        type: isTriggered ? 'limit' : terms.type,
        size: { by: 'quantity', amount: quantity },
      };
      const standing = await standingOf(database, account, run);
      const without = standingWithout(standing, row);
      const checked = await this.check(userId, run, order, without, account, row.filled_quantity);
      const [problem] = checked.problems;
      if (problem !== undefined) throw new Refusal('refused', problem);
      return run.execution.changeOrder(
        row.id,
        {
          ...{ quantity, price },
          ...(isTriggered ? {} : { trigger_price: triggerPrice }),
          manual_json: JSON.stringify({ type: terms.type, stopLoss, target }),
        },
        run.session.now,
      );
    });
  }

  /**
   * Set the levels of a position that was opened by hand.
   * @throws Refusal `not-found` of another, `invalid` for a level that the price is beyond already
   */
  protect(userId: number, positionId: number, levels: ManualLevels): Promise<PositionRow> {
    return this.lanes.run(userId, async () => {
      const { run, position } = await this.requirePosition(userId, positionId);
      return protectByHand(this.deps.database, run, position, levels);
    });
  }

  /**
   * Close a position by hand, or so many units of it. Nothing holds an exit back.
   * @throws Refusal `not-found` of another, `invalid` for more than there is, or no whole lots, `conflict` where another
   * order is closing some of it
   */
  async close(
    userId: number,
    positionId: number,
    quantity: number | undefined,
    key: string,
  ): Promise<OrderRow> {
    const { run, position } = await this.requirePosition(userId, positionId);
    return closeByHand(position, {
      ...{ quantity, key },
      lotSize: async () => (await manualInstrument(this.deps.database, userId, run, position.symbol)).lotSize,
      leave: (units, ownKey) => leaveByHand(run, position, units, ownKey),
    });
  }

  /**
   * Close a net position by hand, or so many units of it. The oldest part goes first; all is ordered or none. Parts that
   * are closed by now, or are being closed as a whole, are as it was wanted. Nothing holds an exit back.
   * @throws Refusal `not-found` of another, `invalid` for more than there is, or no whole lots, `conflict` where another
   * order is closing some of one
   */
  closeNet(
    userId: number,
    positionIds: readonly number[],
    quantity: number | undefined,
    key: string,
  ): Promise<OrderRow[]> {
    return this.lanes.run(userId, async () => {
      const ownKey = keyOfMark(userId, `close:${key}`);
      const known = await ordersOfKey(this.deps.database, userId, ownKey);
      if (known.length > 0) return known;
      const [one, ...others] = await requireNet(this.deps.database, userId, positionIds);
      const run = this.runOfRow(userId, one.run_id);
      const { symbol } = one;
      const ids = new Set([one, ...others].map(({ id }) => id));
      const open = run.execution.positionsOf(one.strategy_id, symbol).filter(({ id }) => ids.has(id));
      const leaving = quantity === undefined ? await this.leftWhole(open) : [];
      const held = open.filter(({ id }) => !leaving.some(({ position_id: left }) => left === id));
      const total = held.reduce((sum, position) => sum + position.quantity, 0);
      if (open.length === 0) throw notFound('open position');
      if (total === 0) return leaving;
      const units = quantity ?? total;
      const lotSize = async () => (await manualInstrument(this.deps.database, userId, run, symbol)).lotSize;
      requirePart(symbol, total, units, units < total ? await lotSize() : 1);
      return leaveTogether(run, spread(held, units), ownKey);
    });
  }

  /** Working orders that close all that one of some positions has. */
  private async leftWhole(open: readonly PositionRow[]): Promise<OrderRow[]> {
    const orders = await this.deps.database.read
      .selectFrom('orders')
      .selectAll()
      .where(
        'position_id',
        'in',
        open.map(({ id }) => id),
      )
      .where('slot', '!=', 'entry')
      .where('state', 'in', WORKING_STATES)
      .execute();
    return orders.filter((order) => {
      const position = open.find(({ id }) => id === order.position_id);
      return position !== undefined && beingClosedOf(order) >= position.quantity;
    });
  }

  private runOf(userId: number): TradingRun {
    return this.deps.marketRuns.runOf(userId);
  }

  private runOfRow(userId: number, runId: number): TradingRun {
    const run = this.runOf(userId);
    if (run.identity.runId === runId) return run;
    throw new Refusal(
      'conflict',
      'This is on another market than the one in use. Switch to that market first.',
    );
  }

  private async requirePosition(
    userId: number,
    positionId: number,
  ): Promise<{ run: TradingRun; position: PositionRow }> {
    const row = await requirePositionByHand(this.deps.database, userId, 'test', positionId);
    const run = this.runOfRow(userId, row.run_id);
    return {
      run,
      position: run.execution.positionsOf(row.strategy_id).find(({ id }) => id === positionId) ?? row,
    };
  }

  private check(
    userId: number,
    run: TradingRun,
    order: WantedOrder,
    standing: ManualStanding,
    account: Account,
    filled = 0,
  ): Promise<CheckedManualOrder> {
    const { symbol, side } = order;
    const slippagePerUnit = (price: number): number =>
      Math.abs(paperPrice(symbol, side, price, slippageBpOf(account), run.session.now) - price);
    return checkOrder(this.deps.database, userId, run, order, standing, {
      ...{ filled, slippagePerUnit },
    });
  }
}
