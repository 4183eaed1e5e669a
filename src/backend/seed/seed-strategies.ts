import { randomBytes } from 'node:crypto';
import { barsFrom } from '../../engine/bars.ts';
import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { type LegTrade, simulateLegsInSlices } from '../../engine/legs/simulate-legs.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import { parseLegDocument, parseRuleDocument } from '../../engine/rules/parse.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { seriesApart } from '../../engine/simulation/series-apart.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { FeedRow, NewTrade, StrategyRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { SimulatedPremiums } from '../market/simulated/simulated-premiums.ts';
import { EXIT_LABELS } from '../trading/exit-text.ts';
import { bookTrades } from '../trading/kept-results.ts';
import { columnsOfDocument } from '../trading/strategy-columns.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import { columnsOfLegs, legDocumentOf } from '../trading/legs/leg-document-of.ts';
import { LEG_EXIT_LABELS } from '../trading/legs/leg-exit-text.ts';
import { HOUSE_LEG_AUTHORS, HOUSE_LEG_STRATEGIES, type HouseLegStrategy } from './house-leg-strategies.ts';
import { HOUSE_AUTHORS, HOUSE_STRATEGIES, type HouseAuthor, type HouseStrategy } from './house-strategies.ts';

const MOST_BARS = 12_000;
const SLIPPAGE_BP = 1;

const columnsOf = (strategy: HouseStrategy) => {
  const parsed = parseRuleDocument(strategy.document);
  if (!parsed.ok) throw new Error(`${strategy.name}: ${parsed.failure.message}`);
  return columnsOfDocument(parsed.value);
};

const legColumnsOf = (strategy: HouseLegStrategy) => {
  const parsed = parseLegDocument(strategy.document);
  if (!parsed.ok) throw new Error(`${strategy.name}: ${parsed.failure.message}`);
  return columnsOfLegs(parsed.value);
};

/** Authors of the house and what they offer. */
interface HouseOffer {
  readonly authors: readonly HouseAuthor[];
  /** Number of the first author, from 0. */
  readonly firstAuthor: number;
  readonly strategies: readonly (Omit<HouseStrategy, 'document'> & {
    readonly columns: ReturnType<typeof columnsOf> | ReturnType<typeof legColumnsOf>;
  })[];
}

/** Writes the house's authors and their strategies; they run in test as soon as their history is worked out. */
export const seedHouse = (tx: Transaction, now: number): Promise<void> =>
  seedOffer(tx, now, {
    authors: HOUSE_AUTHORS,
    firstAuthor: 0,
    strategies: HOUSE_STRATEGIES.map((strategy) => ({ ...strategy, columns: columnsOf(strategy) })),
  });

/** The same of strategies with legs, which came later. */
export const seedHouseLegs = (tx: Transaction, now: number): Promise<void> =>
  seedOffer(tx, now, {
    authors: HOUSE_LEG_AUTHORS,
    firstAuthor: HOUSE_AUTHORS.length,
    strategies: HOUSE_LEG_STRATEGIES.map((strategy) => ({ ...strategy, columns: legColumnsOf(strategy) })),
  });

const seedOffer = async (
  tx: Transaction,
  now: number,
  { authors, firstAuthor, strategies }: HouseOffer,
): Promise<void> => {
  const ids = new Map<string, number>();
  for (const [place, author] of authors.entries()) {
    const number = firstAuthor + place + 1;
    const { id } = await tx.query
      .insertInto('users')
      .values({
        full_name: author.name,
        email: `tricker${number}@house.invalid`,
        phone: `house-${number}`,
        // Nobody signs in as the house: this is not a hash of anything.
        password_hash: `none:${randomBytes(16).toString('hex')}`,
        referral_code: `HOUSE${number}`,
        referrer_id: null,
        role: 'tricker',
        ability_json: null,
        is_house: 1,
        bio: author.bio,
        designation_level: 0,
        is_active: 0,
        is_trade_active: 0,
        is_robo_active: 0,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(author.name, id);
  }
  for (const { columns, ...strategy } of strategies)
    await tx.query
      .insertInto('strategies')
      .values({
        ...columns,
        owner_id: ids.get(strategy.author) ?? 0,
        parent_id: null,
        name: strategy.name,
        summary: strategy.summary,
        mode: 'test',
        status: STRATEGY_STATUS.stopped,
        risk: strategy.risk,
        minimum_capital: strategy.minimumCapital,
        capital: strategy.capital,
        quantity: null,
        risk_percent: null,
        max_loss_per_day: null,
        slippage_bp: SLIPPAGE_BP,
        is_public: 1,
        broker_id: 1,
        attention: null,
        created_at: now,
        removed_at: null,
      })
      .execute();
};

/** Runs a strategy over the simulated history before the feed's market time. */
const tradesOf = async (history: History, strategy: StrategyRow, feed: FeedRow): Promise<NewTrade[]> => {
  const rules = compileRules(effectiveRules(strategy));
  const series = [];
  for (const symbol of instrumentsNeeded(rules.document)) {
    const instrument = findInstrument(symbol);
    if (!instrument) continue;
    const key = { ownerId: 0, source: 'simulated' as const, symbol };
    const rows = await history.candlesBefore(key, rules.document.timeframe, feed.market_time, MOST_BARS);
    const bars = barsFrom(rows);
    if (!bars.ok) throw new Error(`${symbol}: ${bars.failure.message}`);
    series.push({ instrument, bars: bars.value });
    await new Promise(setImmediate);
  }
  const result = simulate({
    rules,
    ...seriesApart(rules.document, series),
    capital: strategy.capital,
    slippage: { kind: 'basis-points', points: strategy.slippage_bp },
  });
  if (!result.ok) throw new Error(`${strategy.name}: ${result.failure.message}`);
  return result.value.trades
    .filter((trade) => !trade.isOpenAtEnd)
    .map((trade) => ({
      user_id: strategy.owner_id,
      strategy_id: strategy.id,
      position_id: null,
      symbol: trade.symbol,
      mode: 'test',
      source: 'simulated',
      run_id: feed.id,
      side: trade.side,
      product: strategy.product,
      quantity: trade.quantity,
      entry_at: trade.entryTime,
      entry_price: Math.round(trade.entryPrice),
      entry_reason: 'Entry rule',
      exit_at: trade.exitTime,
      exit_price: Math.round(trade.exitPrice),
      exit_reason: EXIT_LABELS[trade.why],
      gross: Math.round(trade.gross),
      charges: trade.chargesPaise,
      charge_items_json: JSON.stringify(trade.charges),
      net: Math.round(trade.net),
    }));
};

/** Sessions over which strategies with legs are tested. */
const LEG_SESSIONS = 20;
const SESSION_MINUTES = 385;

/** Why a leg was closed, as paper says it: a level on its premium is its position's. */
const legExitText = ({ legs }: LegDocument, { leg, why }: LegTrade): string => {
  if (why !== 'stop-loss' && why !== 'trailing-stop' && why !== 'target') return LEG_EXIT_LABELS[why];
  const level = why === 'target' ? legs[leg]?.target : legs[leg]?.stop;
  return level?.of === 'premium' ? EXIT_LABELS[why] : LEG_EXIT_LABELS[why];
};

/** The same of a strategy with legs. On the simulated market's own premiums. */
const tradesOfLegs = async (
  history: History,
  strategy: StrategyRow,
  document: LegDocument,
  feed: FeedRow,
): Promise<NewTrade[]> => {
  const key = { ownerId: 0, source: 'simulated' as const, symbol: document.underlying };
  const count = LEG_SESSIONS * SESSION_MINUTES;
  const bars = barsFrom(await history.candlesBefore(key, '1m', feed.market_time, count));
  if (!bars.ok) throw new Error(`${document.underlying}: ${bars.failure.message}`);
  const premiums = new SimulatedPremiums(document.underlying, bars.value);
  const { outcomes } = await simulateLegsInSlices(
    { document, exchange: 'NSE', bars: bars.value, premiums, plan: ANGEL_ONE },
    () => new Promise(setImmediate),
  );
  return outcomes.flatMap(({ day, trades }) =>
    trades.map((trade) => ({
      user_id: strategy.owner_id,
      strategy_id: strategy.id,
      position_id: null,
      symbol: trade.symbol,
      mode: 'test',
      source: 'simulated',
      run_id: feed.id,
      side: trade.side === 'buy' ? 'long' : 'short',
      product: strategy.product,
      quantity: trade.quantity,
      entry_at: trade.enteredAt,
      entry_price: trade.entryPrice,
      entry_reason: `Leg ${trade.leg + 1}`,
      exit_at: trade.exitedAt,
      exit_price: trade.exitPrice,
      exit_reason: legExitText(document, trade),
      gross: trade.gross,
      charges: chargePaise(totalCharges(trade.charges)),
      charge_items_json: JSON.stringify(trade.charges),
      net: trade.net,
      structure_day: day,
    })),
  );
};

/** House strategies whose history has not been worked out yet, in order. */
export const unseededStrategies = (database: Database): Promise<StrategyRow[]> =>
  database.read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .selectAll('strategies')
    .where('users.is_house', '=', 1)
    .where('strategies.kind', '=', 'rules')
    .where('strategies.status', '=', STRATEGY_STATUS.stopped)
    .orderBy('strategies.id')
    .execute();

/**
 * Compute one strategy's test history and set it running. Both happen in one transaction: after a crash it is done
 * again.
 */
export const seedStrategy = async (
  database: Database,
  history: History,
  strategy: StrategyRow,
  feed: FeedRow,
): Promise<void> => {
  const legs = legDocumentOf(strategy);
  const trades = legs
    ? await tradesOfLegs(history, strategy, legs, feed)
    : await tradesOf(history, strategy, feed);
  await database.write(strategy.owner_id, async (tx) => {
    await bookTrades(tx, trades);
    await tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running })
      .where('id', '=', strategy.id)
      .execute();
  });
};
