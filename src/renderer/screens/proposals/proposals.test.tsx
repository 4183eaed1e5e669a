// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Proposal } from '../../../shared/contract/proposals.ts';
import type { Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const IDEMPOTENCY_KEY = '3f0e9f6e-6f0a-4c62-9f0e-0d9a4b1c2d3e';

const proposal = (more: Partial<Proposal> = {}): Proposal => ({
  proposalId: 3,
  call: 'strategies.stop',
  proposed: { strategyId: 7 },
  preview: [{ field: 'strategyId', value: 'Turtle (paper)' }],
  isLive: false,
  note: 'It has lost three days running.',
  keyName: 'Helper',
  at: '2026-11-20T10:00:00+05:30',
  expiresAt: '2026-11-21T10:00:00+05:30',
  state: 'waiting',
  outcome: '',
  ...more,
});

/** A window with one proposal, and what was asked for in it. */
const withProposal = async (first: Proposal, route = '/proposals', more: Scripts = {}) => {
  const asked: [string, unknown][] = [];
  let current = first;
  const opened = await openWindow(route, {
    'proposals.list': () => ({ proposals: [current], waiting: current.state === 'waiting' ? 1 : 0 }),
    'proposals.decide': (input) => {
      asked.push(['decide', input]);
      current = { ...current, state: input.isAccepted ? 'accepted' : 'rejected' };
      return { proposal: current, idempotencyKey: IDEMPOTENCY_KEY };
    },
    'proposals.report': (input) => {
      asked.push(['report', input]);
      current = { ...current, state: input.isDone ? 'done' : 'failed', outcome: input.outcome };
      return { proposal: current };
    },
    'strategies.stop': (input) => {
      asked.push(['stop', input]);
      return { strategyId: 7, strategyStatus: 2 as const, mode: 'test' as const } as never;
    },
    ...more,
  });
  return { asked, ...opened };
};

test('a proposal says what it would do, whose it is, and is done only when it is accepted', async () => {
  const { asked } = await withProposal(proposal());
  expect(await screen.findByRole('heading', { name: 'Stop a strategy' })).toBeTruthy();
  expect(screen.getByText('Turtle (paper)')).toBeTruthy();
  expect(screen.getByText('It has lost three days running.')).toBeTruthy();
  expect(screen.getByText(/^Proposed with the key Helper\./)).toBeTruthy();
  expect(screen.getByText('PAPER')).toBeTruthy();
  expect(asked).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Accept: Stop a strategy' }));
  await waitFor(() => expect(asked.map(([what]) => what)).toEqual(['decide', 'stop', 'report']));
  expect(asked[1]).toEqual(['stop', { strategyId: 7 }]);
  expect(asked[2]![1]).toMatchObject({ proposalId: 3, isDone: true });
  expect(await screen.findByText('Done')).toBeTruthy();
});

test('a proposal that is rejected does nothing', async () => {
  const { asked } = await withProposal(proposal());
  fireEvent.click(await screen.findByRole('button', { name: 'Reject: Stop a strategy' }));
  expect(await screen.findByText('Rejected')).toBeTruthy();
  expect(asked).toEqual([['decide', { proposalId: 3, isAccepted: false }]]);
});

test('real money is asked about once more, and can be left at that', async () => {
  const { asked } = await withProposal(
    proposal({ isLive: true, preview: [{ field: 'strategyId', value: 'Turtle (live)' }] }),
  );
  expect(await screen.findByText('LIVE')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Accept: Stop a strategy' }));
  expect(await screen.findByRole('button', { name: /Accept with real money/ })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked).toEqual([]);
});

test('one that is decided on in another window is not made twice', async () => {
  const { asked } = await withProposal(proposal(), '/proposals', {
    'proposals.decide': () =>
      ({
        ok: false,
        failure: {
          code: 'conflict',
          message: 'This proposal was decided on before, perhaps in another window.',
        },
      }) as never,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept: Stop a strategy' }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked.filter(([what]) => what === 'stop')).toEqual([]);
});

test('a proposal that waits is told of on every other page', async () => {
  const { address } = await withProposal(proposal(), '/tickets');
  const link = await screen.findByRole('link', { name: 'Show proposals' });
  expect(screen.getByText(/^1 proposal waits\./)).toBeTruthy();
  expect(link.getAttribute('href')).toContain('/proposals');
  expect(address()).toBe('/tickets');
});

test('text of a script is text: nothing of it is markup', async () => {
  await withProposal(proposal({ note: '<img src=x onerror="alert(1)"><b>Accept</b>' }));
  expect(await screen.findByText('<img src=x onerror="alert(1)"><b>Accept</b>')).toBeTruthy();
  expect(document.querySelector('img[src="x"]')).toBeNull();
});
