// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { chartDrawings, MOST_DRAWINGS, MOST_DRAWN_CHARTS } from './chart-drawings.ts';
import { resetStores } from './store-registry.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  localStorage.clear();
  resetStores();
});

const OWNER = 7;
const KEY = 'chart-drawings 7 INFY';
const line = (id: string, price = 1) => ({ id, price });
const add = (id: string, symbol = 'INFY') =>
  chartDrawings.change(OWNER, symbol, [{ before: null, after: line(id) }]);
const shown = (symbol = 'INFY', owner = OWNER) =>
  renderHook(() => chartDrawings.use(owner, symbol)).result.current.entries;

test('drawings are kept by person and instrument', () => {
  expect(add('a')).toBe('done');
  expect(shown()).toEqual([line('a')]);
  expect(shown('TCS')).toEqual([]);
  expect(shown('INFY', 8)).toEqual([]);
  // The next person on this computer reads what was kept.
  resetStores();
  expect(shown()).toEqual([line('a')]);
});

test('steps are undone and carried out again, in turn; a new one ends what could be', () => {
  add('a');
  chartDrawings.change(OWNER, 'INFY', [{ before: line('a'), after: line('a', 2) }]);
  chartDrawings.change(OWNER, 'INFY', [{ before: line('a', 2), after: null }]);
  expect(shown()).toEqual([]);
  expect(localStorage.getItem(KEY)).toBeNull();
  chartDrawings.undo(OWNER, 'INFY');
  expect(shown()).toEqual([line('a', 2)]);
  chartDrawings.undo(OWNER, 'INFY');
  expect(shown()).toEqual([line('a')]);
  chartDrawings.redo(OWNER, 'INFY');
  expect(shown()).toEqual([line('a', 2)]);
  add('b');
  expect(chartDrawings.redo(OWNER, 'INFY')).toBeNull();
});

test('all that were removed in one step come back in one', () => {
  add('a');
  add('b');
  chartDrawings.change(OWNER, 'INFY', [
    { before: line('a'), after: null },
    { before: line('b'), after: null },
  ]);
  expect(shown()).toEqual([]);
  chartDrawings.undo(OWNER, 'INFY');
  expect(shown()).toHaveLength(2);
});

test('another window draws on the same chart: neither loses anything', () => {
  add('a');
  localStorage.setItem(KEY, JSON.stringify({ version: 1, drawings: [line('a'), line('other')] }));
  add('b');
  expect(shown()).toEqual([line('a'), line('other'), line('b')]);
  localStorage.setItem(KEY, JSON.stringify({ version: 1, drawings: [line('later')] }));
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  expect(shown()).toEqual([line('later')]);
});

test('an entry that is no drawing stays, and a text that is none is put aside before it is written over', () => {
  localStorage.setItem(KEY, JSON.stringify({ version: 1, drawings: [null, 5, { id: 'odd' }] }));
  add('a');
  expect(shown()).toEqual([null, 5, { id: 'odd' }, line('a')]);

  localStorage.setItem('chart-drawings 7 TCS', '{"drawings":');
  expect(renderHook(() => chartDrawings.use(OWNER, 'TCS')).result.current).toMatchObject({
    isUnread: true,
    entries: [],
  });
  add('b', 'TCS');
  expect(shown('TCS')).toEqual([line('b')]);
  expect(localStorage.getItem('unread-chart-drawings 7 TCS')).toBe('{"drawings":');
  expect(shown()).toHaveLength(4);
});

test('there is a most of drawings and of charts, and a full computer changes nothing', () => {
  for (let number = 0; number < MOST_DRAWINGS; number++) add(String(number));
  expect(add('one more')).toBe('too-many');
  expect(shown()).toHaveLength(MOST_DRAWINGS);

  for (let number = 1; number < MOST_DRAWN_CHARTS; number++)
    localStorage.setItem(`chart-drawings 7 S${number}`, '{"drawings":[]}');
  expect(add('a', 'TCS')).toBe('too-many-charts');
  expect(shown('TCS')).toEqual([]);

  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(chartDrawings.change(OWNER, 'INFY', [{ before: line('0'), after: line('0', 9) }])).toBe('no-room');
  expect(shown()).toContainEqual(line('0'));
});
