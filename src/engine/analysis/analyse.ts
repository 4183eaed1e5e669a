import { istIso } from '../../shared/time.ts';
import { metricsOf } from '../metrics.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { compareWith, heldCurve, type BenchmarkInput } from './benchmark.ts';
import { drawdownPeriods } from './drawdown-periods.ts';
import { drawdownBand } from './monte-carlo.ts';
import { periodsOf } from './periods.ts';
import { drawdownColumn, thinIndices } from './thin-curve.ts';
import { bySymbol, distributionOf, exitsOf, rejectionsOf } from './trade-groups.ts';

/** Points of a drawn line, and falls that are listed. */
const POINTS = 2_000;
const DRAWDOWNS = 10;

/**
 * Everything a person reads about a run: figures, lines thinned for drawing, months, years, falls, how the trades
 * are spread, why they ended, and the comparison with having bought the benchmark and held it. Money in paise, times
 * of lines in epoch ms, other times ISO-8601 in India's offset; averages are rounded to whole paise where money is due.
 */
export const analyse = (run: Simulation, benchmark: BenchmarkInput | null) => {
  const { curve, trades, capital } = run;
  const points = thinIndices(curve.equity, POINTS);
  const at = (column: Float64Array) => points.map((index) => column[index] as number);
  const held = benchmark && heldCurve(benchmark, curve.time, capital);
  const named = (by: 'month' | 'year') =>
    periodsOf(run, by).map(({ name, ...period }) => ({ name, ...period, net: Math.round(period.net) }));
  return {
    figures: metricsOf(run),
    equity: {
      time: at(curve.time),
      equity: at(curve.equity),
      drawdownPercent: at(drawdownColumn(curve.equity, capital)),
      benchmark: held && at(held),
    },
    benchmark: benchmark && held && compareWith(run, benchmark.label, held),
    months: named('month').map(({ name, ...period }) => ({ month: name, ...period })),
    years: named('year').map(({ name, ...period }) => ({ year: name, ...period })),
    drawdowns: drawdownPeriods(curve, capital, DRAWDOWNS).map((period) => ({
      ...period,
      from: istIso(period.from),
      lowest: istIso(period.lowest),
      to: period.to === null ? null : istIso(period.to),
      amount: Math.round(period.amount),
    })),
    distribution: distributionOf(trades),
    exits: exitsOf(trades),
    bySymbol: bySymbol(trades),
    rejections: rejectionsOf(run.rejections),
    monteCarlo: drawdownBand(trades, capital),
  };
};
