import { expect, test, vi } from 'vitest';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { CallOptions } from '../../shared/contract/endpoint.ts';
import { createAction } from './action.ts';
import { onFailure } from './failure-reports.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const moneyAction = (answers: Result<string>[]) => {
  const keys: (string | undefined)[] = [];
  const call = vi.fn((_input: { amount: number }, options?: CallOptions) => {
    keys.push(options?.idempotencyKey);
    return Promise.resolve(answers.shift() ?? succeed('done'));
  });
  const moneyCall = Object.assign(call, { needsKey: true });
  return { action: createAction(moneyCall, { presentation: 'dialog' }), call, keys };
};

test('Try Again of a dialog carries the key of the first attempt', async () => {
  const { action, keys } = moneyAction([fail('unknown-outcome', 'The answer was lost.')]);
  await action.run({ amount: 100 });
  await action.run({ amount: 100 });
  expect(keys[0]).toMatch(UUID);
  expect(keys[1]).toBe(keys[0]);
});

test('another payload is another action with a key of its own', async () => {
  const { action, keys } = moneyAction([fail('refused', 'Too little')]);
  await action.run({ amount: 100 });
  await action.run({ amount: 200 });
  expect(keys[1]).toMatch(UUID);
  expect(keys[1]).not.toBe(keys[0]);
});

test('doing it again after it was done is a new action', async () => {
  const { action, keys } = moneyAction([succeed('done')]);
  await action.run({ amount: 100 });
  await action.run({ amount: 100 });
  expect(keys[1]).not.toBe(keys[0]);
});

test('a failed action is never repeated by itself', async () => {
  const { action, call } = moneyAction([fail('unavailable', 'The backend is away.')]);
  const result = await action.run({ amount: 100 });
  expect(result.ok).toBe(false);
  expect(call).toHaveBeenCalledTimes(1);
});

test('a second press while it runs does nothing more; something else waits its turn', async () => {
  const order: string[] = [];
  const action = createAction(async (input: string) => {
    order.push(`${input} starts`);
    await Promise.resolve();
    order.push(`${input} ends`);
    return succeed(input);
  });
  await Promise.all([action.run('a'), action.run('a'), action.run('b')]);
  expect(order).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

test('the failure comes with how it is presented', async () => {
  const reported = vi.fn();
  const stop = onFailure(reported);
  const { action } = moneyAction([fail('refused', 'Insufficient balance')]);
  await action.run({ amount: 1 });
  expect(reported).toHaveBeenCalledWith(expect.objectContaining({ code: 'refused' }), 'dialog');
  stop();
});

test('an action without an input is done like any other', async () => {
  const call = vi.fn(() => Promise.resolve(succeed('done')));
  const action = createAction<undefined, string>(call);
  await Promise.all([action.run(undefined), action.run(undefined)]);
  expect(await action.run(undefined)).toEqual(succeed('done'));
  expect(call).toHaveBeenCalledTimes(2);
});
