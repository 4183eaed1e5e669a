/** A constituent's closes (paise), one for each day, in time order. NaN on a day without one: the last one holds. */
export interface IndexLine {
  /** Relative to the other lines. */
  readonly weight: number;
  readonly closes: readonly number[];
}

export const INDEX_START = 100;

/**
 * The basket as an index: 100 on the first day, then carried by its constituents' closes, without charges. At the close
 * of each day for which `isRebalanced` says so it goes back to its weights; between them the weights drift. Starts on
 * the first day on which every constituent has a close: answers that day's place and a level for each day from it.
 */
export const basketIndex = (
  lines: readonly IndexLine[],
  isRebalanced: (day: number) => boolean,
): { readonly from: number; readonly levels: readonly number[] } => {
  const days = Math.max(0, ...lines.map(({ closes }) => closes.length));
  const from = Math.max(0, ...lines.map(({ closes }) => closes.findIndex((close) => !Number.isNaN(close))));
  if (lines.length === 0 || lines.some(({ closes }) => !closes.some((close) => !Number.isNaN(close))))
    return { from: 0, levels: [] };
  const total = lines.reduce((sum, { weight }) => sum + weight, 0);
  const last = lines.map(({ closes }) => closes[from] ?? Number.NaN);
  let units: number[] = [];
  let level = INDEX_START;
  const reweigh = (): void => {
    units = lines.map(({ weight }, index) => (level * weight) / total / (last[index] ?? Number.NaN));
  };
  // A line that began earlier may have no close on the very first day.
  for (const [index, { closes }] of lines.entries())
    for (let day = from; Number.isNaN(last[index]) && day >= 0; day--)
      last[index] = closes[day] ?? Number.NaN;
  reweigh();
  const levels: number[] = [];
  for (let day = from; day < days; day++) {
    for (const [index, { closes }] of lines.entries()) {
      const close = closes[day] ?? Number.NaN;
      if (!Number.isNaN(close)) last[index] = close;
    }
    level = units.reduce((sum, unit, index) => sum + unit * (last[index] ?? 0), 0);
    levels.push(level);
    if (isRebalanced(day)) reweigh();
  }
  return { from, levels };
};
