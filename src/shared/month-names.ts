/** Names of the months as exchanges and brokers write them. */
export const MONTH_NAMES = [
  ...['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN'],
  ...['JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
];

/** Number of a month by its name, `01` to `12`. Null of any other text. */
export const monthOfName = (name: string): string | null => {
  const index = MONTH_NAMES.indexOf(name.toUpperCase());
  return index < 0 ? null : String(index + 1).padStart(2, '0');
};
