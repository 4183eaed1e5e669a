import { Reply } from '../../../shared/contract/endpoint.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { requirePlanInForce } from '../../advisors/managed-strategies.ts';
import { requireNamedShares } from '../../trading/require-named-shares.ts';
import { requireRunningQuota } from '../../trading/running-quota.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import { requirePricesOf, requireStartable } from './rules.ts';
import { requireReady } from '../../broker-accounts/live-case.ts';
import { requireUnlocked } from '../../broker-accounts/live-lock.ts';
import { setStatus } from '../../trading/set-status.ts';
import { changeOf } from './strategy-changes.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** Start a strategy where it trades, once it may. Its settings must allow it and, live, its checklist. */
export const startStrategy =
  (deps: StrategiesDeps): StrategiesCalls['start'] =>
  async (input, { userId }) =>
    deps.starts.inTurn(input.strategyId, async () => {
      const strategy = await requireOwnStrategy(deps.database, userId, input.strategyId);
      await requireStartable(deps.database.read, strategy);
      await requirePlanInForce(deps.database.read, strategy);
      requireNamedShares(strategy);
      if (strategy.mode === 'live') await requireReady(deps.database, deps.brokerAccounts, strategy);
      else requirePricesOf(strategy, deps.marketRuns.runOf(userId).identity.source);
      const started = await deps.database.write(userId, async (tx) => {
        const current = await requireOwnStrategy(tx, userId, strategy.id);
        await requireStartable(tx.query, current);
        if (current.mode === 'live') await requireUnlocked(tx, userId);
        await deps.logActivity(
          tx,
          userId,
          'started',
          `Started ${strategy.name} ${strategy.mode === 'live' ? 'live' : 'on paper'}.`,
        );
        const running = await setStatus(tx, deps.hub, current, STRATEGY_STATUS.running);
        await requireRunningQuota(tx, userId);
        return running;
      });
      const isWarm = await deps.starts.patiently(started, deps.starts.launch(started));
      const where = started.mode === 'live' ? 'live' : 'on paper';
      return new Reply(
        await changeOf(deps, started),
        isWarm
          ? `${strategy.name} is running ${where}.`
          : `${strategy.name} warms up its indicators on past candles, and is evaluated ${where} from then on.`,
      );
    });
