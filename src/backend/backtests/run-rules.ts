import type { Bars } from '../../engine/bars.ts';
import { sliceBars } from '../../engine/bars.ts';
import { ANGEL_ONE, ZERO_BROKERAGE } from '../../engine/charges/plan.ts';
import { SharedSeries } from '../../engine/indicators/shared-series.ts';
import type { Instrument } from '../../engine/instrument.ts';
import { type IsMember, type Membership, memberTest } from '../../engine/membership.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { seriesApart } from '../../engine/simulation/series-apart.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import type { Result } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { RunOrder } from './run-order.ts';

/** One instrument's candles on one thread, with what was computed of them. */
export interface RunSeries {
  readonly instrument: Instrument;
  readonly bars: Bars;
  readonly shared: SharedSeries;
}

/** A stretch of time in epoch ms: `from` is included, `before` is not. */
export interface TimeRange {
  readonly from: number;
  readonly before: number;
}

/** Most bytes of indicators that one thread keeps, over all series. */
const KEPT_BYTES = 256 * 1024 * 1024;

const PLANS = { 'angel-one': ANGEL_ONE, 'zero-brokerage': ZERO_BROKERAGE } as const;

/** Index of the first bar at or after a moment. */
export const indexAt = (bars: Bars, time: number): number => {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars.time[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The series as a run over a range sees them: with so many bars to warm up before it, and none after. */
export const seriesOver = (
  bars: ReadonlyMap<string, Bars>,
  range: TimeRange,
  warmUp: number,
): RunSeries[] => {
  const total = [...bars.values()].reduce((sum, { length }) => sum + length, 0);
  const entries = Math.max(1, Math.floor(KEPT_BYTES / (8 * Math.max(1, total))));
  return [...bars].map(([symbol, all]) => ({
    instrument: { symbol, kind: findInstrument(symbol)?.kind ?? 'equity' },
    bars: sliceBars(all, Math.max(0, indexAt(all, range.from) - warmUp), indexAt(all, range.before)),
    shared: new SharedSeries(entries),
  }));
};

/** Tests by their lists: a sweep asks for the same one again and again. */
const memberTests = new WeakMap<Membership, IsMember>();

const memberTestOf = (membership: Membership): IsMember => {
  const known = memberTests.get(membership) ?? memberTest(membership.spans);
  memberTests.set(membership, known);
  return known;
};

/** Runs a document over series the way an order asks for; `from` is where it may begin to act. */
export const runRules = (
  order: RunOrder,
  document: RuleDocument,
  series: readonly RunSeries[],
  from: number,
): Result<Simulation> =>
  simulate({
    rules: compileRules(document),
    ...seriesApart(document, series),
    ...(order.membership && { isMember: memberTestOf(order.membership) }),
    capital: order.capital,
    plan: PLANS[order.charges],
    slippage: order.slippage,
    volumeSharePercent: order.volumeSharePercent,
    maxLossPerDay: order.maxLossPerDay,
    from,
  });
