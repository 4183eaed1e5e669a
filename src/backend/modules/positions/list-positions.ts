import { type Kysely, sql } from 'kysely';
import { istDayStart } from '../../../shared/time.ts';
import type { PositionRow, Schema } from '../../db/schema.ts';
import {
  isByHand,
  type NamedPosition,
  openPositionsOf,
  pageOfAll,
  pageOfOpen,
  placeOf,
} from './positions-of.ts';
import { pricedView } from './priced-view.ts';
import { inUse } from './market-in-use.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

/** Every open position of a user. */
export const openRows = (deps: PositionsDeps, userId: number) => openPositionsOf(deps.database.read, userId);

/** A page of positions, with tab counts and the open P&L. */
export const listPositions =
  (deps: PositionsDeps): PositionsCalls['open'] =>
  async (input, { userId }) => {
    const { database, marketRuns } = deps;
    if (input.type !== 'live') await marketRuns.whenOpen();
    const page = { pageNumber: input.page, pageSize: input.pageSize };
    const open = await openRows(deps, userId);
    const { runId, source } = inUse(deps, userId);
    const { rows, total } =
      input.status === 'open'
        ? pageOfOpen(open, input, runId, page)
        : await pageOfAll(database.readOf(userId), userId, { ...input, status: input.status }, page);
    const net = { live: 0, test: 0 };
    const places = Map.groupBy(open, (row) => placeOf(row, runId));
    const ofStrategies = places.get('strategies') ?? [];
    // Figures of two markets are never added.
    for (const row of ofStrategies) net[row.mode] += pricedView(deps, userId, row).pnl;
    return {
      list: rows.map((row) => pricedView(deps, userId, row)),
      counts: {
        all: ofStrategies.length,
        live: ofStrategies.filter((row) => row.mode === 'live').length,
        test: ofStrategies.filter((row) => row.mode === 'test').length,
        baskets: places.get('baskets')?.length ?? 0,
        elsewhere: places.get('elsewhere')?.length ?? 0,
        byHand: ofStrategies.filter((row) => isByHand(row, runId)).length,
      },
      net,
      source,
      ...page,
      total,
    };
  };

type OfGroup = Pick<PositionRow, 'strategy_id' | 'source' | 'run_id'>;

const groupKey = ({ strategy_id: id, source, run_id: run }: OfGroup): string => `${id} ${source} ${run}`;

/** Closed legs of structures of which others are open, by group. What was sold of an open leg is in its own result. */
const closedLegsOf = async (
  db: Kysely<Schema>,
  userId: number,
  open: readonly NamedPosition[],
): Promise<Map<string, { trades: number; net: number }>> => {
  const legs = open.filter(({ structure_day: day }) => day !== null);
  if (legs.length === 0) return new Map();
  const ids = JSON.stringify([...new Set(legs.map((row) => row.strategy_id))]);
  const firstDay = legs.map((row) => row.structure_day ?? '').sort()[0] ?? '';
  const { rows } = await sql<OfGroup & { readonly trades: number; readonly net: number }>`
    select strategy_id, source, run_id, count(*) as trades, sum(net) as net from trades
    where strategy_id in (select value from json_each(${ids})) and exit_at >= ${istDayStart(firstDay)}
      and user_id = ${userId} and structure_day is not null
      and exists (select 1 from positions as held where held.strategy_id = trades.strategy_id
        and held.status = 'open' and held.source = trades.source and held.run_id = trades.run_id
        and held.structure_day = trades.structure_day)
      and not exists (select 1 from positions as own where own.id = trades.position_id and own.status = 'open')
    group by strategy_id, source, run_id`.execute(db);
  return new Map(rows.map(({ trades, net, ...group }) => [groupKey(group), { trades, net }]));
};

/** Open positions by strategy, in the market in use. */
export const listPortfolio =
  (deps: PositionsDeps): PositionsCalls['portfolio'] =>
  async (_input, { userId }) => {
    const { runId } = inUse(deps, userId);
    // Baskets, and what stands in another market, are lists of their own.
    const rows = (await openRows(deps, userId)).filter((row) => placeOf(row, runId) === 'strategies');
    const groups = Map.groupBy(rows, (row) => groupKey(row));
    const closed = await closedLegsOf(deps.database.readOf(userId), userId, rows);
    const portfolio = [...groups].flatMap(([key, rows]) => {
      const [first] = rows;
      if (!first) return [];
      const views = rows.map((row) => pricedView(deps, userId, row));
      return [
        {
          strategyId: first.strategy_id,
          name: first.strategyName,
          mode: first.mode,
          source: first.source,
          openPnl: views.reduce((sum, position) => sum + position.unrealised, 0),
          realised: views.reduce((sum, position) => sum + position.realised, 0),
          closedLegs: closed.get(key) ?? null,
          positions: views,
        },
      ];
    });
    return { portfolio };
  };
