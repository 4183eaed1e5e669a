// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../shared/failure.ts';
import { createPagedList } from './paged-list.ts';
import { forgetPane, PaneContext } from './pane.ts';
import { createPaneResource } from './resource.ts';
import { resetStores } from './store-registry.ts';

const asked: string[] = [];

const details = createPaneResource(({ id }: { id: number }) => {
  asked.push(`strategy ${id}`);
  return Promise.resolve(succeed(`strategy ${id}`));
});

const orders = createPagedList({
  call: ({ search, pageNumber }: { search: string; pageNumber: number; pageSize: number }) =>
    Promise.resolve(succeed({ rows: [{ id: 1, text: `${search} ${pageNumber}` }], total: 1 })),
  page: (answer) => answer,
  idOf: ({ id }) => id,
  filter: { search: '' },
});

const Details = ({ id }: { id: number }) => {
  const here = details.useHere();
  const { value } = here.use();
  useEffect(() => void here.load({ id }), [here, id]);
  return <p>{value ?? 'nothing yet'}</p>;
};

const shownIn = async (...panes: readonly [string, number][]) => {
  const shown = render(
    <>
      {panes.map(([pane, id]) => (
        <PaneContext key={pane} value={pane}>
          <Details id={id} />
        </PaneContext>
      ))}
    </>,
  );
  await screen.findByText(`strategy ${panes[0]?.[1] ?? 0}`);
  return shown;
};

afterEach(() => {
  cleanup();
  resetStores();
  forgetPane('left');
  forgetPane('right');
  asked.length = 0;
});

test('two panes of one screen show different strategies, and both are asked for again', async () => {
  await shownIn(['left', 5], ['right', 7]);
  expect(screen.getByText('strategy 5')).toBeTruthy();
  expect(screen.getByText('strategy 7')).toBeTruthy();
  await act(() => details.reload());
  expect(asked).toEqual(['strategy 5', 'strategy 7', 'strategy 5', 'strategy 7']);
});

test('a pane that was closed and is opened again begins anew', async () => {
  const { unmount } = await shownIn(['left', 5]);
  unmount();
  forgetPane('left');
  expect(details.in('left').get().value).toBeNull();
  await act(() => details.reload());
  expect(asked).toEqual(['strategy 5']);
});

test('who signs out leaves nothing in any pane', async () => {
  await shownIn(['left', 5], ['right', 7]);
  act(resetStores);
  expect(screen.getAllByText('nothing yet')).toHaveLength(2);
});

test('lists of two panes have pages of their own, and a row that is changed changes in both', async () => {
  const [left, right] = [orders.in('left'), orders.in('right')];
  await left.load({ filter: { search: 'infy' }, pageNumber: 2 });
  await right.load({ filter: { search: 'tcs' } });
  expect(left.get().rows).toEqual([{ id: 1, text: 'infy 2' }]);
  expect(right.get().rows).toEqual([{ id: 1, text: 'tcs 1' }]);
  orders.replace({ id: 1, text: 'filled' });
  expect([left, right].map((list) => list.get().rows[0]?.text)).toEqual(['filled', 'filled']);
});

test('it was asked when the first of the panes was, so that none is passed over', async () => {
  const before = performance.now();
  await details.in('left').load({ id: 5 });
  const first = details.askedAt();
  await details.in('right').load({ id: 7 });
  expect(first).toBeGreaterThanOrEqual(before);
  expect(details.askedAt()).toBe(first);
});
