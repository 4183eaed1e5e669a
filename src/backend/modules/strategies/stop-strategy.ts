import { setTimeout as delay } from 'node:timers/promises';
import { Reply } from '../../../shared/contract/endpoint.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { type Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import { requireStoppable } from './rules.ts';
import { setStatus } from '../../trading/set-status.ts';
import { changeOf, type StrategyChange } from './strategy-changes.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** How long a stop waits for the broker to cancel entries. */
const CANCEL_PATIENCE_MS = 2_000;

export const COMING =
  'An order of it is still being taken back at the broker; what fills of it before comes into your positions.';

/** Remainder after a stop, as a sentence. */
const leftText = ({ openPositions }: StrategyChange, isComing: boolean): string => {
  const left = openPositions.length;
  const bare = openPositions.filter(({ stopLoss }) => stopLoss === null).length;
  const stays = left === 1 ? 'One position stays open' : `${left} positions stay open`;
  const text = bare === 0 ? `${stays}, with a stop-loss.` : `${stays}, ${bare} of them without a stop-loss.`;
  if (left > 0) return isComing ? `${text} ${COMING}` : text;
  return isComing ? COMING : 'Nothing is open.';
};

/** Stops what runs or needs its owner; read in the transaction, because a start may have come first. */
export const stopIn = async (
  deps: StrategiesDeps,
  tx: Transaction,
  strategy: StrategyRow,
): Promise<StrategyRow> =>
  strategy.status === STRATEGY_STATUS.running || strategy.status === STRATEGY_STATUS.needsAttention
    ? setStatus(tx, deps.hub, strategy, STRATEGY_STATUS.stopped)
    : strategy;

/**
 * Cancels the entries of a strategy that was stopped. Returns whether something of them may still fill:
 * the broker is not waited for longer than a moment, and what could not be taken back is still there.
 */
export const endEntries = async (
  deps: StrategiesDeps,
  { id, owner_id: userId }: StrategyRow,
): Promise<boolean> => {
  const { marketRuns } = deps;
  const runs = marketRuns.runsOf(userId).filter(({ execution }) => execution.hasEntries(id));
  const ending = Promise.allSettled(runs.map(({ execution }) => execution.endEntries(id, 'You stopped it')));
  await Promise.race([ending, delay(CANCEL_PATIENCE_MS, undefined, { ref: false })]);
  return runs.some(({ execution }) => execution.hasEntries(id));
};

/** Wait until a strategy's market can be reached. Paper trading waits for its market; real money does not. */
export const whenReachable = async (
  deps: StrategiesDeps,
  userId: number,
  strategyId: number,
): Promise<void> => {
  const { database, marketRuns } = deps;
  const { mode } = await requireOwnStrategy(database, userId, strategyId);
  if (mode !== 'test') return;
  await marketRuns.whenOpen();
  marketRuns.runOf(userId);
};

/** Stops evaluating a strategy and cancels its entries; what is open stays, with its protection. */
export const stopStrategy =
  (deps: StrategiesDeps): StrategiesCalls['stop'] =>
  async (input, { userId }) => {
    const { database, starts, logActivity } = deps;
    await whenReachable(deps, userId, input.strategyId);
    const stopped = await database.write(userId, async (tx) => {
      const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
      requireStoppable(strategy);
      await logActivity(tx, userId, 'stopped', `Stopped ${strategy.name}.`);
      return stopIn(deps, tx, strategy);
    });
    starts.end(stopped);
    const isComing = await endEntries(deps, stopped);
    const change = await changeOf(deps, stopped);
    return new Reply(change, `${stopped.name} is stopped. ${leftText(change, isComing)}`);
  };

/** Enables or disables a strategy; a disabled one keeps its settings and is not evaluated. */
export const enableStrategy =
  (deps: StrategiesDeps): StrategiesCalls['enable'] =>
  async (input, { userId }) => {
    const { database, starts, hub, logActivity } = deps;
    const { enabled } = input;
    const { strategy, isChanged } = await database.write(userId, async (tx) => {
      const current = await requireOwnStrategy(tx, userId, input.strategyId);
      if (enabled !== (current.status === STRATEGY_STATUS.disabled))
        return { strategy: current, isChanged: false };
      await logActivity(
        tx,
        userId,
        enabled ? 'enabled' : 'disabled',
        `${enabled ? 'Enabled' : 'Disabled'} ${current.name}.`,
      );
      const status = enabled ? STRATEGY_STATUS.stopped : STRATEGY_STATUS.disabled;
      return { strategy: await setStatus(tx, hub, current, status), isChanged: true };
    });
    if (!enabled) starts.end(strategy);
    const isComing = !enabled && (await endEntries(deps, strategy));
    const text = enabled
      ? `${strategy.name} is enabled; start it when you like.`
      : `${strategy.name} is disabled; it keeps its settings.${isComing ? ` ${COMING}` : ''}`;
    return new Reply(
      await changeOf(deps, strategy),
      isChanged ? text : `${strategy.name} is ${enabled ? 'enabled' : 'disabled'} already.`,
    );
  };
