/** A row of the report; or, where it could not be measured, why. */
export type Row =
  | { readonly name: string; readonly unit: string; readonly ours: number; readonly peer: number }
  | { readonly name: string; readonly skipped: string };

const RUNS = 5;

export const medianOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Quantile of values; `share` is 0 to 1. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** Medians of five runs of each side, run alternately. One after the other in turn, so that a busy moment hits all. */
export const inTurn = async (sides: readonly (() => Promise<number>)[]): Promise<number[]> => {
  const times = sides.map((): number[] => []);
  for (let run = 0; run < RUNS; run++)
    for (const [index, side] of sides.entries()) times[index]?.push(await side());
  return times.map(medianOf);
};

/** A row of two sides, each measured five times in turn. */
export const sideBySide = async (
  name: string,
  unit: string,
  ours: () => Promise<number>,
  peer: () => Promise<number>,
): Promise<Row> => {
  const [mine, theirs] = await inTurn([ours, peer]);
  return { name, unit, ours: mine ?? Number.NaN, peer: theirs ?? Number.NaN };
};

const ratioOf = (ratio: number): string => ratio.toFixed(ratio < 0.1 ? 4 : 2);

const shown = (value: number): string => value.toFixed(value < 10 ? 2 : 0);

/** `name: ours, peer, ratio`. */
export const lineOf = (row: Row): string =>
  'skipped' in row
    ? `${row.name}: skipped, ${row.skipped}`
    : `${row.name}: ${shown(row.ours)} ${row.unit}, ${shown(row.peer)} ${row.unit}, ${ratioOf(row.ours / row.peer)}`;

/** Milliseconds that some work takes. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
