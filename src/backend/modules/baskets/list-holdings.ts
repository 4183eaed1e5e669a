import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { instrumentName } from '../../baskets/basket-previews.ts';
import type { Database } from '../../db/database.ts';
import type { PositionRow, StrategyKind } from '../../db/schema.ts';
import type { LastPrice } from '../../market/last-price.ts';
import { heldResult, holdingPrice, isDelivered, sumHeld } from '../../trading/held-result.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

type Row = PositionRow & { strategyName: string; kind: StrategyKind; basketId: number | null };

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

/** Shares still held of some purchases, and their average cost. */
const boughtOf = (rows: readonly Row[]): { quantity: number; averagePrice: number } => {
  const quantity = rows.reduce((sum, row) => sum + row.quantity, 0);
  const cost = rows.reduce((sum, row) => sum + (row.entry_value * row.quantity) / row.entry_quantity, 0);
  return { quantity, averagePrice: Math.round(cost / quantity) };
};

/** All delivered shares of a user by instrument, over strategies and baskets; of one mode and feed each. */
export const holdingsOf = async (
  database: Database,
  marketRuns: MarketRuns,
  userId: number,
): Promise<InstrumentHolding[]> => {
  const delivered = (await openRows(database, userId)).filter(isDelivered);
  const groups = Map.groupBy(
    delivered,
    ({ symbol, mode, source, run_id: runId }) => `${symbol} ${mode} ${source} ${runId}`,
  );
  return [...groups.values()].flatMap((rows): InstrumentHolding[] => {
    const [first] = rows;
    if (!first) return [];
    const last = holdingPrice(marketRuns.findRun(userId, first.run_id), first.symbol);
    return [
      {
        symbol: first.symbol,
        name: instrumentName(first.symbol),
        mode: first.mode,
        source: first.source,
        runId: first.run_id,
        ...boughtOf(rows),
        ltp: last?.price ?? null,
        ...sumHeld(rows.map((row) => heldResult(row, last))),
        parts: partsOf(rows, last),
      },
    ];
  });
};

const HOLDER_KINDS = { rules: 'strategy', basket: 'basket', manual: 'manual' } as const;

/** One line for each strategy or basket, however many purchases it made. */
const partsOf = (rows: readonly Row[], last: LastPrice | null): InstrumentHolding['parts'] =>
  [...Map.groupBy(rows, (row) => row.strategy_id).values()].flatMap((mine) => {
    const [first] = mine;
    if (!first) return [];
    return [
      {
        strategyId: first.strategy_id,
        name: first.strategyName,
        kind: HOLDER_KINDS[first.kind],
        basketId: first.basketId,
        mode: first.mode,
        source: first.source,
        ...boughtOf(mine),
        ...sumHeld(mine.map((row) => heldResult(row, last))),
      },
    ];
  });
