import type { Kysely } from 'kysely';
import type { ShareChange, TaxLeg } from '../../engine/tax/tax-leg.ts';
import { istDayStart } from '../../shared/time.ts';
import type { CarriedActionRow, Schema } from '../db/schema.ts';
import { actionsOf, isSameAction, type KeptAction } from '../market/corporate-actions/kept-actions.ts';
import { listedChange } from '../tradebook/known-changes.ts';
import { carriedChange } from './carried-legs.ts';

/** Purchase of a carried position, with its actions. */
export interface CarriedPurchase {
  readonly purchase: TaxLeg;
  readonly actions: readonly CarriedActionRow[];
}

/** Splits and bonuses that lots of a share go through. */
interface ChangesOfShare {
  /** Of the owner's lists. */
  readonly listed: readonly KeptAction[];
  /** Those and what positions were carried over; oldest first. */
  readonly changes: readonly ShareChange[];
}

/** The same by share. */
export type ChangesOfShares = ReadonlyMap<string, ChangesOfShare>;

const isCarried = (actions: readonly CarriedActionRow[], listed: KeptAction): boolean =>
  actions.some((row) => isSameAction(row, { ...listed, kind: listed.action.kind }));

/**
 * Whether a carried action is in the list. What was taken over from the account has the day and kind under which it was
 * seen: it stands for what the list has of before, and the position does not.
 */
const isListed = (
  listed: readonly KeptAction[],
  row: CarriedActionRow,
  { purchase, actions }: CarriedPurchase,
): boolean =>
  listed.some(
    (one) =>
      isCarried([row], one) ||
      (!isCarried(actions, one) && istDayStart(one.day) > purchase.time && one.day <= row.day),
  );

/** Splits and bonuses of shares: of the owner's lists, and what positions of theirs were carried over. */
export const changesOfShares = async (
  query: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
  carried: readonly CarriedPurchase[],
): Promise<ChangesOfShares> => {
  const kept = await actionsOf(query, userId, [...new Set(symbols)]);
  const bySymbol = Map.groupBy(carried, ({ purchase }) => purchase.symbol);
  const changesOf = (symbol: string): ChangesOfShare => {
    const listed = (kept.get(symbol) ?? []).filter((one) => listedChange(one) !== null);
    const unlisted = (bySymbol.get(symbol) ?? []).flatMap((one) =>
      one.actions.filter(
        (row) => row.kind !== 'rights' && row.quantity_after > 0 && !isListed(listed, row, one),
      ),
    );
    const all = [...unlisted.map(carriedChange), ...listed.flatMap((one) => listedChange(one) ?? [])];
    const distinct = new Map(all.map((one) => [`${one.time} ${one.kind}`, one]));
    return { listed, changes: [...distinct.values()].sort((a, b) => a.time - b.time) };
  };
  return new Map(symbols.map((symbol) => [symbol, changesOf(symbol)]));
};

/** Legs with the splits and bonuses of their share. First in, first out counts them together with others. */
export const withChanges = (known: ChangesOfShares, legs: readonly TaxLeg[]): TaxLeg[] =>
  legs.map((leg) => {
    if (leg.side !== 'buy' || leg.segment !== 'delivery') return leg;
    const changes = (known.get(leg.symbol)?.changes ?? []).filter(({ time }) => time > leg.time);
    return changes.length > 0 ? { ...leg, changes } : leg;
  });

/**
 * A carried purchase with later splits and bonuses than its own. Sold by its books, its shares may
 * still be in the account: first in, first out has sold older ones.
 */
export const withLaterChanges = (known: ChangesOfShares, { purchase, actions }: CarriedPurchase): TaxLeg => {
  const last = actions.reduce((day, row) => (row.day > day ? row.day : day), '');
  const later = (known.get(purchase.symbol)?.listed ?? []).flatMap((one) =>
    one.day > last && !isCarried(actions, one) ? (listedChange(one) ?? []) : [],
  );
  return { ...purchase, changes: [...(purchase.changes ?? []), ...later] };
};
