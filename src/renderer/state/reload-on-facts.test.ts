// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { succeed } from '../../shared/failure.ts';
import { installBridge } from '../test-harness/open-window.tsx';
import { RELOAD_INTERVAL_MS, reloadOnFacts } from './reload-on-facts.ts';
import { createResource } from './resource.ts';
import { resetStores } from './store-registry.ts';
import { followStream, requestReload } from './stream.ts';

const running = { type: 'strategy' as const, strategyId: 7, strategyStatus: 1 as const, today: 0 };
const stops: (() => void)[] = [];

const follow = async () => {
  const call = vi.fn(() => Promise.resolve(succeed('a list')));
  const list = createResource(call);
  const fake = installBridge({ 'desktop.stream.next': () => new Promise<never>(() => undefined) });
  stops.push(
    followStream(),
    reloadOnFacts({
      types: ['strategy'],
      things: () => [list],
      isWanted: ({ strategyId }) => strategyId === running.strategyId,
    }),
  );
  await list.load(undefined);
  call.mockClear();
  const happens = (event: typeof running) => fake.emit({ type: 'stream.event', event });
  return { call, list, happens };
};
const soon = () => vi.advanceTimersByTimeAsync(RELOAD_INTERVAL_MS);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  resetStores();
  vi.useRealTimers();
});

test('a burst of facts asks once, a fact about something else not at all', async () => {
  const { call, happens } = await follow();
  for (let count = 0; count < 20; count++) {
    happens(running);
    await vi.advanceTimersByTimeAsync(10);
  }
  await soon();
  expect(call).toHaveBeenCalledTimes(1);
  happens({ ...running, strategyId: 8 });
  await soon();
  expect(call).toHaveBeenCalledTimes(1);
});

test('what an action has asked for since its own fact is not asked for again', async () => {
  const { call, list, happens } = await follow();
  happens(running);
  await vi.advanceTimersByTimeAsync(5);
  await list.reload();
  await soon();
  expect(call).toHaveBeenCalledTimes(1);
});

test('a fact after the answer was asked for is not lost', async () => {
  const { call, list, happens } = await follow();
  happens(running);
  await vi.advanceTimersByTimeAsync(5);
  await list.reload();
  await vi.advanceTimersByTimeAsync(5);
  happens(running);
  await soon();
  expect(call).toHaveBeenCalledTimes(2);
});

test('facts that were lost have everything asked for again', async () => {
  const { call } = await follow();
  requestReload();
  await soon();
  expect(call).toHaveBeenCalledTimes(1);
});
