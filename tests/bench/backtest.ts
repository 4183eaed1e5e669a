import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Bars } from '../../src/engine/bars.ts';
import { areSame, crossBars, crossRules, peerFrame, runOurs, runPeer } from './cross-market.ts';
import { type Row, sideBySide } from './measure.ts';

const BARS = 50_000;
const SHARES = 50;
const FIVE_YEARS = 1_240;
const RUNS = 10_000;
const SETTLED = 1_000;
const SWEEP_MS = 200;
const MEGABYTE = 1024 * 1024;

interface Series {
  readonly symbol: string;
  readonly bars: Bars;
}

/** Warm-up of both sides, so that compiled code is compared. Each runs for a second before it is measured. */
const WARM_UP_MS = 1_000;

const warmUp = (work: () => unknown): void => {
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end;) work();
};

/** Milliseconds of a turn, long enough for each side's own garbage. A run's time is the average over it. */
const TURN_MS = 300;

const perRun = (work: () => unknown): Promise<number> => {
  const start = performance.now();
  let runs = 0;
  do {
    work();
    runs++;
  } while (performance.now() - start < TURN_MS);
  return Promise.resolve((performance.now() - start) / runs);
};

/**
 * Ours over all series at once, beside the peer in sequence. The peer runs over one after another; the row reports when
 * their trades differ.
 */
const besidePeer = async (name: string, series: readonly Series[], timeframe: '5m' | '1d'): Promise<Row> => {
  const symbols = series.map(({ symbol }) => symbol);
  const frames = series.map(({ symbol, bars }) => ({ symbol, frame: peerFrame(bars) }));
  const ours = () => runOurs(crossRules(symbols, timeframe), series);
  const peer = () => new Map(frames.map(({ symbol, frame }) => [symbol, runPeer(frame)]));
  const [mine, theirs] = [ours(), peer()];
  warmUp(ours);
  warmUp(peer);
  const trades = symbols.reduce((sum, symbol) => sum + (mine.get(symbol)?.length ?? 0), 0);
  const agree =
    trades > 0 && symbols.every((symbol) => areSame(mine.get(symbol) ?? [], theirs.get(symbol) ?? []));
  const verdict = agree ? `${trades} identical trades` : 'TRADES DIFFER';
  return sideBySide(
    `${name}, ${verdict}`,
    'ms',
    () => perRun(ours),
    () => perRun(peer),
  );
};

/** Memory that backtests leave behind, in megabytes. One after another, once the garbage is gone. */
const memory = async (): Promise<Row> => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const series = [{ symbol: 'SHARE', bars: crossBars('memory', 2_000, '5m') }];
  const rules = crossRules(['SHARE'], '5m');
  const used = async (): Promise<number> => {
    collect();
    // Buffers are given back on another thread.
    await delay(SWEEP_MS);
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / MEGABYTE;
  };
  for (let run = 0; run < SETTLED; run++) runOurs(rules, series);
  const settled = await used();
  for (let run = SETTLED; run < RUNS; run++) runOurs(rules, series);
  return {
    name: `heap and buffers after ${RUNS.toLocaleString('en-IN')} backtests (peer: after the first ${SETTLED.toLocaleString('en-IN')})`,
    unit: 'MB',
    ours: await used(),
    peer: settled,
  };
};

/** Backtests beside grademark, and what many of them do to memory. */
export const backtestRows = async (): Promise<Row[]> => {
  const one = [{ symbol: 'SHARE', bars: crossBars('one', BARS, '5m') }];
  const fifty = Array.from({ length: SHARES }, (_, index) => ({
    symbol: `SHARE-${index + 1}`,
    bars: crossBars(`share ${index}`, FIVE_YEARS, '1d'),
  }));
  return [
    await besidePeer(
      `backtest of ${BARS.toLocaleString('en-IN')} bars with stop, target, charges and trade list (peer: grademark, no charges)`,
      one,
      '5m',
    ),
    await besidePeer(
      'five-year daily backtest over fifty shares with one cash (peer: grademark, one share after another)',
      fifty,
      '1d',
    ),
    await memory(),
  ];
};
