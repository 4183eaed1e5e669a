import { type OutputOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { live } from '../../../shared/contract/live.ts';
import { BROKER_ID, STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { THIRTY_DAYS_MS } from '../../../shared/time.ts';
import { isReady, liveChecks } from '../../broker-accounts/checklist.ts';
import { backToPaper } from '../../broker-accounts/back-to-paper.ts';
import { isByOthers, liveCaseOf, requireReady } from '../../broker-accounts/live-case.ts';
import { requireUnlocked } from '../../broker-accounts/live-lock.ts';
import { refusedBy } from '../../broker-accounts/refused-by.ts';
import { requireRunningQuota } from '../../trading/running-quota.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { requireNamedShares } from '../../trading/require-named-shares.ts';
import { Refusal } from '../../refusal.ts';
import { legDocumentOf } from '../../trading/legs/leg-document-of.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { isOfRun, worstDay } from '../../trading/results.ts';
import { testScope } from '../../trading/result-scope.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import { setStatus } from '../../trading/set-status.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

/**
 * Algorithm id of live orders, shown with the checklist. Below ten orders a second the exchange asks for no
 * registration: the generic id goes along.
 */
const GENERIC_ALGO = 'Generic (under 10 orders a second)';

type Checklist = OutputOf<typeof live.checklist>;

const checklistOf = async (deps: LiveDeps, userId: number, strategyId: number) => {
  const { database, brokerAccounts } = deps;
  const { read } = deps.database;
  const strategy = await requireOwnStrategy(database, userId, strategyId);
  const account = brokerAccounts.accountOf(userId);
  const checks = liveChecks(await liveCaseOf(database, account, strategy));
  return { strategy, account, checks, byOthers: await isByOthers(read, strategy) };
};

/** Costs and losses of its last thirty days on paper. */
const lastThirtyDays = async (
  { marketRuns, database }: LiveDeps,
  { id, owner_id }: StrategyRow,
): Promise<Checklist['lastThirtyDaysInTest']> => {
  const scope = testScope(marketRuns, owner_id);
  const since = marketRuns.runOf(owner_id).session.now - THIRTY_DAYS_MS;
  const { trades, charges, worst } = await database.read
    .selectFrom('trades')
    .select((eb) => [
      eb.fn.countAll<number>().as('trades'),
      eb.fn.coalesce(eb.fn.sum<number>('charges'), eb.lit(0)).as('charges'),
      eb.fn.min('net').as('worst'),
    ])
    .where('strategy_id', '=', id)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .where('exit_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { trades, charges, largestLoss: worst !== null && worst < 0 ? worst : null };
};

/** Conditions for a strategy to go live. */
export const liveChecklist =
  (deps: LiveDeps): LiveCalls['checklist'] =>
  async ({ strategyId }, { userId }) => {
    const { marketRuns } = deps;
    const { read } = deps.database;
    const { strategy, account, checks, byOthers } = await checklistOf(deps, userId, strategyId);
    const hasLegs = legDocumentOf(strategy) !== null;
    const { fold } = await keptResultOf(read, strategy.id, testScope(marketRuns, userId));
    return {
      strategyId,
      name: strategy.name,
      isReady: isReady(checks),
      checks,
      needsAcknowledgement: byOthers,
      capital: strategy.capital,
      worstDayInTest: worstDay(fold),
      stopLoss: hasLegs ? null : effectiveRules(strategy).stopLoss,
      hasLegs,
      lastThirtyDaysInTest: await lastThirtyDays(deps, strategy),
      clientCode: account?.row.client_code_masked ?? null,
      algoId: GENERIC_ALGO,
    };
  };

/** Switch a strategy to live: its next signal is a real order. */
export const goLive =
  (deps: LiveDeps): LiveCalls['goLive'] =>
  ({ strategyId, confirmName, isAcknowledged }, { userId }) =>
    deps.starts.inTurn(strategyId, async () => {
      const strategy = await requireOwnStrategy(deps.database, userId, strategyId);
      if (strategy.mode === 'live') throw new Refusal('conflict', `${strategy.name} is live already.`);
      if (strategy.status === STRATEGY_STATUS.disabled)
        throw new Refusal('conflict', `${strategy.name} is disabled; enable it first.`);
      if (confirmName.trim() !== strategy.name)
        throw new Refusal('invalid', 'confirmName is not the name of the strategy.', {
          fields: { confirmName: `type ${strategy.name}` },
        });
      requireNamedShares(strategy);
      await requireReady(deps.database, deps.brokerAccounts, strategy);
      if (!isAcknowledged && (await isByOthers(deps.database.read, strategy)))
        throw new Refusal(
          'invalid',
          "isAcknowledged is needed: the exchange's rules for algorithms of others.",
          {
            fields: { isAcknowledged: 'read and accept the rules' },
          },
        );
      const at = deps.clock.now();
      const switched = await deps.database.write(userId, async (tx) => {
        await requireUnlocked(tx, userId);
        const row = await tx.query
          .updateTable('strategies')
          .set({ mode: 'live', broker_id: BROKER_ID.angelOne })
          .where('id', '=', strategy.id)
          .where('mode', '=', 'test')
          .where('status', '!=', STRATEGY_STATUS.disabled)
          .where('removed_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new Refusal('conflict', `${strategy.name} is live already, disabled or removed.`);
        await deps.logActivity(tx, userId, 'live', `${strategy.name} went live.`);
        const running = await setStatus(tx, deps.hub, row, STRATEGY_STATUS.running);
        await requireRunningQuota(tx, userId);
        return running;
      });
      deps.starts.end(switched);
      const launching = deps.starts.launch(switched, (tx) => backToPaper(tx, strategy, at));
      const isWarm = await refusedBy(deps.starts.patiently(switched, launching));
      return new Reply(
        { strategyId, mode: 'live' as const, strategyStatus: switched.status },
        isWarm
          ? `${strategy.name} is live: its next signal is a real order.`
          : `${strategy.name} is live. It warms up its indicators on past candles; from then on its next signal is a real order.`,
      );
    });
