import type { Kysely } from 'kysely';
import { shareRatioOf } from '../../engine/corporate-actions/carry-over.ts';
import type { ShareChange, TaxLeg } from '../../engine/tax/tax-leg.ts';
import { istDate, istDayStart } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { actionsOf, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';

/** Orders of a tradebook under present symbols, with what was changed. */
export interface KnownLegs {
  readonly legs: readonly TaxLeg[];
  /** Shares whose lots a corporate action changed. */
  readonly changed: ReadonlySet<string>;
  /** Present symbols of lots, by the earlier one. */
  readonly renamed: ReadonlyMap<string, string>;
}

/** A listed split or bonus as lots go through it; null of an action that leaves the number of shares alone. */
export const listedChange = ({ day, action }: KeptAction): ShareChange | null => {
  const ratio = shareRatioOf(action);
  const kind = action.kind === 'bonus' ? 'bonus' : 'split';
  return ratio && { time: istDayStart(day), kind, ratio, isPartDropped: true };
};

/** Legs under present symbols, with splits and bonuses. Those are of the owner's lists. */
export const withKnownChanges = async (
  query: Kysely<Schema>,
  userId: number,
  booked: readonly TaxLeg[],
): Promise<KnownLegs> => {
  const history = await symbolHistoryOf(query, userId);
  const renamed = new Map<string, string>();
  const legs = booked.map((leg) => {
    const symbol = history.present(leg.symbol, istDate(leg.time));
    if (symbol === leg.symbol) return leg;
    renamed.set(leg.symbol, symbol);
    return { ...leg, symbol };
  });
  const isLot = ({ side, segment }: TaxLeg): boolean => side === 'buy' && segment === 'delivery';
  const symbols = [...new Set(legs.filter(isLot).map(({ symbol }) => symbol))];
  const known = await actionsOf(query, userId, symbols);
  const changed = new Set<string>();
  const out = legs.map((leg) => {
    const changes = (known.get(leg.symbol) ?? []).flatMap((kept): ShareChange[] => {
      const change = listedChange(kept);
      return change && isLot(leg) && change.time > leg.time ? [change] : [];
    });
    if (changes.length === 0) return leg;
    changed.add(leg.symbol);
    return { ...leg, changes };
  });
  return { legs: out, changed, renamed };
};
