import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Schema, StrategyRow } from '../db/schema.ts';
import type { LiveAccount } from './live-account.ts';
import { lockOf } from './live-lock.ts';
import { riskLimitsOf } from './risk-guard.ts';
import { BrokerTrouble } from '../brokers/broker.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import { legDocumentOf } from '../trading/legs/leg-document-of.ts';
import { istDate } from '../../shared/time.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { Refusal } from '../refusal.ts';
import type { LiveCheck } from '../../shared/contract/live.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { type AccountCase, basketChecks, isReady, type LiveCase, liveChecks } from './checklist.ts';
import type { BrokerAccounts } from './broker-accounts.ts';
import { type DaysBack, daysBeyondBroker } from './broker-candles.ts';

/** Whether the strategy was copied from one of another owner. */
export const isByOthers = async (db: Kysely<Schema>, strategy: StrategyRow): Promise<boolean> => {
  if (strategy.parent_id === null) return false;
  const parent = await db
    .selectFrom('strategies')
    .select('owner_id')
    .where('id', '=', strategy.parent_id)
    .executeTakeFirst();
  return parent !== undefined && parent.owner_id !== strategy.owner_id;
};

const fundsOf = async (account: LiveAccount | null): Promise<number | null> => {
  const broker = account?.run.broker;
  if (!broker) return null;
  try {
    return (await broker.funds()).available;
  } catch (error) {
    if (error instanceof BrokerTrouble) return null;
    throw error;
  }
};

const testDaysOf = async (db: Kysely<Schema>, strategyId: number): Promise<number> => {
  const rows = await db
    .selectFrom('trades')
    .select('exit_at')
    .where('strategy_id', '=', strategyId)
    .where('mode', '=', 'test')
    .execute();
  return new Set(rows.map(({ exit_at }) => istDate(exit_at))).size;
};

/** Facts about a person and their account for the checklists; `capital` in paise. */
const accountCaseOf = async (
  { read }: Database,
  account: LiveAccount | null,
  userId: number,
  capital: number,
): Promise<AccountCase> => {
  const user = await read
    .selectFrom('users')
    .leftJoin('identities', 'identities.user_id', 'users.id')
    .select(['is_trade_active', 'aadhaar_at', 'pan_at'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    isKycDone: user.aadhaar_at !== null && user.pan_at !== null,
    isTradeActive: user.is_trade_active === 1,
    isLinked: account !== null,
    hasSession: account !== null && account.run.isConnected && !account.isSessionOver,
    addressProblem: account?.addressProblem ?? null,
    // Where none is needed, the broker need not be asked: an order by hand would wait for it.
    funds: capital === 0 ? 0 : await fundsOf(account),
    capital,
    lock: (await lockOf(read, userId))?.reason ?? null,
  };
};

/** Whether legs can lose no more than is known: a bought option loses what was paid for it. */
const haveStops = ({ legs, structure }: LegDocument): boolean =>
  structure.stop !== null ||
  legs.every(({ side, kind, stop }) => stop !== null || (side === 'buy' && kind !== 'future'));

const daysBackOf = (rules: RuleDocument): DaysBack | null =>
  daysBeyondBroker(rules.timeframe, compileRules(rules).reach);

/** All that the checklist of a strategy asks. */
export const liveCaseOf = async (
  database: Database,
  account: LiveAccount | null,
  strategy: StrategyRow,
): Promise<LiveCase> => {
  const { read } = database;
  const userId = strategy.owner_id;
  const { open } = await read
    .selectFrom('positions')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .where('strategy_id', '=', strategy.id)
    .where('mode', '=', 'test')
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  const legs = legDocumentOf(strategy);
  const { maxLossPerDay } = await riskLimitsOf(read, userId);
  return {
    ...(await accountCaseOf(database, account, userId, strategy.capital)),
    hasLegs: legs !== null,
    hasStopLoss: legs ? haveStops(legs) : effectiveRules(strategy).stopLoss !== null,
    hasDailyLoss: maxLossPerDay !== null || strategy.max_loss_per_day !== null,
    openTestPositions: open,
    testDays: await testDaysOf(read, strategy.id),
    daysBack: legs ? null : daysBackOf(effectiveRules(strategy)),
    strategyId: strategy.id,
  };
};

/**
 * Require that a strategy is ready for real money. Asked before it trades live, and each time it is started again.
 * @throws Refusal `refused` with all that is missing, and the checklist in its details
 */
export const requireReady = async (
  database: Database,
  brokerAccounts: BrokerAccounts,
  strategy: StrategyRow,
): Promise<void> => {
  refuseUnready(
    liveChecks(await liveCaseOf(database, brokerAccounts.accountOf(strategy.owner_id), strategy)),
  );
};

/**
 * Before a basket is bought with real money; `amount` in paise.
 * @throws Refusal `refused` with all that is missing, and the checklist in its details
 */
export const requireBasketReady = async (
  database: Database,
  brokerAccounts: BrokerAccounts,
  userId: number,
  amount: number,
): Promise<void> => {
  refuseUnready(
    basketChecks(await accountCaseOf(database, brokerAccounts.accountOf(userId), userId, amount)),
  );
};

const refuseUnready = (checks: readonly LiveCheck[]): void => {
  if (isReady(checks)) return;
  const missing = checks.filter(({ isMet, isAdvice }) => !isMet && !isAdvice);
  throw new Refusal('refused', `Not yet: ${missing.map(({ how }) => how).join(' ')}`, {
    details: { checks },
  });
};

/** Live strategies of a user that run. */
export const runningLive = (db: Kysely<Schema>, userId: number): Promise<StrategyRow[]> =>
  db
    .selectFrom('strategies')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('mode', '=', 'live')
    .where('kind', '=', 'rules')
    .where('status', 'in', [STRATEGY_STATUS.running, STRATEGY_STATUS.needsAttention])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
