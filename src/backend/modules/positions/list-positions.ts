import { type NamedPosition, openPositionsOf, pageOfAll, pageOfOpen, placeOf } from './positions-of.ts';
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
      },
      net,
      source,
      ...page,
      total,
    };
  };

/** Open positions by strategy, in the market in use. */
export const listPortfolio =
  (deps: PositionsDeps): PositionsCalls['portfolio'] =>
  async (_input, { userId }) => {
    const groups = new Map<string, { rows: NamedPosition[] }>();
    const { runId } = inUse(deps, userId);
    // Baskets, and what stands in another market, are lists of their own.
    for (const row of await openRows(deps, userId)) {
      if (placeOf(row, runId) !== 'strategies') continue;
      const key = `${row.strategy_id} ${row.source} ${row.run_id}`;
      const group = groups.get(key) ?? { rows: [] };
      groups.set(key, group);
      group.rows.push(row);
    }
    const portfolio = [...groups.values()].flatMap(({ rows }) => {
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
          positions: views,
        },
      ];
    });
    return { portfolio };
  };
