// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../shared/desktop.ts';
import { succeed } from '../../shared/failure.ts';
import { createPagedList, type PageRequest } from './paged-list.ts';
import { settings } from './settings.ts';
import { resetStores } from './store-registry.ts';
import { RELOAD_INTERVAL_MS } from './reload-on-facts.ts';
import { requestReload } from './stream.ts';
import { usePagedList } from './use-paged-list.ts';

const asked: ({ search: string } & PageRequest)[] = [];
const list = createPagedList({
  call: (request: { search: string } & PageRequest) => {
    asked.push(request);
    return Promise.resolve(succeed({ items: [{ id: 7 }], total: 1 }));
  },
  page: (answer) => ({ rows: answer.items, total: answer.total }),
  idOf: (row) => row.id,
  filter: { search: '' },
});

const pageSize = vi.spyOn(settings, 'use');
beforeEach(() => void pageSize.mockReturnValue(DEFAULT_SETTINGS));

const show = async (search: string, page: number) => {
  const shown = renderHook((at) => usePagedList(list, at), {
    initialProps: { filter: { search }, page },
  });
  await act(() => Promise.resolve());
  return shown;
};

afterEach(() => {
  cleanup();
  resetStores();
  asked.length = 0;
  vi.useRealTimers();
});

test('asks for the page of the address, and again when its page or filter is another one', async () => {
  const { rerender } = await show('', 1);
  rerender({ filter: { search: '' }, page: 1 });
  expect(asked).toHaveLength(1);
  rerender({ filter: { search: '' }, page: 2 });
  rerender({ filter: { search: 'itc' }, page: 1 });
  expect(asked.map(({ search, pageNumber }) => [search, pageNumber])).toEqual([
    ['', 1],
    ['', 2],
    ['itc', 1],
  ]);
});

test('finds the row of the address on the page in view only', async () => {
  const { result } = await show('', 1);
  expect(result.current.rowOf(7)).toEqual({ id: 7 });
  expect(result.current.rowOf(8)).toBeUndefined();
  expect(result.current.rowOf(null)).toBeUndefined();
});

test('asks for the same page again when facts were lost', async () => {
  vi.useFakeTimers();
  await show('itc', 3);
  requestReload();
  await act(() => vi.advanceTimersByTimeAsync(RELOAD_INTERVAL_MS));
  expect(asked.at(-1)).toMatchObject({ search: 'itc', pageNumber: 3 });
  expect(asked).toHaveLength(2);
});

test('a page has as many rows as the person wants', async () => {
  pageSize.mockReturnValue({ ...DEFAULT_SETTINGS, pageSize: 48 });
  await show('', 1);
  expect(asked.map((request) => request.pageSize)).toEqual([48]);
});
