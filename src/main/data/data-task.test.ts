import { type ChildProcess, spawn } from 'node:child_process';
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
    dataKeys: () => Promise.resolve(['key']),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  return { answer: await doTask({ kind: 'clear' }), orders, kills };
};

test('a task is done by a process that ends with it', async () => {
  const { answer, orders, kills } = await ask((say) => say({ type: 'task-done', backup: null }));
  expect(answer).toEqual({ ok: true, value: null });
  expect(orders).toEqual([{ type: 'task', dataDir: '/data', dataKeys: ['key'], task: { kind: 'clear' } }]);
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

/**
 * Time that a task takes until its silent process is ended. The task is about a file of so many megabytes; the process
 * never answers.
 */
const failTask = async (kind: 'check' | 'back-up', megabytes: number, isDeaf = false) => {
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
    dataKeys: () => Promise.resolve([]),
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
    const { answer, isLeft, percents } = await failTask(kind, 0);
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
  const small = await failTask('check', 0);
  const large = await failTask('check', 40);
  expect(large.took).toBeGreaterThan(small.took + 300);
});

test('a process that cannot be ended keeps nobody waiting for long', async () => {
  expect((await failTask('check', 0, true)).took).toBeLessThan(2_000);
});

test('a process in the middle of a query without end is ended, with what it left, and its thread is free', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-task-'));
  const work = join(dataDir, 'data-task.part');
  const script = `require('node:fs').mkdirSync(${JSON.stringify(work)});
    process.send('begun');
    new (require('node:sqlite').DatabaseSync)(':memory:').prepare(
      'with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n').get();`;
  const begun = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  const doTask = dataTasks({
    fork: () => {
      const real = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      child = real;
      real.once('message', () => begun.resolve());
      return {
        post: () => undefined,
        kill: () => void real.kill(),
        onMessage: () => undefined,
        onLine: () => undefined,
        onExit: (listener) => void real.once('exit', (code) => listener(code ?? 0)),
      };
    },
    dataDir,
    dataKeys: () => Promise.resolve([]),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    timing: { leastMs: 3_000, endMs: 5_000 },
  });
  const answer = doTask({ kind: 'check', path: join(dataDir, 'missing') });
  await begun.promise;
  expect(existsSync(work)).toBe(true);
  expect(await answer).toMatchObject({ ok: false, failure: { code: 'refused' } });
  expect(child?.signalCode ?? child?.exitCode).not.toBeNull();
  expect(existsSync(work)).toBe(false);
  rmSync(dataDir, { recursive: true });
}, 20_000);

test('no passphrase is in the log when a task fails', async () => {
  const written: unknown[] = [];
  const write = (...words: unknown[]) => void written.push(words);
  const doTask = dataTasks({
    fork: () => ({
      post: () => undefined,
      kill: () => undefined,
      onMessage: (listener) => listener({ type: 'failed', message: 'It failed.' }),
      onLine: (listener) => listener('a line of the process'),
      onExit: () => undefined,
    }),
    dataDir: '/data',
    dataKeys: () => Promise.resolve(['a data key']),
    log: { info: write, warn: write, error: write },
  });
  await doTask({ kind: 'check', path: '/a', passphrase: 'correct horse battery' });
  expect(written).toHaveLength(1);
  expect(JSON.stringify(written)).not.toMatch(/horse|a data key/);
});
