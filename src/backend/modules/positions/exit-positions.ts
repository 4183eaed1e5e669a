import { Reply } from '../../../shared/contract/endpoint.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { OrderRow, PositionRow } from '../../db/schema.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { soldLegsFirst } from '../../trading/legs/leg-account.ts';
import { leaveTogether } from '../../trading/leave-together.ts';
import { leftInPart } from '../../trading/left-in-part.ts';
import { type NotLeaving, notLeaving } from '../../trading/not-leaving.ts';
import { answeredText, isUnsent, unansweredText, unsentText } from '../../trading/unanswered-exits.ts';
import { type KnownExit, knownExit } from './known-exit.ts';
import { placeOf } from './positions-of.ts';
import { inUse } from './market-in-use.ts';
import { openRows } from './list-positions.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

const PAPER_STAYS =
  'What is open on paper stays for now: the simulated market is being prepared. Ask again in a few seconds.';

const areClosed = (count: number): string => (count === 1 ? 'One position is' : `${count} positions are`);

/** Sentence about exits: sent, without an answer yet, those that cannot be, not sent yet, and those without a session. */
const exitsInWords = (
  sent: number,
  silent: readonly OrderRow[],
  kept: NotLeaving,
  unsent: readonly OrderRow[],
  waiting: number,
): string => {
  if (sent + silent.length + kept.positionIds.length + unsent.length + waiting === 0)
    return 'Nothing is open.';
  return [
    ...(sent > 0 ? [`${areClosed(sent)} being closed.`] : []),
    ...(silent.length > 0 ? [unansweredText(silent)] : []),
    ...(kept.positionIds.length > 0 ? [kept.text] : []),
    ...(unsent.length > 0 ? [unsentText(unsent)] : []),
    ...(waiting > 0
      ? [
          `${areClosed(waiting)} closed as soon as there is a session with the broker: log in, or close them in the broker's app.`,
        ]
      : []),
  ].join(' ');
};

const placed = (order: OrderRow) => ({
  orderId: order.id,
  positionId: order.position_id ?? 0,
  symbol: order.symbol,
  quantity: order.quantity,
  state: order.state as 'open',
});

const isConnected = (deps: PositionsDeps, userId: number, runId: number): boolean =>
  deps.marketRuns.findRun(userId, runId)?.isConnected ?? false;

const leave = async (
  deps: PositionsDeps,
  userId: number,
  position: PositionRow,
  key: string,
): Promise<KnownExit> => {
  const { database, marketRuns, logger } = deps;
  const run = marketRuns.findRun(userId, position.run_id);
  if (!run) throw new Refusal('conflict', 'The feed of this position is closed, so it cannot be left now.');
  const leaving = run.execution.exit(
    position.id,
    'exit',
    'Closed by you',
    run.session.now,
    `${run.identity.runId}:${position.id}:${key}`,
  );
  return position.mode === 'live'
    ? knownExit(database, logger, position, leaving)
    : { order: await leaving, isAnswered: true };
};

/** Positions to be left that cannot be, as they are now. */
const keptOf = (deps: PositionsDeps, userId: number, positions: readonly PositionRow[]): NotLeaving =>
  notLeaving(
    positions.flatMap(
      ({ id, run_id: runId }) =>
        deps.marketRuns
          .findRun(userId, runId)
          ?.execution.openPositionsOf(userId)
          .find((row) => row.id === id) ?? [],
    ),
  );

/** Squares one position off. */
export const exitPosition =
  (deps: PositionsDeps): PositionsCalls['exit'] =>
  async (input, context) => {
    const { marketRuns } = deps;
    const position = (await openRows(deps, context.userId)).find(({ id }) => id === input.positionId);
    if (!position) throw notFound('open position');
    if (position.mode === 'test') await marketRuns.whenOpen();
    const { order, isAnswered } = await leave(
      deps,
      context.userId,
      position,
      `exit:${context.attempt?.key ?? context.ownKey}`,
    );
    if (!isAnswered) return new Reply(placed(order), unansweredText([order]));
    const sent = isUnsent(order) ? unsentText([order]) : answeredText([order]);
    return new Reply(
      placed(order),
      isConnected(deps, context.userId, position.run_id)
        ? keptOf(deps, context.userId, [position]).text ||
            (position.mode === 'live' ? sent : `${position.symbol} is being closed at the next price.`)
        : `${position.symbol} is closed as soon as there is a session with the broker: log in, or close it in the broker's app.`,
    );
  };

/** Square off all open positions of strategies, in one or both modes. */
export const exitAllPositions =
  (deps: PositionsDeps): PositionsCalls['exitAll'] =>
  async (input, context) => {
    const { marketRuns } = deps;
    const key = `exit-all:${context.attempt?.key ?? context.ownKey}`;
    const wanted: number[] = [];
    // What is live waits for no other market.
    const leaveOf = async (mode: Mode) => {
      if (mode === 'test') await marketRuns.whenOpen();
      // Of paper alone, the call is refused while the market is not open.
      const { runId } =
        input.type === 'test' ? marketRuns.runOf(context.userId).identity : inUse(deps, context.userId);
      const rows = soldLegsFirst(await openRows(deps, context.userId)).filter(
        (row) => row.mode === mode && placeOf(row, runId) === 'strategies',
      );
      wanted.push(...rows.map(({ id }) => id));
      return { rows, exits: await leaveTogether(rows.map((row) => leave(deps, context.userId, row, key))) };
    };
    const modes: readonly Mode[] = input.type === 'all' ? ['live', 'test'] : [input.type];
    // Of both it is known what became of them before anything is said.
    const left = await leaveTogether(modes.map(leaveOf)).catch(async (error: unknown) => {
      throw await leftInPart(deps.database, error, wanted);
    });
    const positions = left.flatMap(({ rows }) => rows);
    const exits = left.flatMap(({ exits: some }) => some);
    const connected = positions.filter(({ run_id: runId }) => isConnected(deps, context.userId, runId));
    const silent = exits.filter(({ isAnswered }) => !isAnswered).map(({ order }) => order);
    const kept = keptOf(
      deps,
      context.userId,
      connected.filter(({ id }) => !silent.some(({ position_id: positionId }) => positionId === id)),
    );
    const unsent = exits.flatMap(({ order, isAnswered }) =>
      isAnswered &&
      isUnsent(order) &&
      connected.some(({ id }) => id === order.position_id) &&
      !kept.positionIds.some((id) => id === order.position_id)
        ? order
        : [],
    );
    const text = exitsInWords(
      connected.length - kept.positionIds.length - silent.length - unsent.length,
      silent,
      kept,
      unsent,
      positions.length - connected.length,
    );
    return new Reply(
      { orders: exits.map(({ order }) => placed(order)) },
      input.type === 'all' && !marketRuns.isOpen ? `${text} ${PAPER_STAYS}` : text,
    );
  };
