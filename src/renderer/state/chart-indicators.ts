import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { readHere, writeHere } from './kept-here.ts';

/** Most indicators on one chart. */
export const MOST_INDICATORS = 12;
/** Most instruments whose indicators are remembered; the one changed longest ago is forgotten first. */
const MOST_SYMBOLS = 500;

interface Kept {
  readonly ownerId: number;
  readonly symbol: string;
  /** Indicators as they were chosen; what reads them checks them. */
  readonly indicators: readonly unknown[];
}

const NONE: readonly unknown[] = [];

/** Where they are kept in this computer, and how. */
const [PLACE, VERSION] = ['chart-indicators', 1] as const;

interface State {
  readonly charts: readonly Kept[];
}

const useStore = create<State>()(
  persist((): State => ({ charts: [] }), { name: PLACE, version: VERSION, storage: readHere<State>() }),
);

// Another window has changed those of a chart. All are kept as one: what it wrote must not be lost.
window.addEventListener('storage', ({ key }) => {
  if (key === PLACE) void useStore.persist.rehydrate();
});

/** Indicators of charts on this computer, by person and instrument. */
export const chartIndicators = {
  /** React hook: what one person looks at on the chart of an instrument. */
  use: (ownerId: number, symbol: string): readonly unknown[] =>
    useStore(({ charts }) => charts.find((one) => one.ownerId === ownerId && one.symbol === symbol))
      ?.indicators ?? NONE,
  /**
   * Replace them; those beyond the most are dropped. False where this computer has no room left for them: all is as
   * before then.
   */
  set: (ownerId: number, symbol: string, indicators: readonly unknown[]): boolean => {
    const changed = { ownerId, symbol, indicators: indicators.slice(0, MOST_INDICATORS) };
    void useStore.persist.rehydrate();
    const charts = [
      changed,
      ...useStore.getState().charts.filter((one) => one.ownerId !== ownerId || one.symbol !== symbol),
    ].slice(0, MOST_SYMBOLS);
    if (!writeHere(PLACE, { charts }, VERSION)) return false;
    useStore.setState({ charts });
    return true;
  },
};
