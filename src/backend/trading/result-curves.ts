import { type Kysely, sql } from 'kysely';
import { istIso } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { isOfRun, type ResultScope } from './results.ts';

/** Parts that a long history is drawn in; each shows where it ended and where it was lowest. */
const MOST_PARTS = 1_000;

export interface CurvePoint {
  readonly at: string;
  /** Paise. */
  readonly value: number;
}

export interface ResultCurves {
  /** The running result after a trade. Of a structure, after its last leg. */
  readonly equity: CurvePoint[];
  /** Distance of the running result below its highest so far; at most zero. */
  readonly drawdown: CurvePoint[];
}

interface Row {
  readonly at: number;
  readonly value: number;
  readonly fall: number;
}

/**
 * The running result of a strategy and its drawdown. It covers its `count` results of a scope: trades, and structures
 * with all their legs. Up to a thousand are a point each. Of more, only the end and the deepest fall of each of a
 * thousand parts are shown: the number of points does not grow with the history, and the lowest point is that of all.
 */
export const resultCurves = async (
  db: Kysely<Schema>,
  strategyId: number,
  scope: ResultScope,
  count: number,
): Promise<ResultCurves> => {
  const resultsAPart = Math.max(1, Math.ceil(count / MOST_PARTS));
  const { rows } = await sql<Row>`
    with closed as (
      select id, exit_at, sum(net) over in_order as value, structure_day, lead(structure_day) over in_order as next_day
      from trades
      where strategy_id = ${strategyId} and mode = ${scope.mode} and source = ${scope.source}
        and ${isOfRun(scope, 'run_id')}
      window in_order as (order by exit_at, id)
    ), run as (
      select exit_at, value, row_number() over (order by exit_at, id) as number from closed
      where structure_day is null or next_day is null or structure_day <> next_day
    ), falls as (
      select *, value - max(0, max(value) over (order by number)) as fall,
        (number - 1) / cast(${resultsAPart} as integer) as part
      from run
    ), placed as (
      select *, row_number() over (partition by part order by fall, number) as depth,
        row_number() over (partition by part order by number desc) as from_end
      from falls
    )
    select exit_at as at, value, fall from placed where depth = 1 or from_end = 1 order by number`.execute(
    db,
  );
  return {
    equity: rows.map(({ at, value }) => ({ at: istIso(at), value })),
    drawdown: rows.map(({ at, fall }) => ({ at: istIso(at), value: fall })),
  };
};
