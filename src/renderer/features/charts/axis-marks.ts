/** Steps between the marks of an axis, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Round numbers along an axis, ascending: at most `most`, all within it. */
export const axisMarks = (from: number, to: number, most: number): number[] => {
  if (!(to > from) || most < 1) return [];
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((times) => times * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * step);
};

/** A range with some air above and below; one that has no extent gets some. */
export const rangeOf = (values: readonly number[], share = 0.06): readonly [low: number, high: number] => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const air = high > low ? (high - low) * share : Math.max(1, Math.abs(high) * share);
  return [low - air, high + air];
};
