import { dayNumber } from '../../src/engine/bars.ts';
import type { Fill, Simulation, SimulationInput } from '../../src/engine/simulation/simulation.ts';

/** The account just before a fill, and open lots just after. The lots are those of the fill's instrument. */
export interface Moment {
  readonly fill: Fill;
  /**
   * Day's result before the fill, realised and open, in paise. Open at the last closes; charges to within a paisa each.
   */
  readonly dayResult: number;
  readonly openLots: number;
}

interface OpenLot {
  readonly symbol: string;
  /** 1 of what was bought, −1 of what was sold short. */
  readonly sign: 1 | -1;
  readonly entryTime: number;
  readonly entryPrice: number;
  readonly entryPaise: number;
  readonly entryQuantity: number;
  quantity: number;
}

/**
 * Replay a simulation's fills in separate books, matching its trades. The books are kept apart from the simulation's.
 * Throws when an exit takes from a lot that is not open, or more than is open of it, and when both sides are open.
 */
export const replayOf = (input: SimulationInput, result: Simulation): Moment[] => {
  const trades = result.trades.values();
  const marks = new Map<string, number>();
  const { curve } = result;
  let lots: OpenLot[] = [];
  let realised = 0;

  const closeBefore = (symbol: string, time: number): number | null => {
    const bars = input.series.find(({ instrument }) => instrument.symbol === symbol)?.bars;
    const at = bars ? bars.time.findLastIndex((start) => start < time) : -1;
    return bars?.close[at] ?? null;
  };
  const openResult = (): number =>
    lots.reduce(
      (sum, lot) =>
        sum +
        lot.sign * ((marks.get(lot.symbol) ?? 0) - lot.entryPrice) * lot.quantity -
        (lot.entryPaise * lot.quantity) / lot.entryQuantity,
      0,
    );
  const openingEquity = (time: number): number => {
    const before = curve.time.findLastIndex((at) => dayNumber(at) < dayNumber(time));
    return curve.equity[before] ?? input.capital;
  };
  const enter = (fill: Fill): void => {
    marks.set(fill.symbol, fill.price);
    const entryPaise = Object.values(fill.charges).reduce((a, b) => a + b, 0) / 10_000;
    const { symbol, price, quantity } = fill;
    const sign = fill.side === 'buy' ? 1 : -1;
    if (lots.some((lot) => lot.symbol === symbol && lot.sign !== sign))
      throw new Error('An entry beside an open position of the other side.');
    lots.push({
      symbol,
      sign,
      entryTime: fill.time,
      entryPrice: price,
      entryPaise,
      entryQuantity: quantity,
      quantity,
    });
  };
  const leave = (fill: Fill): void => {
    for (let left = fill.quantity; left > 0;) {
      const trade = trades.next().value;
      if (trade?.symbol !== fill.symbol || trade.exitTime !== fill.time)
        throw new Error('An exit that no trade tells of.');
      const lot = lots.find(
        ({ symbol, entryTime }) => symbol === trade.symbol && entryTime === trade.entryTime,
      );
      if (!lot || trade.quantity > lot.quantity) throw new Error('An exit of what is not open.');
      lot.quantity -= trade.quantity;
      left -= trade.quantity;
      realised += trade.net;
      if (left < 0) throw new Error('A trade larger than its order.');
    }
    lots = lots.filter(({ quantity }) => quantity > 0);
  };

  let time = -Infinity;
  const moments = result.fills.map((fill): Moment => {
    // What no rule closed is closed at the last bar of its own series, which may lie further back.
    if (fill.time < time && fill.rule !== null) throw new Error('Fills out of order.');
    if (fill.time > time)
      for (const { instrument } of input.series) {
        const close = closeBefore(instrument.symbol, fill.time);
        if (close !== null) marks.set(instrument.symbol, close);
      }
    time = fill.time;
    const dayResult = input.capital + realised + openResult() - openingEquity(fill.time);
    if (fill.why === 'entry') enter(fill);
    else leave(fill);
    return { fill, dayResult, openLots: lots.filter(({ symbol }) => symbol === fill.symbol).length };
  });
  if (lots.length > 0 || !trades.next().done) throw new Error('Fills and trades do not match.');
  return moments;
};
