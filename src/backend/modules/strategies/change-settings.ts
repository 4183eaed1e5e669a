import { Reply } from '../../../shared/contract/endpoint.ts';
import { Refusal } from '../../refusal.ts';
import { announceStrategy } from '../../trading/announce.ts';
import { settingsOf } from './details.ts';
import { requireOwnStrategy, requireUnpublished } from '../../trading/require-strategy.ts';
import { requireSettings } from './rules.ts';
import { requireLossLimit } from '../../broker-accounts/risk-guard.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** Change capital, size and limits of a strategy, and restart it. */
export const changeSettings =
  (deps: StrategiesDeps): StrategiesCalls['settings'] =>
  async (input, { userId }) => {
    const { database, hub, starts, logActivity } = deps;
    const {
      strategyId,
      capital,
      quantity,
      riskPercent,
      maxLossPerDay,
      maxTradesPerDay,
      squareOffTime,
      productType,
      slippage,
    } = input;
    const strategy = await requireOwnStrategy(database, userId, strategyId);
    await requireUnpublished(database.read, strategy);
    requireSettings(input, strategy);
    const change = {
      ...(capital !== undefined && { capital }),
      ...(quantity !== undefined && { quantity }),
      ...(riskPercent !== undefined && { risk_percent: riskPercent }),
      ...(maxLossPerDay !== undefined && { max_loss_per_day: maxLossPerDay }),
      ...(maxTradesPerDay !== undefined && { max_trades_per_day: maxTradesPerDay }),
      ...(squareOffTime !== undefined && { square_off_time: squareOffTime }),
      ...(productType !== undefined && { product: productType }),
      ...(slippage !== undefined && { slippage_bp: slippage }),
    };
    if (Object.keys(change).length === 0)
      return new Reply(settingsOf(strategy), 'Nothing was to be changed.');
    return starts.inTurn(strategy.id, async () => {
      const changed = await database.write(userId, async (tx) => {
        const current = await requireOwnStrategy(tx, userId, strategy.id);
        if (maxLossPerDay === null && current.mode === 'live') await requireLossLimit(tx, userId);
        if (riskPercent && current.stop_loss_json === null)
          throw new Refusal('conflict', 'The stop-loss was taken off meanwhile; sizing by risk needs one.');
        await logActivity(tx, userId, 'settings', `Changed the settings of ${current.name}.`);
        const row = await tx.query
          .updateTable('strategies')
          .set(change)
          .where('id', '=', current.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        announceStrategy(hub, tx, row);
        return row;
      });
      await starts.patiently(changed, starts.restart(changed));
      return new Reply(settingsOf(changed), 'Settings successfully set');
    });
  };
