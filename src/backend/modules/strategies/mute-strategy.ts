import { Reply } from '../../../shared/contract/endpoint.ts';
import { announceStrategy } from '../../trading/announce.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** Mutes the fills of a strategy, or lets them make alerts again; what needs its owner always does. */
export const muteStrategy =
  ({ database, hub, logActivity }: StrategiesDeps): StrategiesCalls['mute'] =>
  async ({ strategyId, isMuted }, { userId }) => {
    const { name } = await database.write(userId, async (tx) => {
      const strategy = await requireOwnStrategy(tx, userId, strategyId);
      await tx.query
        .updateTable('strategies')
        .set({ is_muted: isMuted ? 1 : 0 })
        .where('id', '=', strategy.id)
        .execute();
      announceStrategy(hub, tx, strategy);
      await logActivity(tx, userId, 'alerts', `${isMuted ? 'Muted' : 'Unmuted'} ${strategy.name}.`);
      return strategy;
    });
    return new Reply(
      { strategyId, isMuted },
      isMuted
        ? `${name} is muted: its fills make no alerts. What needs you still does.`
        : `${name} is no longer muted.`,
    );
  };
