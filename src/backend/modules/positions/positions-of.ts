import { type Kysely, sql } from 'kysely';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { PositionPlace } from '../../../shared/contract/positions.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { modeOfBroker } from '../../../shared/strategy-status.ts';
import type { PositionRow, Schema, StrategyKind } from '../../db/schema.ts';
import { type Page, paged } from '../../db/paged.ts';

/** A position with its strategy's name and the broker it trades with. */
export type NamedPosition = PositionRow & {
  readonly strategyName: string;
  readonly strategyKind: StrategyKind;
};

interface Filter {
  readonly type: Mode | 'all';
  readonly strategyId?: number | undefined;
  readonly brokerId: number;
  readonly place: PositionPlace | 'all' | 'by-hand';
}

/** Where a position stands, while paper trading goes on in a run. */
export const placeOf = (row: NamedPosition, runInUse: number): PositionPlace => {
  if (row.strategyKind === 'basket') return 'baskets';
  return row.mode === 'live' || row.run_id === runInUse ? 'strategies' : 'elsewhere';
};

/** Whether a position was opened by hand, in the market in use. */
export const isByHand = (row: NamedPosition, runInUse: number): boolean =>
  row.strategyKind === 'manual' && placeOf(row, runInUse) === 'strategies';

/** Whether a position is listed with those of a place. */
const isOf = (row: NamedPosition, place: Filter['place'], runInUse: number): boolean => {
  if (place === 'all') return true;
  if (place === 'by-hand') return isByHand(row, runInUse);
  return placeOf(row, runInUse) === place;
};

/** Open positions of a user, the newest first. */
export const openPositionsOf = async (db: Kysely<Schema>, userId: number): Promise<NamedPosition[]> => {
  // Written out: it is asked for again and again, and building it costs more than running it.
  const { rows } = await sql<NamedPosition>`
    select positions.*, strategies.name as "strategyName", strategies.kind as "strategyKind"
    from positions join strategies on strategies.id = positions.strategy_id
    where positions.user_id = ${userId} and positions.status = 'open' order by positions.id desc`.execute(db);
  return rows;
};

/** A page of what is open. */
export const pageOfOpen = (
  open: readonly NamedPosition[],
  { type, strategyId, brokerId, place }: Filter,
  runInUse: number,
  page: Page,
): { rows: NamedPosition[]; total: number } => {
  const mode = modeOfBroker(brokerId);
  const found = open.filter(
    (row) =>
      (type === 'all' || row.mode === type) &&
      (strategyId === undefined || row.strategy_id === strategyId) &&
      (mode === null || row.mode === mode) &&
      isOf(row, place, runInUse),
  );
  const from = pageOffset(page);
  return { rows: found.slice(from, from + page.pageSize), total: found.length };
};

/** A page of what was closed, or of all there ever was. */
export const pageOfAll = async (
  db: Kysely<Schema>,
  userId: number,
  { status, type, strategyId, brokerId }: Omit<Filter, 'place'> & { readonly status: 'closed' | 'all' },
  page: Page,
): Promise<{ rows: NamedPosition[]; total: number }> => {
  let query = db
    .selectFrom('positions')
    .innerJoin('strategies', 'strategies.id', 'positions.strategy_id')
    .where('positions.user_id', '=', userId);
  if (status !== 'all') query = query.where('positions.status', '=', status);
  if (type !== 'all') query = query.where('positions.mode', '=', type);
  if (strategyId !== undefined) query = query.where('positions.strategy_id', '=', strategyId);
  const mode = modeOfBroker(brokerId);
  if (mode !== null) query = query.where('positions.mode', '=', mode);
  const { rows, total } = await paged(query, page, (found) =>
    found
      .selectAll('positions')
      .select(['strategies.name as strategyName', 'strategies.kind as strategyKind'])
      .orderBy('positions.id', 'desc'),
  );
  return { rows, total };
};
