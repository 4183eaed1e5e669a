/** Order of two values, for sorting: numbers by size, texts by code unit. */
export const compare = <T extends number | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);
