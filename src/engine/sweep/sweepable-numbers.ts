import { parameterLabel } from './parameter-label.ts';

/** A number of a rule document that a sweep can vary. */
export interface SweepableNumber {
  /** Such as `entry.left.indicator.period`. */
  readonly path: string;
  /** In plain words. */
  readonly label: string;
  readonly value: number;
}

/** Numbers that are not a matter of degree. */
const FIXED: ReadonlySet<string> = new Set(['version']);

const walk = (node: unknown, path: readonly string[], found: [path: string, value: number][]): void => {
  if (typeof node === 'number') {
    if (!FIXED.has(path.at(-1) ?? '')) found.push([path.join('.'), node]);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) walk(child, [...path, key], found);
};

/**
 * Every number of a rule document to vary, in reading order. Each has its path and its label. A zero offset or a
 * condition that must hold on one bar only is left out: it says that nothing was asked for.
 */
export const sweepableNumbers = (document: object): SweepableNumber[] => {
  const found: [path: string, value: number][] = [];
  walk(document, [], found);
  return found
    .filter(([path, value]) => !(path.endsWith('.offset') && value === 0))
    .filter(([path, value]) => !(/(?:^|\.)(?:forBars|maxEntries)$/.test(path) && value === 1))
    .map(([path, value]) => ({ path, label: parameterLabel(document, path), value }));
};
