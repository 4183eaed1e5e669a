import { basketRoute } from '../../shared/basket-rules.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Transaction } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { announceStrategy, type EventSinks, logTrading, type StrategyIdentity } from './announce.ts';

/** Beginning of the sentence about an unknown order. */
export const DOUBT = 'Nobody knows whether the order';
/** Beginning of the sentences about a stuck exit. `order-outcomes.ts` has them whole, to be translated. */
const unclosed = (symbol: string): string => `${symbol} could not be closed`;
/** Causes that are kept; older ones are in the log. */
const MOST_CAUSES = 5;

const causesOf = (attention: string | null): string[] => attention?.split('\n') ?? [];

/** A strategy needs its owner: it enters nothing until it does not any more. Each cause is told once and has its line. */
export const raiseAttention = async (
  tx: Transaction,
  sinks: EventSinks,
  strategy: StrategyIdentity,
  reason: string,
  at: number,
): Promise<void> => {
  const row = await tx.query
    .selectFrom('strategies')
    .select(['status', 'attention'])
    .where('id', '=', strategy.id)
    .executeTakeFirstOrThrow();
  const causes = causesOf(row.attention);
  if (causes.includes(reason)) return;
  await tx.query
    .updateTable('strategies')
    .set({
      status: STRATEGY_STATUS.needsAttention,
      attention: [...causes, reason].slice(-MOST_CAUSES).join('\n'),
      ...(row.status !== STRATEGY_STATUS.needsAttention && { status_before: row.status }),
    })
    .where('id', '=', strategy.id)
    .execute();
  const { id, ownerId: owner_id } = strategy;
  announceStrategy(sinks.hub, tx, { id, owner_id, status: STRATEGY_STATUS.needsAttention });
  await logTrading(sinks, tx, strategy, { topic: 'order', level: 'error', text: reason, at });
  await sinks.notify(tx, strategy.ownerId, 'orders', {
    title: `${strategy.name} needs you`,
    body: reason,
    link: await placeOf(tx, strategy, reason),
    isCritical: true,
    strategyId: strategy.id,
  });
};

/** Where causes of an account by hand are seen to. It has no page of its own; its orders and positions have. */
export const placeByHand = (attention: string | null): string =>
  causesOf(attention).some((cause) => cause.startsWith(DOUBT))
    ? '/order-history?mode=live&status=open'
    : '/open-positions';

/** Where its owner sees to it. */
const placeOf = async (tx: Transaction, strategy: StrategyIdentity, reason: string): Promise<string> => {
  if (strategy.isManual) return placeByHand(reason);
  if (!strategy.isBasket) return `/strategies/${strategy.id}`;
  const { definition_id, mode } = await tx.query
    .selectFrom('basket_holdings')
    .select(['definition_id', 'mode'])
    .where('strategy_id', '=', strategy.id)
    .executeTakeFirstOrThrow();
  return basketRoute(definition_id, mode);
};

/**
 * Settle all causes of attention, or those that begin with `begins`. When none is left, the strategy has its former
 * status again.
 */
export const clearAttention = async (
  tx: Transaction,
  hub: EventHub,
  strategyId: number,
  begins = '',
): Promise<void> => {
  const row = await tx.query
    .selectFrom('strategies')
    .select(['status', 'status_before', 'attention'])
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  if (row.status !== STRATEGY_STATUS.needsAttention) return;
  const causes = causesOf(row.attention);
  const left = causes.filter((cause) => !cause.startsWith(begins));
  if (left.length > 0 && left.length === causes.length) return;
  const cleared = await tx.query
    .updateTable('strategies')
    .set(
      left.length > 0
        ? { attention: left.join('\n') }
        : { status: row.status_before ?? STRATEGY_STATUS.stopped, attention: null, status_before: null },
    )
    .where('id', '=', strategyId)
    .returning(['id', 'owner_id', 'status'])
    .executeTakeFirstOrThrow();
  announceStrategy(hub, tx, cleared);
};

/** Settle what was said of a position that could not be closed: it is closed. */
export const clearUnclosed = (
  tx: Transaction,
  hub: EventHub,
  { strategy_id: strategyId, symbol }: Pick<PositionRow, 'strategy_id' | 'symbol'>,
): Promise<void> => clearAttention(tx, hub, strategyId, unclosed(symbol));
