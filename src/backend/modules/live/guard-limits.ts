import type { RiskGuard } from '../../../shared/contract/live.ts';
import { lockOf, lockView } from '../../broker-accounts/live-lock.ts';
import { entriesToday, requireOwnLossLimits, riskLimitsOf } from '../../broker-accounts/risk-guard.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

/** A user's limits of live trading, today's amounts, and any lock. Amounts are in paise. */
export const riskGuardOf = async (deps: LiveDeps, userId: number): Promise<RiskGuard> => {
  const { clock, brokerAccounts } = deps;
  const { read } = deps.database;
  const limits = await riskLimitsOf(read, userId);
  const lock = await lockOf(read, userId);
  const entries = await entriesToday(read, userId, clock.now());
  return {
    ...limits,
    today: (await brokerAccounts.accountOf(userId)?.dayResult()) ?? 0,
    entriesToday: entries,
    lock: lock && lockView(lock),
  };
};

/** Changes the limits of live trading for a day; returns them as they are. */
export const changeRiskGuard =
  (deps: LiveDeps): LiveCalls['riskGuard'] =>
  async ({ maxLossPerDay, maxTradesPerDay }, { userId }) => {
    const { database, clock, brokerAccounts, logActivity } = deps;
    if (maxLossPerDay !== undefined || maxTradesPerDay !== undefined)
      await database.write(userId, async (tx) => {
        const before = await riskLimitsOf(tx.query, userId);
        if (maxLossPerDay === null) await requireOwnLossLimits(tx, userId);
        const row = {
          user_id: userId,
          max_loss_per_day: maxLossPerDay === undefined ? before.maxLossPerDay : maxLossPerDay,
          max_trades_per_day: maxTradesPerDay === undefined ? before.maxTradesPerDay : maxTradesPerDay,
        };
        await tx.query
          .insertInto('risk_guards')
          .values(row)
          .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
          .execute();
        await logActivity(tx, userId, 'risk', 'Changed the limits of live trading.');
      });
    await brokerAccounts.accountOf(userId)?.guard(clock.now());
    return riskGuardOf(deps, userId);
  };
