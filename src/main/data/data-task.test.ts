import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { BackendOrder } from '../../shared/backend-handshake.ts';
import { dataTasks } from './data-task.ts';

/** Has one task done by a process that behaves as told. */
const ask = async (behave: (say: (message: unknown) => void, die: (code: number) => void) => void) => {
  const orders: BackendOrder[] = [];
  let kills = 0;
  let say: (message: unknown) => void = () => undefined;
  let die: (code: number) => void = () => undefined;
  const doTask = dataTasks({
    fork: () => ({
      post: (order) => {
        orders.push(order);
        behave(say, die);
      },
      kill: () => void kills++,
      onMessage: (listener) => void (say = listener),
      onLine: () => undefined,
      onExit: (listener) => void (die = listener),
    }),
    dataDir: '/data',
    dataKey: () => Promise.resolve('key'),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { answer: await doTask({ kind: 'clear' }), orders, kills };
};

test('a task is done by a process that ends with it', async () => {
  const { answer, orders, kills } = await ask((say) => say({ type: 'task-done', backup: null }));
  expect(answer).toEqual({ ok: true, value: null });
  expect(orders).toEqual([{ type: 'task', dataDir: '/data', dataKey: 'key', task: { kind: 'clear' } }]);
  expect(kills).toBe(1);
});

test('a refusal is its sentence; what is unknown is not taken for an answer', async () => {
  const { answer, kills } = await ask((say) => {
    say({ type: 'something else' });
    say({ type: 'failed', message: 'This backup is damaged.' });
  });
  expect(answer).toMatchObject({ failure: { code: 'refused', message: 'This backup is damaged.' } });
  expect(kills).toBe(1);
});

test('a process that dies has done nothing', async () => {
  const { answer } = await ask((_say, die) => die(9));
  expect(answer).toMatchObject({ ok: false, failure: { code: 'internal' } });
});

/** Has a task about a file of so many megabytes done by a process that never answers; what it takes until it is ended. */
const askInVain = async (kind: 'check' | 'back-up', megabytes: number, isDeaf = false) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-task-'));
  const path = join(dataDir, 'given.trickdesk');
  const left = [join(dataDir, 'data-task.part'), `${join(dataDir, 'given.trickdesk')}.part`];
  writeFileSync(path, '');
  truncateSync(path, megabytes * 1024 * 1024);
  mkdirSync(join(dataDir, 'data-task.part'));
  if (kind === 'back-up') writeFileSync(`${path}.part`, 'half');
  let die: (code: number) => void = () => undefined;
  const percents: number[] = [];
  const doTask = dataTasks({
    fork: () => ({
      post: () => undefined,
      kill: () => (isDeaf ? undefined : die(15)),
      onMessage: (listener) => listener({ type: 'task-progress', percent: 7 }),
      onLine: () => undefined,
      onExit: (listener) => void (die = listener),
    }),
    dataDir,
    dataKey: () => Promise.resolve(null),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    timing: { leastMs: 50, megabyteMs: 10, endMs: 100 },
  });
  const began = performance.now();
  const task = kind === 'check' ? ({ kind, path } as const) : ({ kind, path, app: '1' } as const);
  const answer = await doTask(task, (percent) => percents.push(percent));
  const took = performance.now() - began;
  const isLeft = left.some((name) => existsSync(name));
  rmSync(dataDir, { recursive: true });
  return { answer, took, isLeft, percents };
};

test.each(['check', 'back-up'] as const)(
  'a process whose %s never ends is ended, in a sentence, and leaves nothing behind',
  async (kind) => {
    const { answer, isLeft, percents } = await askInVain(kind, 0);
    expect(answer).toMatchObject({
      failure: {
        code: 'refused',
        message:
          'The work on your data took far longer than it should, so it was ended. Nothing was changed.',
      },
    });
    expect(isLeft).toBe(false);
    expect(percents).toEqual([7]);
  },
);

test('a large file is given more time than a small one', async () => {
  const small = await askInVain('check', 0);
  const large = await askInVain('check', 40);
  expect(large.took).toBeGreaterThan(small.took + 300);
});

test('a process that cannot be ended keeps nobody waiting for long', async () => {
  expect((await askInVain('check', 0, true)).took).toBeLessThan(2_000);
});
