import type { Kysely } from 'kysely';
import { legsOf, type ClosedTrade, type TaxLeg } from '../../engine/tax/tax-leg.ts';
import type { DifferenceEvidence } from '../broker-accounts/difference-log.ts';
import type { Schema } from '../db/schema.ts';

/** A live round trip, and whether its owner ended it themselves. They did so in the broker's app. */
export interface LiveTrade extends ClosedTrade {
  readonly isByHand: boolean;
  /** Its sale, where its purchase is a leg of its own: the position was carried over a split or bonus. */
  readonly sale?: TaxLeg;
}

const legsOfTrade = (trade: LiveTrade): { readonly entry: readonly TaxLeg[]; readonly exit: TaxLeg } => {
  if (trade.sale) return { entry: [], exit: trade.sale };
  const [entry, exit] = legsOf(trade);
  return { entry: [entry], exit };
};

/** When which position was ended by its owner in the broker's app: `position moment` of each. */
export const closedInBrokerApp = async (
  query: Kysely<Schema>,
  userId: number,
): Promise<ReadonlySet<string>> => {
  const rows = await query
    .selectFrom('orders')
    .select(['position_id', 'placed_at'])
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('slot', '=', 'leaving')
    .where('state', '=', 'filled')
    .where('broker_order_id', 'is', null)
    .execute();
  return new Set(rows.map((row) => `${row.position_id} ${row.placed_at}`));
};

/** Shares of positions that were written off: they were bought all the same. By position. */
export const writtenOff = async (
  query: Kysely<Schema>,
  userId: number,
): Promise<ReadonlyMap<number, number>> => {
  const rows = await query
    .selectFrom('account_differences')
    .select('evidence_json')
    .where('user_id', '=', userId)
    .where('resolution', '=', 'write-off')
    .execute();
  const missing = new Map<number, number>();
  for (const { evidence_json: json } of rows)
    for (const { positionId, missing: quantity } of (JSON.parse(json) as DifferenceEvidence).positions)
      missing.set(positionId, (missing.get(positionId) ?? 0) + quantity);
  return missing;
};

/**
 * Legs of an account's trades beside the broker's own rows. What its owner sold by hand is among those rows with its
 * day, its prices and its charges: only the purchase is ours then. Where the rows do not have it, the trade counts as
 * it was taken over.
 */
export const legsBeside = (trades: readonly LiveTrade[], imported: readonly TaxLeg[]): TaxLeg[] => {
  const left = new Map(imported.map((leg) => [leg, leg.quantity]));
  return trades.flatMap((trade) => {
    const { entry, exit } = legsOfTrade(trade);
    if (!trade.isByHand) return [...entry, exit];
    const rows = imported.filter(
      (leg) =>
        leg.symbol === exit.symbol &&
        leg.segment === exit.segment &&
        leg.side === exit.side &&
        leg.time >= trade.entryTime &&
        leg.time <= exit.time,
    );
    const there = rows.reduce((sum, leg) => sum + (left.get(leg) ?? 0), 0);
    if (there < exit.quantity) return [...entry, exit];
    let open = exit.quantity;
    for (const leg of rows) {
      const part = Math.min(open, left.get(leg) ?? 0);
      left.set(leg, (left.get(leg) ?? 0) - part);
      open -= part;
    }
    return [...entry];
  });
};
