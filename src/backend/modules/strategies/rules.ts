import type { Kysely } from 'kysely';
import { instrumentsNeeded } from '../../../engine/rules/operand-places.ts';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import type { ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { problemSentence } from '../../../shared/field-problems.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { STRATEGY_STATUS, type StrategyStatus } from '../../../shared/strategy-status.ts';
import type { Schema, StrategyRow } from '../../db/schema.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { Refusal } from '../../refusal.ts';
import { legDocumentOf } from '../../trading/legs/leg-document-of.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';

const STATUS_LABELS: Readonly<Record<Exclude<StrategyStatus, 4>, string>> = {
  [STRATEGY_STATUS.running]: 'running',
  [STRATEGY_STATUS.stopped]: 'stopped',
  [STRATEGY_STATUS.disabled]: 'disabled',
};

/**
 * Refuses to start what cannot be started, with its state. What needs its owner can: to start it is to have looked.
 * Only while nobody knows of an order of it, it stays as it is.
 */
export const requireStartable = async (db: Kysely<Schema>, strategy: StrategyRow): Promise<void> => {
  // It may have been stopped since; that settles nothing.
  if (strategy.status === STRATEGY_STATUS.needsAttention || strategy.status === STRATEGY_STATUS.stopped)
    return refuseDoubt(db, strategy);
  throw new Refusal(
    'conflict',
    `${strategy.name} is ${STATUS_LABELS[strategy.status]} already.`.replace(
      'disabled already',
      'disabled; enable it first',
    ),
    { details: { strategyStatus: strategy.status } },
  );
};

const refuseDoubt = async (db: Kysely<Schema>, strategy: StrategyRow): Promise<void> => {
  const order = await db
    .selectFrom('orders')
    .select(['side', 'quantity', 'symbol'])
    .where('strategy_id', '=', strategy.id)
    .where('state', '=', 'unknown')
    .executeTakeFirst();
  if (order)
    throw new Refusal(
      'conflict',
      `Nobody knows whether the order of ${strategy.name} to ${order.side} ${order.quantity} ${order.symbol} reached the broker. Settle it first, then start.`,
      { details: { strategyStatus: strategy.status } },
    );
};

/** Refuse to stop what is neither running nor awaiting its owner. The refusal carries its state. */
export const requireStoppable = (strategy: StrategyRow): void => {
  if (strategy.status === STRATEGY_STATUS.running || strategy.status === STRATEGY_STATUS.needsAttention)
    return;
  throw new Refusal('conflict', `${strategy.name} is not running.`, {
    details: { strategyStatus: strategy.status },
  });
};

/**
 * The simulated market makes prices of its own list alone.
 * @throws Refusal `refused` for rules on other shares while it is in use
 */
export const requirePricesOf = (strategy: StrategyRow, source: Source): void => {
  if (source !== 'simulated' || legDocumentOf(strategy)) return;
  const without = instrumentsNeeded(effectiveRules(strategy)).filter((symbol) => !findInstrument(symbol));
  if (without.length === 0) return;
  throw new Refusal(
    'refused',
    `The simulated market has no prices of ${without.join(', ')}. Backtest the strategy, play imported prices again, or trade it live.`,
  );
};

export const requireCapital = (capital: number, minimum: number): void => {
  if (capital < minimum)
    throw new Refusal('refused', `This strategy needs a capital of at least ${formatRupees(minimum)}.`);
};

/** @throws Refusal `refused` for rules without a stop-loss that need one: sized by risk, or of a live strategy */
export const requireStop = (rules: RuleDocument, mode: StrategyRow['mode']): void => {
  if (rules.stopLoss) return;
  if (rules.size.kind === 'risk-percent')
    throw new Refusal('refused', 'This strategy is sized by risk, so it needs a stop-loss.');
  if (mode === 'live')
    throw new Refusal(
      'refused',
      'A live strategy needs a stop-loss. Change it to another one, or take the strategy back to paper first.',
    );
};

type Settings = ParsedOf<(typeof strategies)['settings']>;

const productProblem = (document: RuleDocument, product: RuleDocument['product']): string | null => {
  if (product === 'delivery' && document.side === 'short') return 'cannot be delivery for a short strategy';
  if (product === 'delivery' && document.reverse)
    return 'cannot be delivery for a strategy that trades both sides';
  if (product === 'intraday' && document.timeframe === '1d') return 'cannot be intraday on daily candles';
  const parsed = parseRuleDocument({ ...document, product });
  return parsed.ok ? null : parsed.failure.message;
};

/** Settings that a document with legs says itself, by their columns. */
const OF_LEGS = {
  quantity: 'quantity',
  riskPercent: 'risk_percent',
  maxTradesPerDay: 'max_trades_per_day',
  squareOffTime: 'square_off_time',
  productType: 'product',
} as const satisfies Partial<Record<keyof Settings, keyof StrategyRow>>;

const problemsOfLegs = (settings: Settings, strategy: StrategyRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(OF_LEGS)
      .filter(([name, column]) => {
        const wanted = settings[name as keyof typeof OF_LEGS];
        return wanted !== undefined && wanted !== strategy[column];
      })
      .map(([name]) => [name, 'is said by the legs of this strategy: change them']),
  );

const problemsOfRules = (
  { riskPercent, productType }: Settings,
  strategy: StrategyRow,
): Record<string, string> => {
  const document = effectiveRules(strategy);
  const product = productProblem(document, productType ?? document.product);
  return {
    ...(riskPercent && !document.stopLoss && { riskPercent: 'needs a stop-loss' }),
    ...(product !== null && { productType: product }),
  };
};

/** @throws Refusal `invalid` with every setting that the rules of a strategy do not allow. */
export const requireSettings = (settings: Settings, strategy: StrategyRow): void => {
  const { capital } = settings;
  const fields = {
    ...(capital !== undefined &&
      capital < strategy.minimum_capital && {
        capital: `must be at least ${formatRupees(strategy.minimum_capital)}`,
      }),
    ...(legDocumentOf(strategy) ? problemsOfLegs(settings, strategy) : problemsOfRules(settings, strategy)),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', problemSentence(fields), { fields });
};
