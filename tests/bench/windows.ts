import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { contract } from '../../src/shared/contract/index.ts';
import { STREAM_PATH } from '../../src/shared/contract/stream.ts';
import { startTalkingChild } from '../support/talking-child.ts';
import { inTurn, medianOf, type Row } from './measure.ts';
import { callOf } from './server-process.ts';
import type { WindowsReady, WindowsState, WindowsTask } from './windows-process.ts';

/** Open windows: `TRICKDESK_WINDOWS=1000 npm run bench -- windows`. */
const WINDOWS = Number(process.env['TRICKDESK_WINDOWS'] ?? 100);
const SHOWN = 12;
const SETTLE_MS = 1_500;
/** Speeds of the market with how long each is measured: at 1x each price moves every fifteen seconds. */
const SPEEDS = [
  [1, 15_000],
  [60, 4_000],
] as const;

interface Cost {
  /** Of one window in a second. */
  readonly bytes: number;
  /** Of the whole process in a second. */
  readonly cpuMs: number;
}

/** Cost of windows that show some instruments. All else that a stream brings is in it. */
const measure = async (
  { url, tokens }: WindowsReady,
  symbols: readonly string[],
  ms: number,
  state: () => Promise<WindowsState>,
): Promise<Cost> => {
  let bytes = 0;
  const opened = tokens.map(async (token) => {
    const authorization = `Bearer ${token}`;
    const request = get(`${url}${STREAM_PATH}`, { headers: { authorization } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    if (symbols.length > 0) await callOf(url, { authorization })(contract.stream.watch.path, { symbols });
    return request;
  });
  const requests = await Promise.all(opened);
  await wait(SETTLE_MS);
  const before = await state();
  bytes = 0;
  const began = performance.now();
  await wait(ms);
  const seconds = (performance.now() - began) / 1_000;
  const received = bytes;
  const after = await state();
  for (const request of requests) request.destroy();
  return {
    bytes: received / seconds / tokens.length,
    cpuMs: (after.cpuMs - before.cpuMs) / seconds,
  };
};

/** Windows that show twelve instruments, beside windows that show all. */
export const windows = async (): Promise<Row[]> => {
  const child = await startTalkingChild<WindowsReady, WindowsState>('tests/bench/windows-process.ts', {
    people: WINDOWS,
  } satisfies WindowsTask);
  const { ready } = child;
  const state = () => child.ask('state');
  const owner = callOf(ready.url, { authorization: `Bearer ${ready.tokens[0] ?? ''}` });
  const rows: Row[] = [];
  for (const [speed, ms] of SPEEDS) {
    await owner(contract.market.pace.path, { speed });
    const costs: [some: Cost[], all: Cost[], none: Cost[]] = [[], [], []];
    const side =
      (into: Cost[], symbols: readonly string[], people = ready) =>
      async () => {
        const cost = await measure(people, symbols, ms, state);
        into.push(cost);
        return cost.bytes;
      };
    const [some, all] = await inTurn([
      side(costs[0], ready.symbols.slice(0, SHOWN)),
      side(costs[1], ready.symbols),
      // The market itself, which plays for nobody too.
      side(costs[2], [], { ...ready, tokens: [] }),
    ]);
    const [cpuOfSome, cpuOfAll, cpuOfNone] = costs.map((of) => medianOf(of.map(({ cpuMs }) => cpuMs)));
    const ofWindow = (cpuMs = NaN): number => (cpuMs - (cpuOfNone ?? NaN)) / WINDOWS;
    const name = `a window that shows ${SHOWN} of ${ready.symbols.length} instruments, market at ${speed}x`;
    rows.push(
      { name: `${name} (peer: all prices)`, unit: 'bytes/s', ours: some ?? NaN, peer: all ?? NaN },
      {
        name: `${name}, processor time of a window-second`,
        unit: 'ms',
        ours: ofWindow(cpuOfSome),
        peer: ofWindow(cpuOfAll),
      },
    );
  }
  await child.end();
  return rows;
};
