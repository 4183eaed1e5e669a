import type { Kysely } from 'kysely';
import type { Charges } from '../../engine/charges/charges.ts';
import { shareRatioOf } from '../../engine/corporate-actions/carry-over.ts';
import type { CorporateAction } from '../../engine/corporate-actions/corporate-action.ts';
import { matchLots } from '../../engine/tax/match-lots.ts';
import type { TaxLeg } from '../../engine/tax/tax-leg.ts';
import { istDayStart } from '../../shared/time.ts';
import type { CarriedActionRow, Schema, TradeRow } from '../db/schema.ts';
import { isSameAction } from '../market/corporate-actions/kept-actions.ts';
import { isOfRun, type ResultScope } from '../trading/results.ts';
import type { CarriedPositions } from './carried-legs.ts';
import { type ActionOfShare, type BookedPart, legsOfFills } from './filled-legs.ts';

/** Legs of carried shares on paper, by their fills. */
export interface CarriedOnPaper {
  readonly legs: readonly TaxLeg[];
  /** Positions whose trades are in the legs. */
  readonly positionIds: ReadonlySet<number>;
  /** Shares whose legs do not come to what the books say. */
  readonly unclear: readonly string[];
}

const KINDS: readonly CarriedActionRow['kind'][] = ['split', 'bonus', 'rights'];

const inOrder = (a: CarriedActionRow, b: CarriedActionRow): number =>
  a.day.localeCompare(b.day) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.id - b.id;

/** Actions, each once. */
const distinct = (rows: readonly CarriedActionRow[]): CarriedActionRow[] =>
  rows.reduce<CarriedActionRow[]>(
    (known, row) => (known.some((one) => isSameAction(one, row)) ? known : [...known, row]),
    [],
  );

const actionOf = (row: CarriedActionRow, isApplied: boolean): ActionOfShare => ({
  time: istDayStart(row.day),
  ratio: shareRatioOf(JSON.parse(row.action_json) as CorporateAction),
  isBonus: row.kind === 'bonus',
  applied: isApplied
    ? {
        ...{
          place: row.id,
          at: row.at,
          quantityBefore: row.quantity_before,
          quantityAfter: row.quantity_after,
        },
        ...{ fraction: row.fraction, payout: row.payout },
      }
    : null,
});

/**
 * Actions of a position: those that it was carried over, and the other ones of its share. First in, first out counts its
 * lots with those of others; a list that came late found some sold.
 */
const actionsOfPosition = (
  own: readonly CarriedActionRow[],
  ofShare: readonly CarriedActionRow[],
): ActionOfShare[] => {
  const others = ofShare.filter((row) => row.kind !== 'rights' && !own.some((one) => isSameAction(one, row)));
  return [...own, ...others].sort(inOrder).map((row) => actionOf(row, own.includes(row)));
};

/** Fills of positions. What an order was filled at counts to the paisa: a fill at several prices has their average. */
const partsOf = (
  rows: readonly {
    order_id: number;
    slot: string;
    filled_value: number;
    quantity: number;
    price: number;
    at: number;
  }[],
): BookedPart[] => {
  const rest = new Map(rows.map((row) => [row.order_id, row.filled_value]));
  const last = new Map(rows.map((row) => [row.order_id, row]));
  return rows.map((row) => {
    const left = rest.get(row.order_id) ?? 0;
    const value = last.get(row.order_id) === row ? left : row.quantity * row.price;
    rest.set(row.order_id, left - value);
    return {
      ...{ orderId: row.order_id, isEntry: row.slot === 'entry' },
      ...{ quantity: row.quantity, value, at: row.at },
    };
  });
};

/** Whether all sales have lots. Of what was closed all lots are sold then, with their cost. */
const isAllMatched = (legs: readonly TaxLeg[], isClosed: boolean): boolean => {
  const { disposals, unmatched } = matchLots(legs);
  const paid = legs.reduce((sum, leg) => sum + (leg.side === 'buy' ? leg.value : 0), 0);
  const cost = disposals.reduce((sum, one) => sum + one.cost, 0);
  return unmatched.length === 0 && (!isClosed || cost === paid);
};

/** Legs of shares on paper that were carried over actions. `rows` are the scope's trades. */
export const carriedOnPaper = async (
  query: Kysely<Schema>,
  userId: number,
  scope: ResultScope,
  carried: CarriedPositions,
  rows: readonly TradeRow[],
): Promise<CarriedOnPaper> => {
  const symbols = [...new Set([...carried.values()].flat().map(({ symbol }) => symbol))];
  if (symbols.length === 0) return { legs: [], positionIds: new Set(), unclear: [] };
  const ofShares = query
    .selectFrom('positions')
    .where('user_id', '=', userId)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .where('side', '=', 'long')
    .where('product', '=', 'delivery')
    .where('symbol', 'in', symbols);
  const positions = await ofShares.select(['id', 'symbol', 'quantity']).orderBy('id').execute();
  const fills = await query
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.order_id')
    .select(['orders.position_id', 'fills.order_id', 'orders.slot', 'orders.filled_value'])
    .select(['fills.quantity', 'fills.price', 'fills.at'])
    .where('orders.position_id', 'in', ofShares.select('id'))
    .orderBy('fills.id')
    .execute();
  const fillsBy = Map.groupBy(fills, ({ position_id: id }) => id);
  const tradesBy = Map.groupBy(rows, ({ position_id: id }) => id);
  const all: TaxLeg[] = [];
  const positionIds = new Set<number>();
  const unclear = new Set<string>();
  for (const [symbol, held] of Map.groupBy(positions, (position) => position.symbol)) {
    const ofShare = distinct(held.flatMap(({ id }) => carried.get(id) ?? []).sort(inOrder));
    // Rights alone change no lot.
    if (ofShare.every(({ kind }) => kind === 'rights')) continue;
    const legs: TaxLeg[] = [];
    for (const { id, quantity } of held) {
      const [own, trades] = [carried.get(id) ?? [], tradesBy.get(id) ?? []];
      if (own.length === 0 && trades.length === 0) continue;
      const filled = legsOfFills({
        ...{ symbol, quantity, parts: partsOf(fillsBy.get(id) ?? []) },
        actions: actionsOfPosition(own, ofShare),
        trades: trades.map((row) => ({
          ...{ exitAt: row.exit_at, gross: row.gross },
          charges: JSON.parse(row.charge_items_json) as Charges,
        })),
      });
      legs.push(...filled.legs);
      positionIds.add(id);
      if (!filled.isExact) unclear.add(symbol);
    }
    if (
      !isAllMatched(
        legs,
        held.every(({ quantity }) => quantity === 0),
      )
    )
      unclear.add(symbol);
    all.push(...legs);
  }
  return { legs: all, positionIds, unclear: [...unclear] };
};
