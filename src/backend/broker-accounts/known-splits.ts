import type { Kysely } from 'kysely';
import { shareRatioOf } from '../../engine/corporate-actions/carry-over.ts';
import { istDate } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { PositionRow, Schema } from '../db/schema.ts';
import { actionsOf, isSameAction, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { announcePosition, type EventSinks, logTrading } from '../trading/announce.ts';
import { actionText, carriedTitle } from '../trading/carried-text.ts';
import { recordCarried } from '../trading/carried-record.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { adoptSplits } from './resolve-difference.ts';

/** Splits and bonuses of a share that positions are still of before. */
export interface KnownSplits {
  /** By position, in order of days. */
  readonly byPosition: ReadonlyMap<number, readonly KeptAction[]>;
  /** All of them, each once. */
  readonly actions: readonly KeptAction[];
  /** Shares of all positions after them, in whole ones. Null where there are none. */
  readonly afterActions: number | null;
}

const NONE: KnownSplits = { byPosition: new Map(), actions: [], afterActions: null };

const timesOf = (actions: readonly KeptAction[]): number =>
  actions.reduce((times, { action }) => {
    const ratio = shareRatioOf(action);
    return ratio ? (times * ratio.after) / ratio.before : times;
  }, 1);

/** Splits and bonuses up to a day. Those that positions in one share are still of before. */
export const knownSplits = async (
  db: Kysely<Schema>,
  userId: number,
  positions: readonly PositionRow[],
  today: string,
): Promise<KnownSplits> => {
  const [first] = positions;
  if (!first) return NONE;
  const kept = (await actionsOf(db, userId, [first.symbol])).get(first.symbol) ?? [];
  const due = kept.filter(({ day, action }) => day <= today && shareRatioOf(action) !== null);
  if (due.length === 0) return NONE;
  const applied = await db
    .selectFrom('carried_actions')
    .select(['subject', 'day', 'kind', 'purpose'])
    .where('user_id', '=', userId)
    .where('symbol', '=', first.symbol)
    .execute();
  const byPosition = new Map<number, readonly KeptAction[]>();
  for (const { id, opened_at: openedAt } of positions) {
    const mine = applied.filter(({ subject }) => subject === `position ${id}`);
    const open = due.filter(
      (one) =>
        one.day > istDate(openedAt) &&
        !mine.some((known) => isSameAction(known, { ...one, kind: one.action.kind })),
    );
    if (open.length > 0) byPosition.set(id, open);
  }
  if (byPosition.size === 0) return NONE;
  const shares = positions.reduce(
    (sum, { id, quantity }) => sum + quantity * timesOf(byPosition.get(id) ?? []),
    0,
  );
  const actions = due.filter((one) => [...byPosition.values()].some((all) => all.includes(one)));
  return { byPosition, actions, afterActions: Math.floor(shares + 1e-9) };
};

const actionsText = (actions: readonly KeptAction[]): string => actions.map(actionText).join('; ');

/** Known actions as sentences. For a difference that they do not explain. */
export const namedActions = (actions: readonly KeptAction[]): string[] =>
  actions.map((kept) => `The list of corporate actions has: ${actionText(kept)}.`);

export interface ApplyDeps {
  readonly sinks: EventSinks;
  readonly userId: number;
  readonly runId: number;
  readonly now: number;
  readonly termsOf: (strategyId: number) => TradingTerms;
}

/** A contract whose difference known actions explain. */
export interface ExplainedSplit {
  readonly key: string;
  readonly symbol: string;
  readonly theirs: number;
  /** Oldest first. */
  readonly positions: readonly PositionRow[];
  readonly known: KnownSplits;
}

/**
 * Apply known splits and bonuses to positions. The account shows them: nothing is guessed. What was asked about them
 * before is settled. Returns the positions that have changed.
 * @throws Refusal `conflict` when a position has moved since
 */
export const applyKnown = async (
  tx: Transaction,
  { sinks, userId, runId, now, termsOf }: ApplyDeps,
  { key, symbol, theirs, positions, known }: ExplainedSplit,
): Promise<readonly number[]> => {
  const changed = await adoptSplits(
    tx,
    theirs,
    positions.map(({ id, quantity }) => ({
      ...{ positionId: id, quantity },
      times: timesOf(known.byPosition.get(id) ?? []),
    })),
  );
  for (const { row, before, cost, charges } of changed) {
    let shares = before;
    const actions = known.byPosition.get(row.id) ?? [];
    for (const [index, kept] of actions.entries()) {
      const isLast = index === actions.length - 1;
      const after = isLast ? row.quantity : Math.floor(shares * timesOf([kept]) + 1e-9);
      const effect = { before: shares, after, cost, fraction: 0, payout: 0 };
      await recordCarried(
        tx,
        { userId, runId, symbol, at: now },
        `position ${row.id}`,
        kept,
        effect,
        charges,
      );
      shares = after;
    }
    const { strategy } = termsOf(row.strategy_id);
    const text = `${symbol}: ${actionsText(known.actions)}. The account shows it: ${before} shares are ${row.quantity} now, at the same cost. Stop-loss and target are divided likewise.`;
    await logTrading(sinks, tx, strategy, { topic: 'action', text, at: now });
    announcePosition(sinks, tx, strategy, row, null);
  }
  await tx.query
    .updateTable('account_differences')
    .set({ status: 'resolved', resolution: 'take-over', ended_at: now })
    .where('run_id', '=', runId)
    .where('contract_key', '=', key)
    .where('status', '=', 'open')
    .execute();
  const [first] = known.actions;
  const before = changed.reduce((sum, one) => sum + one.before, 0);
  if (first)
    await sinks.notify(tx, userId, 'broker', {
      title: carriedTitle(symbol, first),
      body: `${actionsText(known.actions)}. The account shows it: ${before} shares are ${theirs} now, at the same cost. Stop-loss and target are divided likewise.`,
      link: '/open-positions',
    });
  return changed.map(({ row }) => row.id);
};
