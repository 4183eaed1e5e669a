import { WORKING_STATES } from '../../shared/order-states.ts';
import type { BrokerInstrument, NetPosition, RuleReport } from '../brokers/broker.ts';
import { isOfShare } from '../brokers/match-holding.ts';
import { netOf } from '../broker-accounts/account-book.ts';
import { gttIn } from '../broker-accounts/gtt/gtt-rows.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import { refusedBy } from '../broker-accounts/refused-by.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

interface ShareFacts {
  readonly database: Database;
  readonly userId: number;
  readonly run: LiveRun;
  readonly instrument: BrokerInstrument;
  /** The broker's list, read right before. */
  readonly listed: readonly RuleReport[];
}

/** Units that are held here overnight, by whatever trades. */
const heldHere = async (read: Database['read'], userId: number, symbol: string): Promise<number> => {
  const rows = await read
    .selectFrom('positions')
    .select('quantity')
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('status', '=', 'open')
    .where('symbol', '=', symbol)
    .where('product', '=', 'delivery')
    .where('side', '=', 'long')
    .execute();
  return rows.reduce((sum, { quantity }) => sum + quantity, 0);
};

/**
 * Why a trigger could be taken for trade of TrickDesk; null where it could not. What TrickDesk
 * holds short of shares would be filled up by what a rule buys, and be sold with them.
 */
export const whyNotBeside = async (
  { database, userId }: Pick<ShareFacts, 'database' | 'userId'>,
  symbol: string,
  side: 'buy' | 'sell',
): Promise<string | null> => {
  const { read } = database;
  const order = await read
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('symbol', '=', symbol)
    .where('slot', '=', 'entry')
    // One that waits for the open says what it is once it is sent.
    .where((eb) => eb.or([eb('broker_product', '=', 'delivery'), eb('broker_product', 'is', null)]))
    .where('state', 'in', WORKING_STATES)
    .limit(1)
    .executeTakeFirst();
  if (order)
    return `An order of TrickDesk to buy ${symbol} overnight may still fill. Wait until it has ended: what is whose would not be known.`;
  const difference = await read
    .selectFrom('account_differences')
    .select('id')
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  if (difference)
    return `The account has another quantity of ${symbol} than TrickDesk. Settle that first: see Reconciliation.`;
  const held = side === 'buy' ? await heldHere(read, userId, symbol) : 0;
  return held > 0
    ? `TrickDesk holds ${held} ${symbol} overnight. What a GTT order buys beside them could be taken for theirs: close them first, or place it in the app of the broker.`
    : null;
};

/**
 * Units that GTT orders of the share may sell, at whichever exchange: those placed here, and those that the list has
 * beside them.
 * @throws Refusal `refused` where one of them does not say how many
 */
const soldByGtt = async ({ database, userId, instrument, listed }: ShareFacts): Promise<number> => {
  const ours = await gttIn(database.read, userId);
  const known = new Set(ours.map(({ broker_rule_id: ruleId }) => ruleId));
  const here = ours.filter(({ side, symbol }) => side === 'sell' && symbol === instrument.symbol);
  const elsewhere = listed.filter(
    (rule) =>
      (isOfShare(rule, instrument) || rule.tradingSymbol === '') &&
      !known.has(rule.ruleId) &&
      rule.state !== 'sent' &&
      rule.state !== 'cancelled',
  );
  if (elsewhere.some(({ terms }) => terms === null))
    throw new Refusal(
      'refused',
      `Angel One lists a GTT order that may sell ${instrument.symbol}, and nobody can read how many. Look in the app of the broker: none is placed beside it.`,
    );
  return (
    here.reduce((sum, { quantity }) => sum + quantity, 0) +
    elsewhere.reduce((sum, { terms }) => sum + (terms?.side === 'sell' ? terms.quantity : 0), 0)
  );
};

/** Units that orders of the owner's own are selling now. What a rule has sent is among them. */
const soldNow = async ({ run, instrument }: ShareFacts): Promise<number> => {
  const ours = new Set(run.execution.orders.all().map(({ broker_order_id: number }) => number));
  const book = await refusedBy(run.requireBroker().orderBook());
  return book
    .filter(
      ({ tradingSymbol, side, state, brokerOrderId }) =>
        isOfShare({ exchange: '', token: '', tradingSymbol }, instrument) &&
        side === 'sell' &&
        (state === 'pending' || state === 'open' || state === 'waiting') &&
        !ours.has(brokerOrderId),
    )
    .reduce((sum, { quantity, filledQuantity }) => sum + quantity - filledQuantity, 0);
};

/** Units sold today at another exchange: they leave the holding that the account still shows. */
const soldElsewhere = (positions: readonly NetPosition[], instrument: BrokerInstrument): number =>
  positions
    .filter(
      (one) =>
        one.exchange !== instrument.exchange && one.product === 'delivery' && isOfShare(one, instrument),
    )
    .reduce((sum, { quantity }) => sum + Math.max(0, -quantity), 0);

/** Shares that a GTT order may sell. */
export interface OwnShares {
  readonly quantity: number;
  /** Why a trigger could be taken for trade of TrickDesk; null where it could not. */
  readonly problem: string | null;
}

/**
 * Shares of the account that a GTT order may sell: delivered ones, beyond what strategies, baskets and orders by hand hold
 * here, and beyond what is to be sold already.
 * @throws Refusal `refused` when the broker does not say what the account holds, or what else sells it
 */
export const ownShares = async (facts: ShareFacts): Promise<OwnShares> => {
  const { database, userId, run, instrument } = facts;
  const { symbol } = instrument;
  const broker = run.requireBroker();
  // What fills while all this is read counts on both sides, never on none: what sells is read before the account is,
  // and what is held here before it and after it.
  const heldBefore = await heldHere(database.read, userId, symbol);
  const sold = (await soldByGtt(facts)) + (await soldNow(facts));
  const [positions, holdings] = await Promise.all([
    refusedBy(broker.positions()),
    refusedBy(broker.holdings()),
  ]);
  const problem = await whyNotBeside(facts, symbol, 'sell');
  const held = Math.max(heldBefore, await heldHere(database.read, userId, symbol));
  const theirs = netOf({ at: 0, positions, holdings }, instrument, 'delivery');
  const quantity = Math.max(0, theirs - held - sold - soldElsewhere(positions, instrument));
  return { quantity, problem };
};
