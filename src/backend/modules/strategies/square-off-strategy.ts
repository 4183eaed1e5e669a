import { Reply } from '../../../shared/contract/endpoint.ts';
import { leaveTogether } from '../../trading/leave-together.ts';
import { soldLegsFirst } from '../../trading/legs/leg-account.ts';
import { leftInPart } from '../../trading/left-in-part.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import { changeOf } from './strategy-changes.ts';
import { stopIn, endEntries, whenReachable, COMING } from './stop-strategy.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

/** Stops a strategy and squares off all that it holds. */
export const squareOffStrategy =
  (deps: StrategiesDeps): StrategiesCalls['sell'] =>
  async (input, context) => {
    const { database, marketRuns, brokerAccounts, starts, logActivity } = deps;
    const { userId } = context;
    await whenReachable(deps, userId, input.strategyId);
    let isStopping = false;
    const stopped = await database.write(userId, async (tx) => {
      const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
      const row = await stopIn(deps, tx, strategy);
      isStopping = row !== strategy;
      if (isStopping)
        await logActivity(tx, userId, 'sold', `Stopped ${strategy.name}, to square off all that it holds.`);
      return row;
    });
    starts.end(stopped);
    if (stopped.mode === 'live' && !brokerAccounts.accountOf(userId))
      await brokerAccounts.whenConnected(userId);
    const ending = endEntries(deps, stopped);
    const begun = new Set<number>();
    const leave = () =>
      leaveTogether(
        marketRuns.runsOf(userId).flatMap((run) =>
          soldLegsFirst(run.execution.positionsOf(stopped.id)).flatMap(({ id }) => {
            if (begun.has(id)) return [];
            begun.add(id);
            const key = `${run.identity.runId}:${id}:sell:${context.attempt?.key ?? context.ownKey}`;
            return run.execution.exit(id, 'exit', 'Sold by you', run.session.now, key);
          }),
        ),
      );
    const sell = async () => {
      const atOnce = await leave();
      const isComing = await ending;
      // An entry may have filled while it was taken back.
      return { sold: [...atOnce, ...(await leave())], isComing };
    };
    const { sold, isComing } = await sell().catch(async (error: unknown) => {
      throw await leftInPart(database, error, [...begun], isStopping ? `${stopped.name} is stopped.` : '');
    });
    const orders = sold.map(({ id, symbol, quantity, state }) => ({
      orderId: id,
      symbol,
      quantity,
      state,
    }));
    const change = await changeOf(deps, stopped);
    if (isComing) return new Reply({ ...change, orders }, `${stopped.name} is stopped. ${COMING}`);
    if (orders.length === 0 && change.openPositions.length > 0) {
      const sentences = [
        `${stopped.name} is stopped, but nothing could be sold.`,
        brokerAccounts.whyNotUp(userId),
        "Sell it in the broker's app.",
      ];
      return new Reply({ ...change, orders }, sentences.filter((one) => one !== null).join(' '));
    }
    return new Reply(
      { ...change, orders },
      orders.length === 0
        ? `${stopped.name} is stopped; there was nothing to sell.`
        : `${stopped.name} is stopped; ${orders.length === 1 ? 'one position is' : `${orders.length} positions are`} being sold.`,
    );
  };
