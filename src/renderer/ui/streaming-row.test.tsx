// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { countColumn } from './columns.tsx';
import { DataTable } from './data-table.tsx';

interface Row {
  readonly id: number;
  readonly units: number;
}

type Seen = Pick<IntersectionObserverEntry, 'target' | 'isIntersecting'>;

let see: (entries: Seen[]) => void = () => undefined;

beforeEach(() => {
  completeBrowser();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: Seen[]) => void) {
        see = report;
      }
      observe = () => undefined;
      unobserve = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const units = countColumn<Row>('units', 'Units', (row) => row.units);
const more = countColumn<Row>('more', 'More', (row) => row.units + 1);
const table = (numbers: readonly number[], { beside = '', columns = [units] } = {}) => (
  <DataTable
    label="Orders"
    columns={columns}
    rows={numbers.map((number, id) => ({ id, units: number }))}
    rowKey={(row) => row.id}
    streamsBeside={beside}
  />
);
const cells = () => screen.getAllByRole('cell').map((cell) => cell.textContent);
const scroll = (place: number, isIntersecting: boolean) => {
  const target = screen.getAllByRole('row')[place + 1]!;
  act(() => see([{ target, isIntersecting }]));
};

test('numbers of a row out of view stand still, and are those of now when it comes into view', () => {
  const { rerender } = render(table([1, 2]));
  scroll(1, false);
  rerender(table([3, 4]));
  expect(cells()).toEqual(['3', '2']);
  rerender(table([5, 6]));
  scroll(1, true);
  expect(cells()).toEqual(['5', '6']);
});

test('a row out of view has the columns of the table, and shows what changes beside its numbers', () => {
  const { rerender } = render(table([1, 2]));
  scroll(1, false);
  rerender(table([3, 4], { columns: [units, more] }));
  expect(cells()).toEqual(['3', '4', '4', '5']);
  rerender(table([5, 6], { columns: [units, more] }));
  expect(cells()).toEqual(['5', '6', '4', '5']);
  rerender(table([7, 8], { columns: [units, more], beside: 'one lot picked' }));
  expect(cells()).toEqual(['7', '8', '8', '9']);
});
