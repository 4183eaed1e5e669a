/** By which column a table is sorted; null leaves its rows as they came. */
export type Sorting = { readonly key: string; readonly isDescending: boolean } | null;

/** What a press on a column's title makes of it: largest first, then smallest first, then as it was. */
export const turned = (before: Sorting, key: string): Sorting => {
  if (before?.key !== key) return { key, isDescending: true };
  return before.isDescending ? { key, isDescending: false } : null;
};
