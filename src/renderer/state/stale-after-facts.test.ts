// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { installBridge } from '../test-harness/open-window.tsx';
import { createPagedList } from './paged-list.ts';
import { RELOAD_INTERVAL_MS, reloadOnFacts } from './reload-on-facts.ts';
import { createResource } from './resource.ts';
import { resetStores } from './store-registry.ts';
import { followStream } from './stream.ts';

const running = { type: 'strategy' as const, strategyId: 7, strategyStatus: 1 as const, today: 0 };
const stops: (() => void)[] = [];
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  resetStores();
  vi.useRealTimers();
});

/** A backend whose state a fact changes. The call answers late, with the state at the moment of the question. */
const world = () => {
  const fake = installBridge({ 'desktop.stream.next': () => new Promise<never>(() => undefined) });
  stops.push(followStream());
  const backend = { state: 'before', answerMs: 10, fails: false };
  const call = vi.fn(async (): Promise<Result<string>> => {
    const { state, answerMs, fails } = backend;
    await new Promise((resolve) => setTimeout(resolve, answerMs));
    return fails ? fail('unavailable', 'The backend is away.') : succeed(state);
  });
  const changes = (state: string) => {
    backend.state = state;
    fake.emit({ type: 'stream.event', event: running });
  };
  return { backend, call, changes };
};

test('a resource whose request since the fact has failed is asked for again', async () => {
  const { backend, call, changes } = world();
  const thing = createResource(call);
  stops.push(reloadOnFacts({ types: ['strategy'], things: () => [thing] }));
  void thing.load(undefined);
  await wait(20);
  changes('after');
  await wait(5);
  backend.fails = true;
  void thing.reload();
  await wait(20);
  backend.fails = false;
  await wait(RELOAD_INTERVAL_MS + 20);
  expect(thing.get()).toMatchObject({ value: 'after', failure: null });
});

test('a list whose request since the fact has failed is asked for again', async () => {
  const { backend, call, changes } = world();
  const list = createPagedList({
    call,
    page: (state: string) => ({ rows: [{ id: 1, state }], total: 1 }),
    idOf: ({ id }) => id,
    filter: {},
  }).in('page');
  stops.push(reloadOnFacts({ types: ['strategy'], things: () => [list] }));
  void list.load();
  await wait(20);
  changes('after');
  await wait(5);
  backend.fails = true;
  void list.reload();
  await wait(20);
  backend.fails = false;
  await wait(RELOAD_INTERVAL_MS + 20);
  expect(list.get()).toMatchObject({ rows: [{ state: 'after' }], failure: null });
});

test('an answer from before a fact does not hide that the request after it has failed', async () => {
  const { backend, call, changes } = world();
  const thing = createResource(call);
  stops.push(reloadOnFacts({ types: ['strategy'], things: () => [thing] }));
  void thing.load(undefined);
  await wait(20);
  backend.answerMs = 300;
  void thing.reload();
  await wait(10);
  changes('after');
  await wait(5);
  backend.answerMs = 10;
  backend.fails = true;
  void thing.reload();
  await wait(20);
  backend.fails = false;
  await wait(5 * RELOAD_INTERVAL_MS);
  const { value, failure } = thing.get();
  // Either what is new, or that it could not be had: never the old as if it were the new.
  expect(value === 'after' || failure !== null).toBe(true);
});

test('a list that answers more slowly than facts come shows an answer all the same', async () => {
  const { backend, call, changes } = world();
  backend.answerMs = 1_500;
  const list = createPagedList({
    call,
    page: (state: string) => ({ rows: [{ id: 1, state }], total: 1 }),
    idOf: ({ id }) => id,
    filter: {},
  }).in('page');
  stops.push(reloadOnFacts({ types: ['strategy'], things: () => [list] }));
  void list.load();
  for (let count = 0; count < 120; count++) {
    changes(`state ${count}`);
    await wait(250);
  }
  expect(list.get().isLoading).toBe(false);
});
