import { create } from 'zustand';
import { persist } from 'zustand/middleware';

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

const useStore = create<{ charts: readonly Kept[] }>()(
  persist((): { charts: readonly Kept[] } => ({ charts: [] }), { name: 'chart-indicators', version: 1 }),
);

/** Indicators of charts on this computer, by person and instrument. */
export const chartIndicators = {
  /** React hook: what one person looks at on the chart of an instrument. */
  use: (ownerId: number, symbol: string): readonly unknown[] =>
    useStore(({ charts }) => charts.find((one) => one.ownerId === ownerId && one.symbol === symbol))
      ?.indicators ?? NONE,
  /** Replace them; those beyond the most are dropped. */
  set: (ownerId: number, symbol: string, indicators: readonly unknown[]): void => {
    const changed = { ownerId, symbol, indicators: indicators.slice(0, MOST_INDICATORS) };
    useStore.setState(({ charts }) => ({
      charts: [changed, ...charts.filter((one) => one.ownerId !== ownerId || one.symbol !== symbol)].slice(
        0,
        MOST_SYMBOLS,
      ),
    }));
  },
};
