/** A line fitted to prices, and how far these scatter around it. */
export interface Regression {
  /** At the first and at the last bar, paise. */
  readonly from: number;
  readonly to: number;
  /** Standard deviation from the line, paise. */
  readonly deviation: number;
}

/** Least-squares line through prices, one a bar; null of fewer than two. */
export const regressionOf = (prices: readonly number[]): Regression | null => {
  const count = prices.length;
  if (count < 2) return null;
  const middle = (count - 1) / 2;
  const mean = prices.reduce((sum, price) => sum + price, 0) / count;
  let [covered, spread] = [0, 0];
  for (const [index, price] of prices.entries()) {
    covered += (index - middle) * (price - mean);
    spread += (index - middle) ** 2;
  }
  const slope = covered / spread;
  const at = (index: number): number => mean + slope * (index - middle);
  const squares = prices.reduce((sum, price, index) => sum + (price - at(index)) ** 2, 0);
  return { from: at(0), to: at(count - 1), deviation: Math.sqrt(squares / count) };
};

interface Traded {
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

/** Average price by volume from a bar on, paise by bar. It is empty where nothing was traded. */
export const vwapFrom = ({ high, low, close, volume }: Traded, first: number): number[] => {
  let [money, units] = [0, 0];
  const averages: number[] = [];
  for (let bar = Math.max(0, first); bar < close.length; bar++) {
    const typical = ((high[bar] ?? 0) + (low[bar] ?? 0) + (close[bar] ?? 0)) / 3;
    money += typical * (volume[bar] ?? 0);
    units += volume[bar] ?? 0;
    averages.push(units === 0 ? typical : money / units);
  }
  return units === 0 ? [] : averages;
};
