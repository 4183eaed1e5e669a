// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { AllRowsShown } from './all-rows-shown.ts';
import { StreamingGrid, type GridColumn } from './streaming-grid.tsx';
import { StreamingRows } from './streaming-rows.ts';

interface Row {
  id: number;
  price: number;
}
const columns: readonly GridColumn<Row>[] = [
  { key: 'id', title: 'Share', width: '10ch', render: (row) => `S${row.id}` },
  { key: 'price', title: 'Price', width: '10ch', render: (row) => row.price, sortBy: (row) => row.price },
];

let streaming: StreamingRows<Row>;
let opened: number[];
beforeEach(() => {
  completeBrowser();
  vi.useFakeTimers();
  opened = [];
  streaming = new StreamingRows<Row>((row) => row.id);
  streaming.replace(Array.from({ length: 10_000 }, (_, id) => ({ id, price: id })));
  render(
    <FluentProvider theme={webLightTheme}>
      <StreamingGrid
        label="Shares"
        columns={columns}
        rows={streaming}
        rowKey={(row) => row.id}
        onOpen={({ id }) => opened.push(id)}
      />
    </FluentProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const grid = () => screen.getByRole('grid', { name: 'Shares' });
const shown = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const tick = () => act(() => void vi.advanceTimersByTime(250));

test('of ten thousand rows a handful is painted, and a screen reader reads all', () => {
  expect(shown().length).toBeLessThan(40);
  expect(shown()[0]).toBe('S00');
  expect(grid().getAttribute('aria-rowcount')).toBe('10001');
});

test('a price moves its row; the order follows, and waits while the pointer is over the rows', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Price' }));
  expect(shown()[0]).toBe('S99999999');
  fireEvent.pointerEnter(grid());
  streaming.accept([
    { id: 5, price: 20_000 },
    { id: 9_999, price: 1 },
  ]);
  tick();
  expect(shown()[0]).toBe('S99991');
  fireEvent.pointerLeave(grid());
  tick();
  expect(shown()[0]).toBe('S520000');
  expect(within(grid()).getAllByRole('columnheader')[1]?.getAttribute('aria-sort')).toBe('descending');
});

test('the keyboard goes through the rows and opens one', () => {
  grid().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) fireEvent.keyDown(grid(), { key });
  expect(document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
    'S11',
  );
  fireEvent.keyDown(grid(), { key: 'Enter' });
  fireEvent.click(within(grid()).getByText('S3'));
  expect(opened).toEqual([1, 3]);
});

test('a page of several is not sorted, whatever the address says', () => {
  cleanup();
  render(
    <FluentProvider theme={webLightTheme}>
      <AllRowsShown value={false}>
        <StreamingGrid
          label="Shares"
          columns={columns}
          rows={streaming}
          rowKey={(row) => row.id}
          onOpen={() => undefined}
          sorting={{ key: 'price', isDescending: true }}
          onSort={() => undefined}
        />
      </AllRowsShown>
    </FluentProvider>,
  );
  expect(screen.queryByRole('button', { name: 'Price' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBeNull();
});
