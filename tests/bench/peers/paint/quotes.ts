/** One row of the grids: what a trader sorts and filters by. */
export interface QuoteRow {
  readonly id: number;
  readonly symbol: string;
  readonly ltp: number;
  readonly change: number;
  readonly volume: number;
}

export const ROWS = 10_000;
/** About half of the rows pass the filter. */
export const LEAST_VOLUME = 500_000;

/** A small generator, so that both sides get the same market. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const firstRows = (random: () => number): QuoteRow[] =>
  Array.from({ length: ROWS }, (_, id) => ({
    id,
    symbol: `STOCK${id}`,
    ltp: Math.round(random() * 500_000),
    change: Math.round((random() - 0.5) * 2_000) / 100,
    volume: Math.floor(random() * 1_000_000),
  }));

export const changed = (row: QuoteRow, random: () => number): QuoteRow => ({
  id: row.id,
  symbol: row.symbol,
  ltp: row.ltp + Math.round((random() - 0.5) * 200),
  change: Math.round((row.change + (random() - 0.5) * 0.2) * 100) / 100,
  volume: row.volume + Math.floor(random() * 20) - 10,
});

/** Rows that must stand on the screen in the end: the volume filter on, the largest change first. */
export const topOf = (rows: readonly QuoteRow[], count: number): QuoteRow[] =>
  rows
    .filter(({ volume }) => volume >= LEAST_VOLUME)
    .sort((a, b) => b.change - a.change || a.id - b.id)
    .slice(0, count);
