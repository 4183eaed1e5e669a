/** Characters of `2026-11` that name its year. */
const YEAR = 4;

/** Results of months with trades, and of their years. They are in percent of the capital; money in paise. */
export const monthlyResults = (
  months: readonly { readonly month: string; readonly net: number }[],
  capital: number,
) => {
  const years = new Map<string, number>();
  for (const { month, net } of months) {
    const year = month.slice(0, YEAR);
    years.set(year, (years.get(year) ?? 0) + net);
  }
  const percent = (net: number) => (net / capital) * 100;
  return {
    months: months.map(({ month, net }) => ({ month, returnPercent: percent(net) })),
    years: [...years].map(([year, net]) => ({ year, returnPercent: percent(net) })),
  };
};
