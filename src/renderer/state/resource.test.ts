import { afterEach, expect, test, vi } from 'vitest';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { onFailure } from './failure-reports.ts';
import { createResource } from './resource.ts';
import { resetStores } from './store-registry.ts';

const scripted = (options?: { isQuiet?: boolean }) => {
  const waiting: ((result: Result<string>) => void)[] = [];
  const resource = createResource(
    (_input: { id: number }) => new Promise<Result<string>>((answer) => waiting.push(answer)),
    options,
  );
  return { resource, waiting };
};
const settled = () => new Promise((done) => setTimeout(done, 0));

afterEach(resetStores);

test('asking for another thing drops the old value; asking for the same keeps it', async () => {
  const { resource, waiting } = scripted();
  expect(resource.get().isLoading).toBe(true);
  void resource.load({ id: 1 });
  waiting[0]?.(succeed('one'));
  await settled();
  void resource.load({ id: 1 });
  expect(resource.get().value).toBe('one');
  void resource.load({ id: 2 });
  expect(resource.get()).toMatchObject({ value: null, isLoading: true });
});

test('a late answer about the former thing is ignored', async () => {
  const { resource, waiting } = scripted();
  void resource.load({ id: 1 });
  void resource.load({ id: 2 });
  waiting[1]?.(succeed('two'));
  waiting[0]?.(succeed('one, late'));
  await settled();
  expect(resource.get().value).toBe('two');
});

test('a failed reload keeps the value; a quiet resource reports nothing', async () => {
  const reported = vi.fn();
  const stop = onFailure(reported);
  const { resource, waiting } = scripted({ isQuiet: true });
  void resource.load({ id: 1 });
  waiting[0]?.(succeed('one'));
  await settled();
  void resource.reload();
  waiting[1]?.(fail('unavailable', 'The backend is away.'));
  await settled();
  expect(resource.get()).toMatchObject({ value: 'one', isLoading: false, failure: { code: 'unavailable' } });
  expect(reported).not.toHaveBeenCalled();
  stop();
});

test('reloads that come faster than answers still show each answer, and never an older one', async () => {
  const { resource, waiting } = scripted();
  void resource.load({ id: 1 });
  for (let reload = 0; reload < 3; reload++) void resource.reload();
  waiting[0]?.(succeed('first'));
  await settled();
  expect(resource.get()).toMatchObject({ value: 'first', isLoading: false });
  waiting[1]?.(fail('unavailable', 'The backend is away.'));
  await settled();
  expect(resource.get().failure, 'a newer question is on its way').toBe(null);
  waiting[3]?.(succeed('fourth'));
  await settled();
  waiting[2]?.(succeed('third, late'));
  await settled();
  expect(resource.get().value).toBe('fourth');
});

test('an answer is shown although a newer question has failed before it came', async () => {
  const { resource, waiting } = scripted();
  void resource.load({ id: 1 });
  void resource.reload();
  waiting[1]?.(fail('unavailable', 'The backend is away.'));
  await settled();
  expect(resource.get().failure).not.toBe(null);
  waiting[0]?.(succeed('first'));
  await settled();
  expect(resource.get()).toMatchObject({ value: 'first', failure: null });
});
