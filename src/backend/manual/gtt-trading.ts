import type { Logger } from 'pino';
import { contractOf } from '../../engine/contracts/contract.ts';
import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import { type GttTerms, hasSameTerms } from '../../engine/trading/gtt.ts';
import { checkGtt } from '../../engine/trading/gtt-order.ts';
import { lossBlockReason } from '../../engine/trading/strategy-runtime.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import type { EndpointAt, OutputOf } from '../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../shared/contract/index.ts';
import { GTT_DAYS, MAY_TRIGGER, MOST_GTT } from '../../shared/gtt-states.ts';
import { formatRupees } from '../../shared/money.ts';
import { DAY_MS, istDate, istIso, MINUTE_MS } from '../../shared/time.ts';
import { type BrokerAccounts, NOT_LINKED } from '../broker-accounts/broker-accounts.ts';
import { exposureOf } from '../broker-accounts/entry-guard.ts';
import type { GttOrders } from '../broker-accounts/gtt/gtt-orders.ts';
import { announceGtt, gttIn, moveGtt, termsOfGtt, wishEndOfGtt } from '../broker-accounts/gtt/gtt-rows.ts';
import { requireBasketReady } from '../broker-accounts/live-case.ts';
import { requireUnlocked } from '../broker-accounts/live-lock.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import { requireLiveRun } from '../broker-accounts/require-live-run.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { BrokerAccountRow, GttRow, StrategyRow } from '../db/schema.ts';
import { inTime } from '../in-time.ts';
import { KeyedLanes } from '../keyed-lanes.ts';
import { tradedAs } from '../market/instrument-master.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { notFound, Refusal } from '../refusal.ts';
import { type OwnShares, ownShares, whyNotBeside } from './gtt-shares.ts';
import { findManualAccount } from './manual-account.ts';
import { chargesOfOrder } from './manual-charges.ts';
import { standingOf } from './manual-funds.ts';
import { manualInstrument, refusalOf } from './manual-order-check.ts';

interface Deps {
  readonly database: Database;
  readonly brokerAccounts: BrokerAccounts;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly logger: Logger;
}

/** A GTT order as its owner asks for it. Prices in paise. */
export interface WantedGtt extends Omit<GttTerms, 'trigger'> {
  readonly symbol: string;
  readonly triggerPrice: number;
}

/** Answer to the call of a preview. */
type GttPreview = OutputOf<EndpointAt<TrickDeskContract, 'gtt.preview'>>;

interface CheckedGtt {
  readonly account: StrategyRow;
  readonly instrument: BrokerInstrument;
  readonly preview: GttPreview;
}

/** How long a person waits for the broker's answer. The order goes on without them. */
const PATIENCE_MS = 5_000;
/** The age at which a price is too old in market hours. In market time, ms. */
const STALE_AFTER_MS = 5 * MINUTE_MS;
/** GTT orders that have ended and are shown, the last to end. */
const MOST_ENDED = 50;

const IS_OFF = 'Trading by hand with real money is switched off.';
const CANCELLED = 'Cancelled by you';
const DECLARED = 'You have declared that it is not at the broker';

const termsOf = ({ side, quantity, triggerPrice, price }: WantedGtt): GttTerms => ({
  side,
  quantity,
  trigger: triggerPrice,
  price,
});

/** @throws Refusal `refused` of what is no share */
const requireShare = (symbol: string): void => {
  if (contractOf(symbol) !== null || tradedAs(symbol).kind !== 'equity')
    throw new Refusal('refused', 'GTT orders are for shares, and nothing else.', {
      fields: { symbol: 'must be a share' },
    });
};

/** @throws Refusal where the account was left while the broker's list was read: nobody would follow an order there */
const requireLinked = async (tx: Transaction, { id }: BrokerAccountRow): Promise<void> => {
  const linked = await tx.query
    .selectFrom('broker_accounts')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!linked) throw new Refusal('refused', NOT_LINKED);
};

/**
 * Orders by hand that wait at the broker over days. They are their owner's own, as if placed in the app of the broker:
 * nothing that they buy is held, protected or sold here.
 */
export class GttTrading {
  private readonly deps: Deps;
  private readonly lanes = new KeyedLanes<number>();

  constructor(deps: Deps) {
    this.deps = deps;
  }

  /** Resolves when nothing is being done for anybody. */
  settled(): Promise<void> {
    return this.lanes.idle();
  }

  /** Those placed here, the newest first: all that may trigger, and the last that have ended. */
  async orders(userId: number): Promise<GttRow[]> {
    const { read } = this.deps.database;
    const ended = await read
      .selectFrom('gtt_orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('state', 'not in', MAY_TRIGGER)
      // By when they ended: somebody follows an old one to its end.
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_ENDED)
      .execute();
    return [...(await gttIn(read, userId)), ...ended].toSorted((a, b) => b.id - a.id);
  }

  /** Cost and need of an order, and what speaks against it. Nothing is written. @throws Refusal of what cannot be */
  async preview(userId: number, wanted: WantedGtt): Promise<GttPreview> {
    return (await this.checked(userId, wanted)).preview;
  }

  /**
   * Place an order at the broker. With the same mark again it is the order that is there. What the broker has not answered
   * in time goes on by itself, and is believed on the broker's list alone.
   * @throws Refusal with a sentence why nothing was sent; `conflict` for a mark that another order has
   */
  async place(userId: number, wanted: WantedGtt, mark: string): Promise<GttRow> {
    const begun = await this.lanes.run(userId, () => this.begin(userId, wanted, mark));
    if (begun.sent === null) return begun.row;
    begun.sent.catch((error: unknown) =>
      this.deps.logger.error({ err: error, gttId: begun.row.id }, 'a GTT order failed after its answer'),
    );
    return (await inTime(begun.sent, PATIENCE_MS)) ?? begun.row;
  }

  private async begin(
    userId: number,
    wanted: WantedGtt,
    mark: string,
  ): Promise<{ row: GttRow; sent: Promise<GttRow> | null }> {
    const { database, brokerAccounts } = this.deps;
    const known = await database.read
      .selectFrom('gtt_orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('mark', '=', mark)
      .executeTakeFirst();
    const terms = termsOf(wanted);
    if (known) {
      const asked = JSON.parse(known.asked_json) as GttTerms;
      if (known.symbol !== wanted.symbol || !hasSameTerms(asked, terms))
        throw new Refusal('conflict', 'This order was already sent with other values. Start again.');
      return { row: known, sent: null };
    }
    const { account, instrument, preview } = await this.checked(userId, wanted);
    const [problem] = preview.problems;
    if (problem !== undefined) throw new Refusal('refused', problem);
    await requireBasketReady(database, brokerAccounts, userId, 0);
    const { gtt, row } = brokerAccounts.requireAccount(userId);
    const { symbol } = wanted;
    return refusedBy(
      gtt.place({ ...terms, mark, symbol, instrument }, async (tx) => {
        await requireLinked(tx, row);
        await this.guard(tx, account, wanted, preview);
      }),
    );
  }

  /** Require what must hold as it is written. @throws Refusal */
  private async guard(
    tx: Transaction,
    { id }: StrategyRow,
    wanted: WantedGtt,
    preview: GttPreview,
  ): Promise<void> {
    const account = await tx.query
      .selectFrom('strategies')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (account.removed_at !== null) throw new Refusal('refused', IS_OFF);
    await requireUnlocked(tx, account.owner_id);
    const alive = await gttIn(tx.query, account.owner_id);
    if (alive.length >= MOST_GTT)
      throw new Refusal(
        'refused',
        `${MOST_GTT} GTT orders may wait at once. Cancel one that you no longer need.`,
      );
    const isLike = (row: GttRow): boolean =>
      (row.broker_rule_id === null || row.state === 'unknown') &&
      row.symbol === wanted.symbol &&
      hasSameTerms(termsOfGtt(row), termsOf(wanted));
    if (alive.some(isLike))
      throw new Refusal(
        'conflict',
        `Nobody knows yet whether the same GTT order in ${wanted.symbol} is at the broker. Settle that first.`,
      );
    if (wanted.side === 'sell') return;
    const { used, most } = await exposureOf(tx, account);
    if (used + preview.value > most)
      throw new Refusal(
        'refused',
        `Insufficient funds. ${formatRupees(used)} of the capital by hand are in use; this order takes ${formatRupees(preview.value)} more.`,
      );
  }

  /**
   * Cancel an order. Nothing holds it back.
   * @throws Refusal `not-found` of another's, `conflict` of one that has ended
   */
  async cancel(userId: number, gttId: number): Promise<GttRow> {
    const row = await this.require(userId, gttId);
    if (!MAY_TRIGGER.includes(row.state))
      throw new Refusal('conflict', 'This GTT order has ended; there is nothing to cancel.');
    const { database, hub, brokerAccounts } = this.deps;
    const live = brokerAccounts.accountOf(userId);
    if (live) await live.gtt.cancel(gttId, CANCELLED);
    // It is followed as soon as there is an account.
    else
      await database.write(userId, (tx) =>
        wishEndOfGtt(tx, hub, { userId, which: gttId, reason: CANCELLED }),
      );
    return this.require(userId, gttId);
  }

  /**
   * Declare that an unknown order is not at the broker. Its money is free then; should it turn up it is cancelled.
   * @throws Refusal `not-found` of another's, `conflict` of one that is known
   */
  async settle(userId: number, gttId: number): Promise<GttRow> {
    const { database, clock, hub, brokerAccounts } = this.deps;
    const row = await this.require(userId, gttId);
    if (row.state !== 'unknown')
      throw new Refusal('conflict', 'It is known what became of this GTT order; there is nothing to settle.');
    // What the list says now counts more than what its owner believes.
    const live = brokerAccounts.accountOf(userId);
    if (live?.gtt.canPlace) await refusedBy(live.gtt.read());
    await database.write(userId, async (tx) => {
      const moved = await moveGtt(tx, gttId, 'write-off', clock.now(), { end_wanted: DECLARED, reason: '' });
      if (!moved)
        throw new Refusal('conflict', 'It is known by now what became of this GTT order: look at the list.');
      announceGtt(hub, tx, userId);
    });
    return this.require(userId, gttId);
  }

  private async require(userId: number, gttId: number): Promise<GttRow> {
    const row = await this.deps.database.read
      .selectFrom('gtt_orders')
      .selectAll()
      .where('id', '=', gttId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound('GTT order');
    return row;
  }

  private async checked(userId: number, wanted: WantedGtt): Promise<CheckedGtt> {
    const { database, brokerAccounts, clock } = this.deps;
    const { symbol, side, quantity, triggerPrice, price } = wanted;
    const account = await findManualAccount(database.read, userId, 'live');
    if (!account) throw new Refusal('refused', IS_OFF);
    requireShare(symbol);
    const run = requireLiveRun(this.deps, userId);
    const live = brokerAccounts.requireAccount(userId);
    if (!live.gtt.canPlace) throw new Refusal('refused', 'This broker keeps no GTT orders.');
    await refusedBy(run.bringPriceOf(symbol));
    const facts = await manualInstrument(database, userId, run, symbol);
    const result = checkGtt(termsOf(wanted), facts);
    if (!result.ok) throw refusalOf(result.failure);
    const instrument = await refusedBy(run.instrumentOf(symbol));
    const value = quantity * price;
    const charges = chargePaise(
      totalCharges(chargesOfOrder({ symbol, side, product: 'delivery' }, quantity, price, facts.now)),
    );
    const standing = await standingOf(database, account, run);
    const { funds } = standing;
    const shares = side === 'sell' ? await this.sharesOf(userId, run, live.gtt, instrument) : null;
    const own = shares && shares.quantity;
    const beside = shares ? shares.problem : await whyNotBeside({ database, userId }, symbol, side);
    const session = sessionOn(istDate(facts.now), facts.traded);
    const isOpen = session !== null && facts.now >= session.open && facts.now < session.close;
    const problems = [
      account.removed_at === null ? null : IS_OFF,
      await live.whyNoEntry(),
      live.addressProblem,
      beside,
      isOpen && facts.now - facts.pricedAt > STALE_AFTER_MS ? 'There is no fresh price.' : null,
      side === 'buy' ? lossBlockReason(funds.today, funds.maxLossPerDay) : null,
      side === 'buy' && value + charges > funds.available
        ? `Insufficient funds. Available ${formatRupees(Math.max(0, funds.available))}, required ${formatRupees(value + charges)}.`
        : null,
      own !== null && quantity > own ? tooMany(symbol, own) : null,
    ].filter((one) => one !== null);
    return {
      account,
      instrument,
      preview: {
        ...{ symbol, side, quantity, triggerPrice, price, value, charges },
        lastPrice: facts.lastPrice,
        lastPriceAt: istIso(facts.pricedAt),
        available: side === 'buy' ? funds.available : null,
        ownShares: own,
        expiresAt: istIso(clock.now() + GTT_DAYS * DAY_MS),
        problems: [...new Set(problems)],
      },
    };
  }

  private async sharesOf(
    userId: number,
    run: LiveRun,
    gtt: GttOrders,
    instrument: BrokerInstrument,
  ): Promise<OwnShares> {
    const { rules: listed } = await refusedBy(gtt.peek());
    return ownShares({ database: this.deps.database, userId, run, instrument, listed });
  }
}

const tooMany = (symbol: string, own: number): string =>
  own === 0
    ? `The account has no ${symbol} of your own that a GTT order could sell: what TrickDesk holds and what is to be sold already do not count.`
    : `A GTT order can sell ${own} ${symbol} at most: what the account has beyond what TrickDesk holds and what is to be sold already.`;
