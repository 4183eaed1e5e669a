import type { SweepResult } from '../../../shared/contract/backtests.ts';
import { METRIC_NAMES, type MetricName } from '../../../shared/metric-names.ts';
import type { HeatCell } from '../../ui/heat-map.tsx';
import { type KnownFigures, shownFigure } from './run-labels.ts';

/** Figures that every set has. */
export const sweptMetrics = (sweep: SweepResult): MetricName[] =>
  METRIC_NAMES.filter((name) => sweep.sets.figures[name] !== undefined);

/** A set of the sweep with its values in parameter order. */
export interface SweptSet {
  readonly set: number;
  readonly values: readonly number[];
}

const valuesOf = (sweep: SweepResult, set: number): number[] =>
  sweep.sets.values.map((column) => column[set] ?? Number.NaN);

/** Figures of one combination. */
export const figuresOfSet = (sweep: SweepResult, set: number): KnownFigures =>
  Object.fromEntries(sweptMetrics(sweep).map((name) => [name, sweep.sets.figures[name]?.[set] ?? null]));

/** The sets with the highest objective, best first. */
export const bestSets = (sweep: SweepResult, most: number): SweptSet[] => {
  const objective = sweep.sets.figures[sweep.objective] ?? [];
  return objective
    .map((value, set) => ({ value, set }))
    .filter((one): one is { value: number; set: number } => one.value !== null)
    .sort((a, b) => b.value - a.value || a.set - b.set)
    .slice(0, most)
    .map(({ set }) => ({ set, values: valuesOf(sweep, set) }));
};

export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly { name: string; cells: readonly HeatCell[] }[];
}

const distinct = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/**
 * One figure over two parameters as a grid; the others stand at the values of the best combination. With a single
 * parameter `down` is null and the grid has one row.
 */
export const gridOf = (
  sweep: SweepResult,
  metric: MetricName,
  across: number,
  down: number | null,
  format: (value: number) => string,
): Grid => {
  const best = sweep.best === null ? null : valuesOf(sweep, sweep.best);
  const column = sweep.sets.values[across] ?? [];
  const row = down === null ? null : (sweep.sets.values[down] ?? []);
  const isShown = (set: number): boolean =>
    sweep.sets.values.every(
      (values, parameter) =>
        parameter === across || parameter === down || best === null || values[set] === best[parameter],
    );
  const cells = new Map<string, HeatCell>();
  column.forEach((x, set) => {
    if (!isShown(set)) return;
    const value = shownFigure(metric, figuresOfSet(sweep, set));
    const text = value === null ? '–' : format(value);
    cells.set(`${x} ${row?.[set] ?? ''}`, { value, text, isBest: set === sweep.best });
  });
  const xs = distinct(column);
  const cellAt = (x: number, y: number | ''): HeatCell => cells.get(`${x} ${y}`) ?? { value: null, text: '' };
  return {
    columns: xs.map(String),
    rows: row
      ? distinct(row).map((y) => ({ name: String(y), cells: xs.map((x) => cellAt(x, y)) }))
      : [{ name: '', cells: xs.map((x) => cellAt(x, '')) }],
  };
};
