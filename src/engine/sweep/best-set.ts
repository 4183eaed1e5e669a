/** Number of the combination with the highest objective; the first of equals. Null when none has a value. */
export const bestSet = (objective: readonly (number | null)[]): number | null => {
  let best: number | null = null;
  let highest = -Infinity;
  for (const [set, value] of objective.entries())
    if (value !== null && value > highest) [best, highest] = [set, value];
  return best;
};
