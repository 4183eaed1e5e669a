import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { instrumentName } from '../../baskets/basket-previews.ts';
import type { Database } from '../../db/database.ts';
import type { PositionRow } from '../../db/schema.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { positionView } from '../../trading/views.ts';

type Row = PositionRow & { strategyName: string; kind: 'rules' | 'basket'; basketId: number | null };

const openRows = (database: Database, userId: number): Promise<Row[]> =>
  database.read
    .selectFrom('positions')
    .innerJoin('strategies', 'strategies.id', 'positions.strategy_id')
    .leftJoin('basket_holdings', 'basket_holdings.strategy_id', 'positions.strategy_id')
    .selectAll('positions')
    .select([
      'strategies.name as strategyName',
      'strategies.kind',
      'basket_holdings.definition_id as basketId',
    ])
    .where('positions.user_id', '=', userId)
    .where('positions.status', '=', 'open')
    .orderBy('positions.symbol')
    .orderBy('positions.id')
    .execute();

const signedQuantity = (row: PositionRow): number => (row.side === 'long' ? row.quantity : -row.quantity);

/** Everything a user holds, instrument by instrument, over strategies and baskets; of one mode and feed each. */
export const holdingsOf = async (
  database: Database,
  marketRuns: MarketRuns,
  userId: number,
): Promise<InstrumentHolding[]> => {
  const groups = new Map<string, Row[]>();
  for (const row of await openRows(database, userId)) {
    const key = `${row.symbol} ${row.mode} ${row.source} ${row.run_id}`;
    const rows = groups.get(key) ?? [];
    groups.set(key, rows);
    rows.push(row);
  }
  return [...groups.values()].flatMap((rows): InstrumentHolding[] => {
    const [first] = rows;
    if (!first) return [];
    const last = marketRuns.findRun(userId, first.run_id)?.session.lastPrice(first.symbol) ?? null;
    const parts = partsOf(rows, last);
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0);
    const isOneSided = rows.every((row) => row.side === first.side);
    const cost = parts.reduce((sum, part) => sum + part.quantity * part.averagePrice, 0);
    return [
      {
        symbol: first.symbol,
        name: instrumentName(first.symbol),
        mode: first.mode,
        source: first.source,
        runId: first.run_id,
        quantity,
        averagePrice: isOneSided && quantity !== 0 ? Math.round(cost / quantity) : null,
        ltp: last?.price ?? null,
        value: parts.reduce((sum, part) => sum + part.value, 0),
        pnl: parts.reduce((sum, part) => sum + part.pnl, 0),
        parts,
      },
    ];
  });
};

/** One line for each strategy or basket and product, however many purchases it made. */
const partsOf = (
  rows: readonly Row[],
  last: { price: number; at: number } | null,
): InstrumentHolding['parts'] => {
  const owners = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${row.strategy_id} ${row.product} ${row.side}`;
    owners.set(key, [...(owners.get(key) ?? []), row]);
  }
  return [...owners.values()].flatMap((mine) => {
    const [first] = mine;
    if (!first) return [];
    const quantity = mine.reduce((sum, row) => sum + signedQuantity(row), 0);
    const cost = mine.reduce((sum, row) => sum + (row.entry_value * row.quantity) / row.entry_quantity, 0);
    const averagePrice = Math.round(cost / Math.abs(quantity));
    return [
      {
        strategyId: first.strategy_id,
        name: first.strategyName,
        kind: first.kind === 'basket' ? ('basket' as const) : ('strategy' as const),
        basketId: first.basketId,
        mode: first.mode,
        source: first.source,
        product: first.product,
        quantity,
        averagePrice,
        value: quantity * (last?.price ?? averagePrice),
        pnl: mine.reduce((sum, row) => sum + positionView(row, { name: row.strategyName }, last).pnl, 0),
      },
    ];
  });
};
