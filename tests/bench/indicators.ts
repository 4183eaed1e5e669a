import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dayNumber, sliceBars, type Bars } from '../../src/engine/bars.ts';
import { giveBack } from '../../src/engine/columns.ts';
import { MINUTE_MS, istDayStart } from '../../src/shared/time.ts';
import { CASES, type IndicatorCase } from './indicator-cases.ts';
import { PEERS, peerInputOf, type PeerInput, type PeerRuns } from './indicator-peers.ts';
import { inTurn, type Row } from './measure.ts';
import { runTulind } from './tulind-reference.ts';

const BARS = 1_000_000;
/**
 * Bars of the trial that leaves slow peers out. A peer that is `FAR_BEHIND` times slower than the fastest over them is
 * left out of the runs over all.
 */
const TRIAL_BARS = 20_000;
const FAR_BEHIND = 3;
/** Relative; below a paisa or a percentage point, absolute. */
const TOLERANCE = 1e-9;
/**
 * Bars over which results are compared. Tulind carries running sums on from bar to bar, so it drifts from its own
 * definition: over a million bars by more than the tolerance.
 */
const COMPARED_BARS = 10_000;

/** Time that each side runs over the trial's bars before timing. */
const WARM_MS = 300;

/** Rest before each run. Thus a busy machine gives it a time slice of its own. */
const REST_MS = 20;

const SESSION_MINUTES = 375;

/**
 * Minute bars of a seeded random walk from ₹250. In whole paise, by a fixed seed, with real session times. Highs are
 * even and lows turn from even to odd and back, so that no bar reaches as much higher as lower than the one before:
 * Wilder counts such a bar neither way and tulind both ways, and their ADX would differ.
 */
const randomBars = (length: number): Bars => {
  let seed = 20_250_602;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const column = () => new Float64Array(length);
  const bars = { open: column(), high: column(), low: column(), close: column(), volume: column() };
  const time = column();
  const day = new Int32Array(length);
  const firstDay = istDayStart('2000-01-03');
  let last = 25_000;
  for (let index = 0; index < length; index++) {
    const open = Math.max(10_000, last + Math.round((random() - 0.5) * 20));
    const close = Math.max(10_000, open + Math.round((random() - 0.5) * 80));
    bars.open[index] = open;
    bars.close[index] = last = close;
    bars.high[index] = 2 * Math.ceil((Math.max(open, close) + random() * 20) / 2);
    bars.low[index] = 2 * Math.floor((Math.min(open, close) - random() * 20) / 2) - (index % 2);
    bars.volume[index] = Math.round(random() * 100_000);
    const minute = 1440 * Math.floor(index / SESSION_MINUTES) + 555 + (index % SESSION_MINUTES);
    const start = firstDay + minute * MINUTE_MS;
    time[index] = start;
    day[index] = dayNumber(start);
  }
  return { length, time, ...bars, day, hasVolume: true };
};

/**
 * Collect earlier runs' garbage, so that no run pays for another's. So many collections would make the engine take code
 * for unused and throw it away, on both sides; it is told not to.
 */
const collector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--no-flush-bytecode');
  const collect = runInNewContext('gc') as () => void;
  // The second waits until the memory of what the first collected has been given back.
  return () => {
    collect();
    collect();
  };
};

/**
 * One side: its work, and `done`, which recycles the result. What the work has made is given to `done`, which can use
 * it again.
 */
interface Side {
  readonly work: () => unknown;
  readonly done?: (made: unknown) => void;
}

const elapsed = ({ work, done }: Side): number => {
  const start = performance.now();
  const made = work();
  const took = performance.now() - start;
  done?.(made);
  return took;
};

/** Recycle the indicators of a parameter set, as a sweep does. It does so when the next set begins. */
const reuse = (made: unknown): void => {
  for (const column of made as Float64Array[]) giveBack(column);
};

/** Runs again and again for a while, as a long session would: the engine compiles what it has seen often. */
const warm = (side: Side): void => {
  const end = performance.now() + WARM_MS;
  while (performance.now() < end) elapsed(side);
};

/** Largest difference from tulind, in words; null when nothing does. Both end on the newest bar. */
const differenceOf = (
  ours: readonly Float64Array[],
  expected: readonly Float64Array[],
  length: number,
): string | null => {
  let worst = 0;
  for (const [number, column] of expected.entries()) {
    const mine = ours[number];
    let compared = 0;
    for (let back = 1; mine && back <= Math.min(mine.length, column.length); back++) {
      const [a, b] = [mine[mine.length - back] as number, column[column.length - back] as number];
      if (Number.isNaN(a)) break;
      worst = Math.max(worst, Math.abs(a - b) / Math.max(1, Math.abs(b)));
      compared++;
    }
    if (compared < length - 1000) return `only ${compared} of its bars could be compared with tulind's`;
  }
  return worst <= TOLERANCE ? null : `differs from tulind by ${worst.toExponential(1)}`;
};

/**
 * The least that a loop can do for an indicator: its inputs are read once and its results written once, into memory
 * that is there. No algorithm takes less.
 */
const floorOf = (series: Bars, { calls }: IndicatorCase, results: readonly Float64Array[]): (() => void) => {
  const inputs = [...new Set(calls.flatMap((call) => call.inputs))].map((name) => series[name]);
  const copy = (from: Float64Array, to: Float64Array): void => {
    for (let index = 0; index < to.length; index++) to[index] = (from[index] as number) + 1;
  };
  const read = (from: Float64Array): number => {
    let sum = 0;
    for (const value of from) sum += value;
    return sum;
  };
  return () => {
    for (const [number, to] of results.entries()) copy(inputs[number % inputs.length] as Float64Array, to);
    for (const from of inputs.slice(results.length)) read(from);
  };
};

/** The peers worth running over all bars. */
const contendersOf = (peers: PeerRuns, trial: PeerInput): [string, (input: PeerInput) => unknown][] => {
  const timed = Object.entries(peers).map(([name, run]) => {
    const side = { work: () => run(trial) };
    elapsed(side);
    return { name, run, took: Math.min(elapsed(side), elapsed(side)) };
  });
  const fastest = Math.min(...timed.map(({ took }) => took));
  return timed.filter(({ took }) => took <= FAR_BEHIND * fastest).map(({ name, run }) => [name, run]);
};

/**
 * Each indicator over a million bars, beside the fastest peer. That is the fastest of the peers that have it, all in
 * one run. The peers get plain arrays of the same numbers, made ready beforehand; only the calculation is timed, on
 * both sides with the memory of its result. Ours may be the memory of an earlier result, as it is in a sweep: the peers
 * have no call for that. A figure counts only if our result is tulind's.
 */
export const indicators = async (root: string): Promise<Row[]> => {
  const bars = randomBars(BARS);
  const input = peerInputOf(bars, BARS);
  const trial = peerInputOf(bars, TRIAL_BARS);
  const trialBars = sliceBars(bars, 0, TRIAL_BARS);
  const collect = collector();
  const entries: [string, IndicatorCase][] = Object.entries(CASES);
  const part = sliceBars(bars, 0, COMPARED_BARS);
  const reference = runTulind(
    root,
    part,
    entries.flatMap(([, { calls }]) => calls),
  );
  const rows: Row[] = [];
  const floors: Row[] = [];
  let total = 0;
  for (const [name, indicator] of entries) {
    const { ours, calls, expected } = indicator;
    const from = total;
    total += calls.length;
    if ('outputs' in reference) {
      const outputs = reference.outputs.slice(from, total).flat();
      const difference = differenceOf(ours(part), expected?.(outputs) ?? outputs, COMPARED_BARS);
      if (difference !== null) {
        rows.push({ name, skipped: `our result ${difference}` });
        continue;
      }
    }
    const contenders = contendersOf(PEERS[name] ?? {}, trial);
    const sidesOver = (series: Bars, arrays: PeerInput): Side[] => [
      { work: () => ours(series), done: reuse },
      { work: floorOf(series, indicator, ours(series)) },
      ...contenders.map(([, run]) => ({ work: () => run(arrays) })),
    ];
    sidesOver(trialBars, trial).forEach(warm);
    const sides = sidesOver(bars, input);
    for (const side of [...sides, ...sides]) elapsed(side);
    const [mine = Number.NaN, floor = Number.NaN, ...theirs] = await inTurn(
      sides.map((side) => async () => {
        collect();
        await setTimeout(REST_MS);
        return elapsed(side);
      }),
    );
    const peer = Math.min(...theirs);
    const peerName = contenders[theirs.indexOf(peer)]?.[0] ?? 'none';
    rows.push({ name: `${name} (peer: ${peerName})`, unit: 'ms', ours: mine, peer });
    floors.push({ name: `${name}: nothing but reading and writing`, unit: 'ms', ours: floor, peer });
  }
  return [
    ...rows,
    ...medianOf(rows),
    ...medianOf(floors),
    ...('missing' in reference
      ? [{ name: 'equality with tulind', skipped: `not compared with tulind: ${reference.missing}` }]
      : []),
  ];
};

const medianOf = (rows: readonly Row[]): Row[] => {
  const measured = rows.filter((row) => 'ours' in row);
  const typical = [...measured].sort((a, b) => a.ours / a.peer - b.ours / b.peer)[measured.length >> 1];
  return typical
    ? [{ ...typical, name: `median ratio of ${measured.length} indicators, as of ${typical.name}` }]
    : [];
};
