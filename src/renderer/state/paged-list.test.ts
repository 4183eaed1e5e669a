import { afterEach, expect, test, vi } from 'vitest';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { onFailure } from './failure-reports.ts';
import { createPagedList, type PageRequest } from './paged-list.ts';
import { resetStores } from './store-registry.ts';

interface Row {
  id: number;
  name: string;
}
interface Answer {
  items: Row[];
  total: number;
}

/** A list whose answers come when the test lets them. */
const scriptedList = () => {
  const waiting: { request: { search: string } & PageRequest; answer: (result: Result<Answer>) => void }[] =
    [];
  const list = createPagedList({
    call: (request: { search: string } & PageRequest) =>
      new Promise<Result<Answer>>((answer) => waiting.push({ request, answer })),
    page: (answer) => ({ rows: answer.items, total: answer.total }),
    idOf: (row) => row.id,
    filter: { search: '' },
  }).in('page');
  return { list, waiting };
};

const answerOf = (...names: string[]): Result<Answer> =>
  succeed({ items: names.map((name, index) => ({ id: index + 1, name })), total: 40 });

const settled = () => new Promise((done) => setTimeout(done, 0));

afterEach(resetStores);

test('a list loads from the first, asks for page 1 of 12, and is not loading once it has arrived', async () => {
  const { list, waiting } = scriptedList();
  expect(list.get()).toMatchObject({ isLoading: true, answer: null, pageNumber: 1, pageSize: 12 });
  void list.load();
  expect(waiting[0]?.request).toEqual({ search: '', pageNumber: 1, pageSize: 12 });
  waiting[0]?.answer(answerOf('a', 'b'));
  await settled();
  expect(list.get()).toMatchObject({ isLoading: false, total: 40, failure: null });
  expect(list.get().rows.map((row) => row.name)).toEqual(['a', 'b']);
});

test('an older answer never overwrites a newer one', async () => {
  const { list, waiting } = scriptedList();
  void list.load({ pageNumber: 1 });
  void list.load({ pageNumber: 2 });
  waiting[1]?.answer(answerOf('second page'));
  await settled();
  waiting[0]?.answer(answerOf('first page, late'));
  await settled();
  expect(list.get().rows[0]?.name).toBe('second page');
  expect(list.get().pageNumber).toBe(2);
});

test('a reload keeps what is shown until the new answer is there', async () => {
  const { list, waiting } = scriptedList();
  void list.load();
  waiting[0]?.answer(answerOf('old'));
  await settled();
  void list.reload();
  expect(list.get().rows[0]?.name).toBe('old');
  expect(list.get().isLoading).toBe(false);
  waiting[1]?.answer(answerOf('new'));
  await settled();
  expect(list.get().rows[0]?.name).toBe('new');
});

test('rows of another filter do not stand under the new one', async () => {
  const { list, waiting } = scriptedList();
  void list.load();
  waiting[0]?.answer(answerOf('live row'));
  await settled();
  void list.load({ filter: { search: 'infy' } });
  expect(list.get()).toMatchObject({ isLoading: true, rows: [], answer: null });
});

test('a failure is kept as a value beside the last data, ends the loading, and is reported once', async () => {
  const { list, waiting } = scriptedList();
  const reported = vi.fn();
  const stop = onFailure(reported);
  void list.load();
  waiting[0]?.answer(answerOf('kept'));
  await settled();
  void list.reload();
  waiting[1]?.answer(fail('internal', 'Internal server Error'));
  await settled();
  expect(list.get()).toMatchObject({ isLoading: false, failure: { code: 'internal' } });
  expect(list.get().rows[0]?.name).toBe('kept');
  expect(reported).toHaveBeenCalledTimes(1);
  stop();
});

test('the selected item survives a reload, and a fact replaces its row in place', async () => {
  const { list, waiting } = scriptedList();
  void list.load();
  waiting[0]?.answer(answerOf('a', 'b'));
  await settled();
  list.select(2);
  void list.reload();
  waiting[1]?.answer(answerOf('a', 'b'));
  await settled();
  expect(list.get().selectedId).toBe(2);
  const { rows } = list.get();
  list.replace({ id: 9, name: 'elsewhere' });
  expect(list.get().rows).toBe(rows);
  list.replace({ id: 9, name: 'elsewhere' }, { id: 2, name: 'changed' });
  expect(list.get().rows[0]).toBe(rows[0]);
  expect(list.get().rows.map((row) => row.name)).toEqual(['a', 'changed']);
});

test('an answer for the person who has signed out is thrown away', async () => {
  const { list, waiting } = scriptedList();
  void list.load();
  resetStores();
  waiting[0]?.answer(answerOf('somebody else’s'));
  await settled();
  expect(list.get()).toMatchObject({ isLoading: true, rows: [], answer: null });
});

test('all of a list is what its filter lets through, and a row that slides onto the next page counts once', async () => {
  const { list, waiting } = scriptedList();
  void list.load({ filter: { search: 'fade' } });
  const all = list.all();
  const [first, last] = [Array.from({ length: 100 }, (_, index) => index + 1), [100, 101]];
  const page = (ids: readonly number[]): Result<Answer> =>
    succeed({ items: ids.map((id) => ({ id, name: `row ${id}` })), total: 101 });
  waiting[1]?.answer(page(first));
  await settled();
  waiting[2]?.answer(page(last));
  const rows = await all;
  expect(rows.ok && rows.value.map(({ id }) => id)).toEqual([...first, 101]);
  expect(waiting.slice(1).map(({ request }) => request)).toEqual([
    { search: 'fade', pageNumber: 1, pageSize: 100 },
    { search: 'fade', pageNumber: 2, pageSize: 100 },
  ]);
});
