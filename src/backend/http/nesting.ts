/** Levels of lists and objects in a request; the deepest that the contract has, a rule document, needs 15. */
export const MOST_LEVELS = 32;

/** Whether a value has more levels of lists and objects than allowed; looks no deeper than that. */
export const isNestedBeyond = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isNestedBeyond(part, levels - 1)));
