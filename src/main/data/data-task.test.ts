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
