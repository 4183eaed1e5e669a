import { create } from 'zustand';
import { registerReset } from './store-registry.ts';

/** Most drawings on the chart of an instrument. */
export const MOST_DRAWINGS = 100;
/** Most instruments with drawings on this computer. */
export const MOST_DRAWN_CHARTS = 300;
/** Most steps that can be undone. */
const MOST_STEPS = 100;

/** A drawing as it is kept; what draws it checks the rest. */
interface KeptDrawing {
  readonly id: string;
}

/** A drawing before and after a change; null where it is not there. */
export interface DrawingChange {
  readonly before: KeptDrawing | null;
  readonly after: KeptDrawing | null;
}

/** Changes that are undone together. */
type Step = readonly DrawingChange[];

interface DrawnChart {
  /** Drawings in their order, among them what may be none. */
  readonly entries: readonly unknown[];
  /** Whether what is kept is no list of drawings at all. */
  readonly isUnread: boolean;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
}

/** How a change ended: done, too many drawings or charts, or the computer has no room left. */
export type DrawingOutcome = 'done' | 'too-many' | 'too-many-charts' | 'no-room';

const PREFIX = 'chart-drawings ';
/** Name of an unreadable text, put aside before it is overwritten. */
const UNREAD_PREFIX = 'unread-chart-drawings ';

const keyOf = (ownerId: number, symbol: string): string => `${PREFIX}${ownerId} ${symbol}`;

const entriesOf = (text: string): readonly unknown[] | null => {
  try {
    const kept: unknown = JSON.parse(text);
    const { drawings } = (kept ?? {}) as { drawings?: unknown };
    return Array.isArray(drawings) ? drawings : null;
  } catch {
    // It was written by hand, or is broken: the person is told, and nothing is lost.
    return null;
  }
};

const keptIn = (key: string): Pick<DrawnChart, 'entries' | 'isUnread'> => {
  const text = localStorage.getItem(key);
  const entries = text === null ? [] : entriesOf(text);
  return { entries: entries ?? [], isUnread: entries === null };
};

/** Charts that are or were in view; `turn` is another one with each change. */
const charts = new Map<string, DrawnChart>();
const useTurn = create<{ turn: number }>(() => ({ turn: 0 }));
const changed = (): void => useTurn.setState(({ turn }) => ({ turn: turn + 1 }));

const chartOf = (key: string): DrawnChart => {
  const known = charts.get(key) ?? { ...keptIn(key), past: [], future: [] };
  charts.set(key, known);
  return known;
};

registerReset(() => {
  charts.clear();
  changed();
});

// Another window draws on the same chart.
window.addEventListener('storage', ({ key }) => {
  for (const [name, chart] of charts)
    if (key === null || key === name) charts.set(name, { ...chart, ...keptIn(name) });
  changed();
});

const idOf = (entry: unknown): unknown => (entry as Partial<KeptDrawing> | null)?.id;

const applied = (entries: readonly unknown[], step: Step): unknown[] => {
  const after = [...entries];
  for (const change of step) {
    const at = after.findIndex((entry) => idOf(entry) === (change.before ?? change.after)?.id);
    const put = change.after === null ? [] : [change.after];
    if (at === -1) after.push(...put);
    else after.splice(at, 1, ...put);
  }
  return after;
};

const reversed = (step: Step): Step =>
  step.map(({ before, after }) => ({ before: after, after: before })).reverse();

const write = (key: string, entries: readonly unknown[]): DrawingOutcome => {
  const before = localStorage.getItem(key);
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  if (before === null && names.length >= MOST_DRAWN_CHARTS) return 'too-many-charts';
  try {
    if (before !== null && entriesOf(before) === null)
      localStorage.setItem(`${UNREAD_PREFIX}${key.slice(PREFIX.length)}`, before);
    if (entries.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ version: 1, drawings: entries }));
    return 'done';
  } catch {
    // The browser's store is full. Nothing was written, and the person is told.
    return 'no-room';
  }
};

/** Carry out a step on what is kept now. Another window may have changed it meanwhile. */
const carryOut = (key: string, step: Step, history: Pick<DrawnChart, 'past' | 'future'>): DrawingOutcome => {
  const { entries } = keptIn(key);
  const after = applied(entries, step);
  if (after.length > MOST_DRAWINGS && after.length > entries.length) return 'too-many';
  const outcome = write(key, after);
  if (outcome !== 'done') return outcome;
  charts.set(key, { entries: after, isUnread: false, ...history });
  changed();
  return 'done';
};

/** Drawings of charts on this computer, by person and instrument. */
export const chartDrawings = {
  /** React hook: those of an instrument, and what can be undone. */
  use: (ownerId: number, symbol: string): DrawnChart => {
    useTurn();
    return chartOf(keyOf(ownerId, symbol));
  },
  /** Change some of them, as one step that can be undone. */
  change: (ownerId: number, symbol: string, step: Step): DrawingOutcome => {
    const key = keyOf(ownerId, symbol);
    const { past } = chartOf(key);
    return carryOut(key, step, { past: [...past, step].slice(-MOST_STEPS), future: [] });
  },
  /** Take the last step back; null where there is none. */
  undo: (ownerId: number, symbol: string): DrawingOutcome | null => {
    const key = keyOf(ownerId, symbol);
    const { past, future } = chartOf(key);
    const step = past.at(-1);
    if (!step) return null;
    return carryOut(key, reversed(step), { past: past.slice(0, -1), future: [...future, step] });
  },
  /** Carry out again what was undone last; null where there is nothing. */
  redo: (ownerId: number, symbol: string): DrawingOutcome | null => {
    const key = keyOf(ownerId, symbol);
    const { past, future } = chartOf(key);
    const step = future.at(-1);
    if (!step) return null;
    return carryOut(key, step, { past: [...past, step], future: future.slice(0, -1) });
  },
};
