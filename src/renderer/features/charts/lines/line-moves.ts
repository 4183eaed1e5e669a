import type { OwnedLine } from './owned-line.ts';

/** Smallest step of prices at a price; both in paise. */
export type TickOf = (price: number) => number;

/** Price on the nearest tick, never below one, paise. */
export const onTick = (price: number, tickOf: TickOf): number => {
  const tick = tickOf(price);
  return Math.max(1, Math.round(price / tick)) * tick;
};

/** Price some ticks above another one, paise. Below 0 they lead down. */
export const ticksFrom = (price: number, ticks: number, tickOf: TickOf): number => {
  const isUp = ticks > 0;
  let reached = price;
  for (let step = 0; step < Math.abs(ticks); step++) {
    // Steps become longer with the price: what is reached must be a price there.
    const next = reached + (isUp ? 1 : -1) * tickOf(reached);
    const tick = tickOf(Math.max(1, next));
    reached = Math.max(1, isUp ? Math.ceil(next / tick) : Math.floor(next / tick)) * tick;
  }
  return reached;
};

/** How near a pointer has to be, px. */
const REACH = 5;

/** Line under a place on a chart, px; null where there is none. Of two there, the one that can be moved. */
export const lineAt = (
  lines: readonly OwnedLine[],
  y: number,
  yOf: (price: number) => number,
): OwnedLine | null => {
  let [found, nearest]: [OwnedLine | null, number] = [null, Infinity];
  for (const line of lines) {
    const distance = Math.abs(yOf(line.price) - y);
    // One that cannot be moved comes after one that can.
    const rank = distance + (line.whyFixed === null ? 0 : REACH);
    if (distance <= REACH && rank < nearest) [found, nearest] = [line, rank];
  }
  return found;
};

/** Lines from the highest price to the lowest, the order of keys. */
export const fromTheTop = (lines: readonly OwnedLine[]): OwnedLine[] =>
  lines.toSorted((one, other) => other.price - one.price);
