import {
  advanceProtection,
  type DistanceAtr,
  moveStopToEntry,
  type Protection,
  type ProtectionRules,
} from '../../engine/protection.ts';
import { isOver } from '../../engine/trading/order.ts';
import type { Settlement } from '../../engine/contracts/settlement.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import { type PaperFill, paperPrice } from '../brokers/paper/paper-broker.ts';
import { EVERYBODY, type OwnUsers } from '../cluster/own-users.ts';
import { type Transaction } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import type { OrderRow, PositionRow } from '../db/schema.ts';
import { instrumentNamed } from '../market/instrument-master.ts';
import type { TickBatch } from '../market/tape.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announcePosition, type StrategyIdentity } from './announce.ts';
import { type BookedFill, bookFill } from './book-fill.ts';
import { changedProtection, type ProtectionChange, protectionChanges } from './changed-protection.ts';
import type { Fill } from './fill.ts';
import { auctionBlock } from './fill-block.ts';
import type { ManualLoss } from './manual-loss.ts';
import { HeldPositions } from './held-positions.ts';
import { bookedAnew } from './moved.ts';
import { isBeingClosed } from './leave-together.ts';
import { type ManualLevels, manualDayEnd, manualTermsOf, withLevels } from './manual-terms.ts';
import { applyEvent, type Intent, type OrderFigures, type Purpose, readOrder } from './order-book.ts';
import type { OrderPath, RunIdentity, TradingTerms } from './order-path.ts';
import { PaperOrders } from './paper-orders.ts';
import { PaperPayment, type PaperPaymentDeps } from './paper-payment.ts';
import { type ProtectiveExit, protectiveExits } from './protective-exits.ts';
import { type Alongside, concernOf, openOfRun, workingOfRun, writeRunEnd } from './run-end.ts';
import { shownLevels } from './settle-fill.ts';
import { notifyJump } from './carried-alerts.ts';
import type { DueAction } from './carried-record.ts';
import { knownTerms, writeCarryOver } from './carry-over.ts';
import { squareOffDue } from './square-off.ts';
import { storedProtection } from './stored-protection.ts';

export interface ExecutionDeps extends PaperPaymentDeps {
  readonly run: RunIdentity;
  /** Told of a strategy whose order or position cannot be worked with. */
  readonly onFault: (strategyId: number, error: unknown, at: number) => Promise<void>;
  /** Loss limit of accounts by hand, asked when an entry fills; where it is not given there is none. */
  readonly lossByHand?: ManualLoss;
}

/** Progress through a moment's ticks: a full disk may interrupt it, and it goes on there. */
interface Moment {
  readonly batch: TickBatch;
  /** Positions whose protection has met these ticks. */
  readonly checked: Set<number>;
  /** Fills of these ticks that are not booked yet; null before the broker was asked. */
  fills: PaperFill[] | null;
}

/** Exit of so many units of a position, beside those of others. */
interface PartExit {
  readonly positionId: number;
  readonly quantity: number;
  readonly key: string;
}

interface Held {
  row: PositionRow;
  protection: Protection;
  /** Its protection has moved since it was last written. */
  isMoved: boolean;
}

const lotSizeOf = (position: PositionRow, at: number): number => {
  const instrument = instrumentNamed(position.symbol);
  return instrument ? lotSizeOn(instrument, at) : 1;
};

/** Positions in the order of a square-off: sold ones before those that hedge them. */
const soldFirst = (positions: readonly PositionRow[]): PositionRow[] => [
  ...positions.filter(({ side }) => side === 'short'),
  ...positions.filter(({ side }) => side === 'long'),
];

/** Whether an exit of a part of a position is filling. */
const isFillingPart = ({ quantity, filled_quantity: filled }: OrderRow, position: PositionRow): boolean =>
  filled > 0 && quantity - filled < position.quantity;

const exitSide = (position: PositionRow): 'buy' | 'sell' => (position.side === 'long' ? 'sell' : 'buy');

/** Orders, fills and positions of one run: everything between an intent and a trade, each step written first. */
export class Execution implements OrderPath {
  private readonly deps: ExecutionDeps;
  private readonly held = new HeldPositions<Held>();
  private readonly orders: PaperOrders;
  private readonly payment: PaperPayment;
  private readonly previousPrice = new Map<string, number>();
  /** Positions that are being left: claimed before anything is awaited, so that one position has one exit. */
  private readonly leaving = new Map<number, Promise<OrderRow>>();
  /** Positions whose exit could not be booked: left alone until the next start, or until their owner leaves them. */
  private readonly unbookable = new Set<number>();
  private moment: Moment | null = null;
  private isEnding = false;

  constructor(deps: ExecutionDeps) {
    this.deps = deps;
    this.orders = new PaperOrders(deps, (position) => {
      const held = this.held.get(position.id);
      if (held) held.row = position;
    });
    this.payment = new PaperPayment(deps, this.orders);
  }

  /** Restore what was there before: open positions, and orders that can still fill go back to the broker. */
  async load(users: OwnUsers = EVERYBODY): Promise<void> {
    const { database, run } = this.deps;
    const positions = await openOfRun(database.read, run, users);
    for (const row of positions) {
      const { protection, problem } = storedProtection(row);
      this.hold(row, protection);
      if (problem !== null)
        await this.deps.onFault(row.strategy_id, new Refusal('refused', problem), row.opened_at);
    }
    const orders = await workingOfRun(database.read, run, users);
    for (const order of orders)
      await this.isolated(order.strategy_id, order.placed_at, () => this.orders.send(order));
  }

  openPositions(): PositionRow[] {
    return [...this.held.values()].map((held) => held.row);
  }

  openPositionsOf(userId: number): PositionRow[] {
    return this.held.rowsOfUser(userId);
  }

  positionsOf(strategyId: number, symbol?: string): PositionRow[] {
    const rows = this.held.rowsOfStrategy(strategyId);
    return symbol === undefined ? rows : rows.filter((row) => row.symbol === symbol);
  }

  hasWorkingEntry(strategyId: number, symbol: string): boolean {
    return this.orders.hasEntry(strategyId, symbol);
  }

  hasEntries(strategyId: number): boolean {
    return this.orders.entriesOf(strategyId).length > 0;
  }

  async endEntries(strategyId: number, reason: string): Promise<void> {
    for (const order of this.orders.entriesOf(strategyId))
      await this.cancelIfKnown(order, order.updated_at, reason);
  }

  /** @throws Refusal `conflict` where this run ends: nothing would fill the order, or take it back */
  async place(intent: Intent, alongside?: (tx: Transaction) => Promise<void>): Promise<OrderRow> {
    if (this.isEnding) throw isEndingAlready();
    return this.orders.place(intent, alongside);
  }

  /** Cancel an order, unless it is done. An order whose fill is being booked is left alone too. */
  private async cancelIfKnown({ id }: OrderRow, at: number, reason: string): Promise<void> {
    if (!this.orders.get(id)) return;
    try {
      await this.orders.cancel(id, at, reason);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  cancel(orderId: number, at: number, reason: string): Promise<OrderRow> {
    return this.orders.cancel(orderId, at, reason);
  }

  /**
   * One moment's ticks: protections first (they were resting before), then the orders that these ticks fill. When
   * nothing can be written it throws; the same ticks again go on where it ended. What cannot be worked with for another
   * cause stays with its own strategy.
   */
  async onTicks(batch: TickBatch): Promise<void> {
    if (this.moment?.batch !== batch) this.moment = { batch, checked: new Set(), fills: null };
    const { moment } = this;
    if (this.held.size > 0) await this.checkProtections(moment);
    if (moment.fills === null && !this.deps.broker.isIdle)
      await this.orders.notifyWaits(batch, (order, work) =>
        this.isolated(order.strategy_id, batch.time, work),
      );
    if (moment.fills === null) await this.triggerStops(batch);
    moment.fills ??= this.deps.broker.fillsOn(batch);
    await this.applyFills(moment.fills);
    for (const { symbol, price } of batch.ticks) this.previousPrice.set(symbol, price);
  }

  private async triggerStops(batch: TickBatch): Promise<void> {
    for (const id of this.deps.broker.triggeredOn(batch)) {
      const order = this.orders.get(id);
      if (order)
        await this.isolated(order.strategy_id, batch.time, () => this.orders.trigger(order, batch.time));
    }
  }

  /** Fill later orders of a moment at its prices. Those of reversals are placed once its fills are booked. */
  async fillPlaced(batch: TickBatch): Promise<void> {
    if (this.moment?.batch !== batch) return;
    this.moment.fills = [...(this.moment.fills ?? []), ...this.deps.broker.fillsOn(batch)];
    await this.applyFills(this.moment.fills);
  }

  private async applyFills(fills: PaperFill[]): Promise<void> {
    for (let fill = fills[0]; fill; fill = fills[0]) {
      await this.applyFill(fill);
      fills.shift();
    }
  }

  private async applyFill(fill: PaperFill): Promise<void> {
    const order = this.orders.get(fill.orderId);
    if (!order) return;
    await this.isolated(order.strategy_id, fill.at, async () => {
      try {
        if (await this.isEndedAtLoss(order, fill.at)) return;
        const paid = await this.payment.payFor(fill);
        if (paid) await this.fill(fill.orderId, paid);
      } catch (error) {
        if (storageTrouble(error) === null) await this.dropUnbookable(order, fill.at);
        throw error;
      }
    });
  }

  /** End entries by hand behind the loss limit of their day. Whether this one is ended: it may have rested since before. */
  private async isEndedAtLoss(
    { slot, manual_json: byHand, strategy_id: strategyId }: OrderRow,
    at: number,
  ): Promise<boolean> {
    if (slot !== 'entry' || byHand === null) return false;
    const why = await this.deps.lossByHand?.(strategyId, this.positionsOf(strategyId), at);
    if (why === undefined || why === null) return false;
    for (const entry of this.orders.entriesOf(strategyId)) await this.cancelIfKnown(entry, at, why);
    return true;
  }

  /** An order whose fill the books do not take is ended: it would be refused at every tick. */
  private async dropUnbookable(order: OrderRow, at: number): Promise<void> {
    const { database, sinks, broker } = this.deps;
    const isDropped = await database.write(order.user_id, async (tx) => {
      const current = await readOrder(tx.query, order.id);
      // It was done already: there was nothing to book, and its position is as it should be.
      if (isOver(current.state)) return false;
      await applyEvent(tx, sinks.hub, current, {
        ...{ event: 'refuse', at },
        reason: 'Its fill could not be booked',
      });
      return true;
    });
    broker.cancel(order.id);
    this.orders.forget(order.id);
    if (isDropped && order.position_id !== null) this.unbookable.add(order.position_id);
  }

  /** Does something for one strategy: its fault is its own. Only a disk that cannot be written to is everybody's. */
  private async isolated(strategyId: number, at: number, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      await this.deps.onFault(strategyId, error, at);
    }
  }

  private async checkProtections({ batch, checked }: Moment): Promise<void> {
    const ticks = new Map(batch.ticks.map((tick) => [tick.symbol, tick]));
    for (const [id, { row }] of [...this.held]) {
      const tick = ticks.get(row.symbol);
      if (!tick || checked.has(id) || batch.time <= row.opened_at) continue;
      await this.isolated(row.strategy_id, batch.time, () => this.checkProtection(id, tick, batch.time));
      checked.add(id);
    }
  }

  private async checkProtection(id: number, tick: TickBatch['ticks'][number], at: number): Promise<void> {
    const held = this.held.get(id);
    if (!held || this.leaving.has(id) || this.unbookable.has(id)) return;
    const exit = this.orders.exitOf(id);
    // A part that takes several prices to fill protects nothing of the rest meanwhile.
    if (exit && !isFillingPart(exit, held.row)) return;
    const previous = this.previousPrice.get(tick.symbol);
    const prices =
      tick.isGap || previous === undefined
        ? { open: tick.price, high: tick.price, low: tick.price }
        : {
            open: previous,
            high: Math.max(previous, tick.price),
            low: Math.min(previous, tick.price),
          };
    if (auctionBlock(tick.symbol, at)) return;
    const exits = protectiveExits(held.protection, held.row, lotSizeOf(held.row, at), prices);
    if (exit) {
      if (exits.every(({ quantity }) => quantity < held.row.quantity)) return;
      await this.cancelIfKnown(exit, at, 'The position is being closed');
    }
    for (const each of exits)
      await this.claim(id, () => this.fillProtection(this.held.get(id)?.row ?? held.row, each, at));
    const left = this.held.get(id);
    if (!left) return;
    const advanced = advanceProtection(left.protection, { high: tick.price, low: tick.price });
    if (advanced !== left.protection) {
      left.protection = advanced;
      left.isMoved = true;
    }
  }

  /**
   * A resting protective order fills: a target or a part at its limit, a stop with slippage against us. At a circuit
   * nobody answers it: it is in the market then, and fills when somebody does.
   */
  private async fillProtection(row: PositionRow, exit: ProtectiveExit, at: number): Promise<OrderRow> {
    await this.cancelEntry(row.id, at);
    const intent: Intent = {
      ...this.exitIntent(row, exit.purpose, exit.reason, at),
      slot: exit.purpose === 'target' ? 'resting-target' : 'resting-stop',
      quantity: exit.quantity,
      decisionPrice: exit.price,
      // A part is sold once. A stop or target whose order was cancelled is reached again, of what is left then.
      key: `${row.run_id}:${row.id}:${exit.key}${exit.key === 'protection' ? `:${at}` : ''}`,
    };
    if (this.deps.block(intent, exit.price, at)) return this.orders.place(intent);
    const terms = await this.deps.termsOf(row.strategy_id);
    const price = exit.holdsPrice
      ? exit.price
      : paperPrice(row.symbol, exitSide(row), exit.price, terms.slippageBp, at);
    return this.fillAtOnce(intent, terms, { price, at });
  }

  /** In one transaction: an order that was written but not filled would keep the position from being left. */
  private async fillAtOnce(
    intent: Intent,
    terms: TradingTerms,
    fill: Omit<Fill, 'quantity'>,
  ): Promise<OrderRow> {
    const booked = await bookedAnew(() =>
      this.deps.database.write(intent.userId, async (tx) => {
        const order = await this.orders.writeSubmitted(tx, intent);
        const filled = await bookFill(tx, this.deps, terms, order, {
          ...fill,
          quantity: order.quantity - order.filled_quantity,
        });
        tx.afterCommit(() => this.applyBooked(filled));
        return filled;
      }),
    );
    return booked.order;
  }

  /** Settle a position whose contract has expired. Orders that were to close it end first. */
  async settle(
    positionId: number,
    settlementOf: (row: PositionRow) => Settlement,
    reason: string,
    at: number,
  ): Promise<void> {
    const working = this.orders.exitOf(positionId);
    // Settled as of the expiry; the order may be of today.
    if (working) await this.cancelIfKnown(working, Math.max(at, working.updated_at), reason);
    const row = this.held.get(positionId)?.row;
    if (!row || this.isEnding || this.isBeingLeft(positionId)) return;
    await this.claim(positionId, async () => {
      await this.cancelEntry(positionId, at);
      const { price, charges } = settlementOf(row);
      const intent = this.exitIntent(row, 'settlement', reason, at);
      const terms = await this.deps.termsOf(row.strategy_id);
      const key = `${row.run_id}:${row.id}:settlement`;
      return this.fillAtOnce({ ...intent, decisionPrice: null, key }, terms, { price, charges, at });
    });
  }

  private exitIntent(row: PositionRow, purpose: Purpose, reason: string, at: number): Omit<Intent, 'key'> {
    return {
      userId: row.user_id,
      strategyId: row.strategy_id,
      positionId: row.id,
      symbol: row.symbol,
      source: row.source,
      runId: row.run_id,
      mode: row.mode,
      brokerId: this.deps.run.brokerId,
      side: exitSide(row),
      slot: 'leaving',
      purpose,
      quantity: row.quantity,
      decisionPrice: this.deps.lastPrice(row.symbol)?.price ?? null,
      reason,
      at,
    };
  }

  /** Whether an exit of a position is on its way. */
  isBeingLeft(positionId: number): boolean {
    return this.leaving.has(positionId) || this.orders.exitOf(positionId) !== null;
  }

  /** Leaves a position for everybody who wants it left at this moment. */
  private claim(positionId: number, leave: () => Promise<OrderRow>): Promise<OrderRow> {
    const leaving = leave().finally(() => this.leaving.delete(positionId));
    this.leaving.set(positionId, leaving);
    return leaving;
  }

  /**
   * Leave a position, or part of it, at the next price. `quantity` is the number of shares. A position that is being
   * left already is left alone.
   */
  async exit(
    positionId: number,
    purpose: Purpose,
    reason: string,
    at: number,
    key: string,
    quantity?: number,
  ): Promise<OrderRow> {
    if (!this.held.has(positionId)) throw notFound('open position');
    if (this.isEnding) throw isEndingAlready();
    const working = this.leaving.get(positionId) ?? this.orders.exitOf(positionId);
    if (working) return working;
    return this.claim(positionId, async () => {
      await this.cancelEntry(positionId, at);
      const row = this.held.get(positionId)?.row;
      if (!row) throw notFound('open position');
      const intent = this.exitIntent(row, purpose, reason, at);
      return this.orders.place({
        ...intent,
        quantity: Math.min(quantity ?? row.quantity, row.quantity),
        key,
      });
    });
  }

  /**
   * Leave so many units of several positions at the next price. All of their orders are written, or none.
   * @throws Refusal `not-found` of a position that is not open, `conflict` where one is being left already
   */
  async exitTogether(parts: readonly PartExit[], reason: string, at: number): Promise<OrderRow[]> {
    if (this.isEnding) throw isEndingAlready();
    for (const { positionId } of parts) {
      const held = this.held.get(positionId);
      if (!held) throw notFound('open position');
      if (this.isBeingLeft(positionId)) throw isBeingClosed(held.row.symbol);
    }
    const placed = this.placeTogether(parts, reason, at);
    return Promise.all(
      parts.map(({ positionId, key }) =>
        this.claim(positionId, async () => {
          const order = (await placed).find(({ intent_key: own }) => own === key);
          if (!order) throw new Error(`Position ${positionId} has no order of those that close together.`);
          return order;
        }),
      ),
    );
  }

  private async placeTogether(parts: readonly PartExit[], reason: string, at: number): Promise<OrderRow[]> {
    for (const { positionId } of parts) await this.cancelEntry(positionId, at);
    const intents = parts.map(({ positionId, quantity, key }): Intent => {
      const row = this.held.get(positionId)?.row;
      if (!row) throw notFound('open position');
      return { ...this.exitIntent(row, 'exit', reason, at), quantity: Math.min(quantity, row.quantity), key };
    });
    const [first] = intents;
    return first ? this.orders.placeTogether(first.userId, intents) : [];
  }

  /** Cancel the rest of an entry: it must not arrive after the exit. */
  private async cancelEntry(positionId: number, at: number): Promise<void> {
    for (const order of this.orders.all())
      if (order.position_id === positionId && order.slot === 'entry')
        await this.cancelIfKnown(order, at, 'The position is being closed');
  }

  /**
   * Close intraday positions at their time, and drop late entries. Positions that a gap carried into another day are
   * closed too.
   */
  async squareOff(now: number): Promise<void> {
    for (const order of this.orders.all()) {
      const dayEnd = manualDayEnd(order);
      if (dayEnd !== null && now >= dayEnd)
        await this.isolated(order.strategy_id, now, () => this.orders.endDay(order, now));
      else if (order.slot === 'entry')
        await this.isolated(order.strategy_id, now, () => this.dropLateEntry(order, now));
    }
    for (const row of soldFirst(this.openPositions()))
      if (row.product === 'intraday')
        await this.isolated(row.strategy_id, now, () => this.squareOffPosition(row, now));
  }

  private async dropLateEntry(order: OrderRow, now: number): Promise<void> {
    const { opening, squareOffTime } = await this.deps.termsOf(order.strategy_id);
    const due = squareOffDue(order.symbol, order.placed_at, now, squareOffTime);
    const product = manualTermsOf(order)?.product ?? opening.product;
    if (product === 'intraday' && due !== null)
      await this.cancelIfKnown(order, now, `Not filled by the square-off at ${due}`);
  }

  private async squareOffPosition(row: PositionRow, now: number): Promise<void> {
    const terms = await this.deps.termsOf(row.strategy_id);
    const due = squareOffDue(row.symbol, row.opened_at, now, terms.squareOffTime);
    if (
      due === null ||
      this.isEnding ||
      !this.held.has(row.id) ||
      this.isBeingLeft(row.id) ||
      this.unbookable.has(row.id)
    )
      return;
    await this.exit(
      row.id,
      'square-off',
      `Square-off at ${due}`,
      now,
      `${row.run_id}:${row.id}:square-off:${now}`,
    );
  }

  protectionsUnder(
    strategyId: number,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): ProtectionChange[] {
    return protectionChanges(this.held.values(), strategyId, rules, atrOf, this.deps.lastPrice);
  }

  async changeProtections(
    tx: Transaction,
    strategy: StrategyIdentity,
    rules: ProtectionRules,
    atrOf: (symbol: string) => DistanceAtr,
  ): Promise<void> {
    for (const { row, protection } of [...this.held.values()]) {
      if (row.strategy_id !== strategy.id) continue;
      const atr = atrOf(row.symbol);
      const changed = (from: Protection) => changedProtection(from, row.symbol, rules, atr);
      const levels = shownLevels(changed(protection));
      if (levels.protection_json === JSON.stringify(protection)) continue;
      const written = await tx.query
        .updateTable('positions')
        .set(levels)
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      announcePosition(this.deps.sinks, tx, strategy, written, this.deps.lastPrice(row.symbol));
      tx.afterCommit(() => {
        const held = this.held.get(row.id);
        if (!held) return;
        held.row = { ...held.row, ...levels };
        // Prices may have moved the one of before meanwhile: what has become of it is written with the next minute.
        held.protection = changed(held.protection);
        held.isMoved = true;
      });
    }
  }

  /**
   * Give a working order by hand other figures.
   * @throws Refusal `conflict` of one that is done
   */
  changeOrder(orderId: number, change: Partial<OrderFigures>, at: number): Promise<OrderRow> {
    // What has filled of it is not in the books yet: the rest is not known.
    if (this.moment?.fills?.some((fill) => fill.orderId === orderId))
      throw new Refusal('conflict', 'This order is being filled just now. Look at it again.');
    return this.orders.change(orderId, change, at);
  }

  /**
   * Give a position the levels that its owner wants. In force once they are on the disk.
   * @throws Refusal `not-found` of a position that is not open, `conflict` of one that is being left
   */
  async setLevels(positionId: number, levels: ManualLevels): Promise<PositionRow> {
    const { database, sinks, lastPrice, termsOf } = this.deps;
    const held = this.held.get(positionId);
    if (!held) throw notFound('open position');
    if (this.isEnding || this.isBeingLeft(positionId))
      throw new Refusal('conflict', 'This position is being closed already.');
    const { strategy } = await termsOf(held.row.strategy_id);
    return database.write(held.row.user_id, async (tx) => {
      const row = await tx.query
        .updateTable('positions')
        .set(shownLevels(withLevels((this.held.get(positionId) ?? held).protection, levels)))
        .where('id', '=', positionId)
        .where('status', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('open position');
      announcePosition(sinks, tx, strategy, row, lastPrice(row.symbol));
      tx.afterCommit(() => {
        const now = this.held.get(positionId);
        if (!now) return;
        const { stop_loss, target, protection_json } = row;
        now.row = { ...now.row, stop_loss, target, protection_json };
        // Prices may have moved what was best meanwhile.
        now.protection = withLevels(now.protection, levels);
        now.isMoved = true;
      });
      return row;
    });
  }

  /** Earliest moment from which a share is held, ms. Or an order in it waits; null where neither is. */
  heldSince(symbol: string): number | null {
    const times = [
      ...[...this.held.values()].flatMap(({ row }) => (row.symbol === symbol ? row.opened_at : [])),
      ...this.orders.all().flatMap((order) => (order.symbol === symbol ? order.placed_at : [])),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  /**
   * Carry positions and orders of a share over its corporate actions. In one transaction; what was applied before
   * changes nothing. A fault leaves its positions alone until the next start: their levels are not those of their prices.
   */
  async carryOver(userId: number, symbol: string, due: readonly DueAction[], at: number): Promise<void> {
    const held = [...this.held.values()].filter(({ row }) => row.symbol === symbol);
    const orders = this.orders.all().filter((order) => order.symbol === symbol);
    const ids = new Set([...held.map(({ row }) => row), ...orders].map((row) => row.strategy_id));
    if (ids.size === 0 && !due.some(({ isOnTime }) => isOnTime)) return;
    await Promise.allSettled(held.flatMap(({ row }) => this.leaving.get(row.id) ?? []));
    try {
      await bookedAnew(() => this.writeCarried(userId, symbol, due, at, ids));
    } catch (error) {
      if (storageTrouble(error) !== null) throw error;
      for (const { row } of held) this.unbookable.add(row.id);
      for (const id of ids) await this.deps.onFault(id, error, at);
    }
  }

  /** Ask an owner about a jump that no corporate action explains. */
  async askAboutJump(userId: number, symbol: string, percent: number, at: number): Promise<void> {
    if (!this.openPositionsOf(userId).some((row) => row.symbol === symbol)) return;
    const { database, sinks } = this.deps;
    await database.write(userId, (tx) => notifyJump(tx, sinks, { userId, symbol, percent, at }));
  }

  private async writeCarried(
    userId: number,
    symbol: string,
    due: readonly DueAction[],
    at: number,
    strategyIds: ReadonlySet<number>,
  ): Promise<void> {
    const { database, sinks, run, broker, lastPrice, onTrade } = this.deps;
    const terms = new Map<number, TradingTerms>();
    for (const id of strategyIds) terms.set(id, await this.deps.termsOf(id));
    const termsOf = knownTerms(terms);
    const last = lastPrice(symbol);
    const carried = await database.write(userId, (tx) =>
      writeCarryOver(
        tx,
        {
          ...{ sinks, run, userId, symbol, at, lastPrice: last, termsOf },
          protectionOf: (id) => this.held.get(id)?.protection,
          cancelIn: (same, order, reason) =>
            this.orders.cancelIn(same, termsOf(order.strategy_id), order.id, at, reason),
        },
        due,
      ),
    );
    for (const { row, carry, trades } of carried.positions) {
      const protection = this.held.get(row.id)?.protection;
      if (row.status !== 'open') this.held.delete(row.id);
      else if (protection) this.held.set(row.id, { row, protection: carry(protection), isMoved: true });
      for (const trade of trades) onTrade(trade);
    }
    for (const order of carried.orders) {
      broker.cancel(order.id);
      this.orders.remember(order);
      await this.orders.rest(order);
    }
    // What it was before is a price of other shares.
    if (carried.positions.length > 0) this.previousPrice.delete(symbol);
  }

  /** Move the stop of a position to its entry price. It is written with the minute. */
  stopToEntry(positionId: number): void {
    const held = this.held.get(positionId);
    if (!held) return;
    const moved = moveStopToEntry(held.protection);
    if (moved === held.protection) return;
    held.protection = moved;
    held.isMoved = true;
  }

  /** Symbols of what is held and of orders that work. */
  *symbolsInUse(): Iterable<string> {
    for (const { row } of this.held.values()) yield row.symbol;
    for (const { symbol } of this.orders.all()) yield symbol;
  }

  /** Writes protections that have trailed, with what moves market time on. */
  async writeMoved(alongside: Alongside): Promise<void> {
    const moved = [...this.held.values()].filter(({ isMoved }) => isMoved);
    await this.deps.database.write(
      concernOf(
        moved.map(({ row }) => row),
        alongside,
      ),
      async (tx) => {
        await alongside.write(tx);
        for (const held of moved) await this.writeLevels(tx, held);
      },
    );
  }

  private async writeLevels(tx: Transaction, held: Held): Promise<void> {
    const { row, protection } = held;
    // It may have been left, or added to, since.
    if (this.held.get(row.id) !== held) return;
    const levels = shownLevels(protection);
    await tx.query.updateTable('positions').set(levels).where('id', '=', row.id).execute();
    tx.afterCommit(() => {
      held.row = { ...held.row, ...levels };
      // Its owner may have given it another meanwhile.
      if (held.protection === protection) held.isMoved = false;
    });
  }

  /** Books a fill: order, position, trade, log and alert in one transaction. */
  async fill(orderId: number, fill: Fill): Promise<void> {
    const known = this.orders.get(orderId);
    if (!known) return;
    const terms = await this.deps.termsOf(known.strategy_id);
    const protectionOf = (id: number) => this.held.get(id)?.protection;
    await bookedAnew(() =>
      this.deps.database.write(known.user_id, async (tx) => {
        const order = await readOrder(tx.query, orderId);
        const booked = await bookFill(tx, { ...this.deps, protectionOf }, terms, order, fill);
        // At once: what its owner writes next is not to be undone by it.
        tx.afterCommit(() => this.applyBooked(booked));
      }),
    );
  }

  private applyBooked(booked: BookedFill): void {
    if (booked.order.state === 'filled') this.orders.forget(booked.order.id);
    // It may have been cancelled since: the rest of it does not fill any more.
    else if (this.orders.get(booked.order.id)) this.orders.remember(booked.order);
    const protection = booked.protection ?? this.held.get(booked.position.id)?.protection;
    if (booked.position.status === 'open' && protection) this.hold(booked.position, protection);
    else this.held.delete(booked.position.id);
    if (booked.trade) this.deps.onTrade(booked.trade);
  }

  private hold(row: PositionRow, protection: Protection): void {
    this.held.set(row.id, { row, protection, isMoved: false });
  }

  /**
   * Closes everything at the last price seen, because this run ends; said so on each trade. All of it is written at once,
   * with what `alongside` writes; where that fails, everything is and works as before, and it may be asked again.
   */
  async closeAll(now: number, reason: string, alongside: Alongside): Promise<void> {
    this.isEnding = true;
    try {
      while (this.leaving.size > 0) await Promise.allSettled(this.leaving.values());
      const intentOf = (row: PositionRow) => this.exitIntent(row, 'square-off', reason, now);
      const closing = writeRunEnd(this.deps, this.orders, { now, reason, intentOf, alongside });
      // Claimed at once: nobody else leaves them while that is written.
      const claims = [...this.held.keys()].map((id) => this.claim(id, async () => exitOf(await closing, id)));
      await Promise.allSettled(claims);
      for (const booked of await closing) this.applyBooked(booked);
    } catch (error) {
      this.isEnding = false;
      throw error;
    }
  }
}

/** The order that has left a position. @throws Refusal when none has: it was left before. */
const exitOf = (booked: readonly BookedFill[], positionId: number): OrderRow => {
  const mine = booked.find(({ position }) => position.id === positionId);
  if (!mine) throw notFound('open position');
  return mine.order;
};

const isEndingAlready = (): Refusal =>
  new Refusal('conflict', 'Everything of this feed is being closed already.');
