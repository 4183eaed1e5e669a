import type { Kysely } from 'kysely';
import { type Charges, addCharges } from '../../engine/charges/charges.ts';
import { remainingCharges } from '../../engine/charges/charge-portion.ts';
import { shareRatioOf } from '../../engine/corporate-actions/carry-over.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import type { ShareChange, TaxLeg } from '../../engine/tax/tax-leg.ts';
import { type Lot, removeShare, shareOf } from '../../engine/trading/account.ts';
import { istDayStart } from '../../shared/time.ts';
import type { CarriedActionRow, Schema, TradeRow } from '../db/schema.ts';

/** Actions that positions were carried over: splits, bonuses, rights. By position, oldest first. */
export type CarriedPositions = ReadonlyMap<number, readonly CarriedActionRow[]>;

const POSITION = 'position ';

/** Actions that the positions of a user were carried over. */
export const carriedPositions = async (query: Kysely<Schema>, userId: number): Promise<CarriedPositions> => {
  const rows = await query
    .selectFrom('carried_actions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('subject', 'like', `${POSITION}%`)
    .where('kind', 'in', ['split', 'bonus', 'rights'])
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ subject }) => Number(subject.slice(POSITION.length)));
};

/** A carried split or bonus as lots go through it. */
export const carriedChange = (row: CarriedActionRow): ShareChange => ({
  time: istDayStart(row.day),
  kind: row.kind === 'bonus' ? 'bonus' : 'split',
  ratio: shareRatioOf(JSON.parse(row.action_json) as CorporateAction) ?? { before: 1, after: 1 },
  // The account shows whole shares; what was paid for a part of one it does not say.
  isPartDropped: true,
});

/** Trades of a live position, and what is known of it. */
interface CarriedTrades {
  readonly rows: readonly TradeRow[];
  /** Oldest first; of one position. */
  readonly carried: readonly CarriedActionRow[];
  readonly openedAt: number;
  readonly symbol: string;
  /** Legs of a trade from before. */
  readonly legsOf: (row: TradeRow) => readonly [entry: TaxLeg, exit: TaxLeg];
}

/** Purchase of a carried position, and its sales by trade. */
export interface CarriedLegs {
  readonly purchase: TaxLeg;
  readonly sales: ReadonlyMap<TradeRow, TaxLeg>;
}

/**
 * Legs of a carried position with real money. The purchase is of the shares of then, with the
 * changes that it has been through; each sale is of the shares of its day. Together they are what was paid and got, to the
 * paisa.
 */
export const legsOfCarried = ({
  rows,
  carried,
  openedAt,
  symbol,
  legsOf,
}: CarriedTrades): CarriedLegs | null => {
  const [first] = carried;
  // Of less than one share nothing goes on.
  const changed = carried.filter(({ quantity_after: after }) => after > 0);
  if (!first) return null;
  const sales = new Map<TradeRow, TaxLeg>();
  const charges = JSON.parse(first.charges_json) as Charges;
  let purchase: TaxLeg = {
    ...{ symbol, segment: 'delivery', side: 'buy', time: openedAt, charges },
    quantity: first.quantity_before,
    value: first.cost,
    changes: changed.map(carriedChange),
  };
  const before = rows.filter(({ exit_at: at }) => at < first.at);
  for (const row of before) {
    const [entry, exit] = legsOf(row);
    sales.set(row, exit);
    purchase = {
      ...purchase,
      quantity: purchase.quantity + entry.quantity,
      value: purchase.value + entry.value,
      charges: addCharges(purchase.charges, entry.charges),
    };
  }
  const lot: Lot = {
    ...{ side: 'long', quantity: first.quantity_before },
    ...shareOf(first.cost, 100, charges),
  };
  const due = [...changed];
  for (const row of rows) {
    if (before.includes(row)) continue;
    for (let next = due[0]; next && next.at <= row.exit_at; next = due[0]) {
      lot.quantity = next.quantity_after;
      due.shift();
    }
    const share = removeShare(lot, row.quantity);
    sales.set(row, {
      ...{ symbol, segment: 'delivery', side: 'sell', time: row.exit_at, quantity: row.quantity },
      value: row.gross + share.value,
      charges: remainingCharges(JSON.parse(row.charge_items_json) as Charges, share.charges),
    });
  }
  return { purchase, sales };
};
