import { randomBytes } from 'node:crypto';
import { barsFrom } from '../../engine/bars.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { FeedRow, NewTrade, StrategyRow } from '../db/schema.ts';
import type { History } from '../market/history.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { EXIT_LABELS } from '../trading/exit-text.ts';
import { bookTrades } from '../trading/kept-results.ts';
import { columnsOfDocument } from '../trading/strategy-columns.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import { HOUSE_AUTHORS, HOUSE_STRATEGIES, type HouseStrategy } from './house-strategies.ts';

const MOST_BARS = 12_000;
const SLIPPAGE_BP = 1;

const documentOf = (strategy: HouseStrategy): RuleDocument => {
  const parsed = parseRuleDocument(strategy.document);
  if (!parsed.ok) throw new Error(`${strategy.name}: ${parsed.failure.message}`);
  return parsed.value;
};

/** Writes the house's authors and their strategies; they run in test as soon as their history is worked out. */
export const seedHouse = async (tx: Transaction, now: number): Promise<void> => {
  const ids = new Map<string, number>();
  for (const [index, author] of HOUSE_AUTHORS.entries()) {
    const { id } = await tx.query
      .insertInto('users')
      .values({
        full_name: author.name,
        email: `tricker${index + 1}@house.invalid`,
        phone: `house-${index + 1}`,
        // Nobody signs in as the house: this is not a hash of anything.
        password_hash: `none:${randomBytes(16).toString('hex')}`,
        referral_code: `HOUSE${index + 1}`,
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
  for (const strategy of HOUSE_STRATEGIES)
    await tx.query
      .insertInto('strategies')
      .values({
        ...columnsOfDocument(documentOf(strategy)),
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
  for (const symbol of rules.document.instruments) {
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
    series,
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
  const trades = await tradesOf(history, strategy, feed);
  await database.write(strategy.owner_id, async (tx) => {
    await bookTrades(tx, trades);
    await tx.query
      .updateTable('strategies')
      .set({ status: STRATEGY_STATUS.running })
      .where('id', '=', strategy.id)
      .execute();
  });
};
