// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { countColumn } from './columns.tsx';
import { DataTable } from './data-table.tsx';
import { PagedListView } from './paged-list-view.tsx';

beforeEach(completeBrowser);
afterEach(cleanup);

const columns = [countColumn<number>('minutes', 'Minutes', (row) => row, { isSortable: true })];
const show = (total: number) =>
  render(
    <PagedListView
      list={{
        isLoading: false,
        answer: {},
        total,
        pageNumber: 1,
        pageSize: 3,
        failure: null,
        loadedAt: 0,
        retry: () => undefined,
      }}
      onPage={() => undefined}
      empty={{ icon: null, sentence: 'Nothing here yet.' }}
    >
      <DataTable label="Times" columns={columns} rows={[2, 3, 1]} rowKey={(row) => row} />
    </PagedListView>,
  );
const cells = () => screen.getAllByRole('cell').map((cell) => cell.textContent);

test('a list that is all on the page sorts by a column', () => {
  show(3);
  fireEvent.click(screen.getByRole('button', { name: 'Minutes' }));
  expect(cells()).toEqual(['3', '2', '1']);
});

test('a list of several pages does not pretend to sort by sorting one of them', () => {
  show(24);
  expect(screen.queryByRole('button', { name: 'Minutes' })).toBeNull();
  fireEvent.click(screen.getByRole('columnheader', { name: 'Minutes' }));
  expect(cells()).toEqual(['2', '3', '1']);
});
