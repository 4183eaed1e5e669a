import type { Kysely } from 'kysely';
import { shareRatioOf } from '../../engine/corporate-actions/carry-over.ts';
import type { ShareChange, TaxLeg } from '../../engine/tax/tax-leg.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { actionsOf } from '../market/corporate-actions/kept-actions.ts';

/** Purchases with the splits and bonuses after them. Those are of the owner's list. */
export const withKnownChanges = async (
  query: Kysely<Schema>,
  userId: number,
  legs: readonly TaxLeg[],
): Promise<{ readonly legs: readonly TaxLeg[]; readonly changed: ReadonlySet<string> }> => {
  const isLot = ({ side, segment }: TaxLeg): boolean => side === 'buy' && segment === 'delivery';
  const symbols = [...new Set(legs.filter(isLot).map(({ symbol }) => symbol))];
  const known = await actionsOf(query, userId, symbols);
  const changed = new Set<string>();
  const out = legs.map((leg) => {
    const changes = (known.get(leg.symbol) ?? []).flatMap(({ day, action }): ShareChange[] => {
      const [time, ratio] = [istDayStart(day), shareRatioOf(action)];
      if (!isLot(leg) || !ratio || time <= leg.time) return [];
      return [{ time, kind: action.kind === 'bonus' ? 'bonus' : 'split', ratio, isPartDropped: true }];
    });
    if (changes.length === 0) return leg;
    changed.add(leg.symbol);
    return { ...leg, changes };
  });
  return { legs: out, changed };
};
