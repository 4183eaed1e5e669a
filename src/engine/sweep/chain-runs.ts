import type { EquityCurve, Simulation } from '../simulation/simulation.ts';

const joined = (columns: readonly Float64Array[], lift: readonly number[]): Float64Array => {
  const out = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0));
  let at = 0;
  for (const [run, column] of columns.entries()) {
    const by = lift[run] as number;
    for (const value of column) out[at++] = value + by;
  }
  return out;
};

const joinedCurve = (curves: readonly EquityCurve[], lift: readonly number[]): EquityCurve => {
  const level = curves.map(() => 0);
  return {
    time: joined(
      curves.map((curve) => curve.time),
      level,
    ),
    equity: joined(
      curves.map((curve) => curve.equity),
      lift,
    ),
    cash: joined(
      curves.map((curve) => curve.cash),
      lift,
    ),
    positions: Uint16Array.from(curves.flatMap((curve) => [...curve.positions])),
  };
};

/**
 * Runs after one another as one: each began with the same capital, and profits are not reinvested, so the account of a
 * later run stands on what the earlier ones came to. Assumptions are those of the first, followed by this one.
 */
export const chainRuns = (runs: readonly Simulation[], capital: number): Simulation => {
  const lift: number[] = [];
  let gained = 0;
  for (const run of runs) {
    lift.push(gained);
    gained += (run.curve.equity.at(-1) ?? capital) - capital;
  }
  return {
    capital,
    trades: runs.flatMap((run) => run.trades),
    fills: runs.flatMap((run) => run.fills),
    rejections: runs.flatMap((run) => run.rejections),
    curve: joinedCurve(
      runs.map((run) => run.curve),
      lift,
    ),
    assumptions: [
      ...(runs[0]?.assumptions ?? []),
      'Every test window starts with the full capital and closes its positions at its end; results are added up.',
    ],
  };
};
