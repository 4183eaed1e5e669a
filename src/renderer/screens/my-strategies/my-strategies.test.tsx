// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { arm, disarm } from '../../state/armed-keys.ts';
import { PAPER_KEYS } from '../../test-harness/armed-samples.tsx';
import { completeBrowser } from '../../test-harness/complete-browser.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { home, strategy } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const page = (strategies: ReturnType<typeof strategy>[], total = strategies.length) => ({
  rows: strategies,
  needsAttention: [],
  counts: { live: 0, test: total, stopped: 2 },
  total,
  pageNumber: 1,
  pageSize: 6,
});

test('the live tab asks for what is live, of any broker, page 1, six a page', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Live');
  expect(await screen.findByText('Nothing is live. Your paper strategies are one tab away.')).toBeTruthy();
  expect(fake.inputsOf('strategies.mine')[0]).toEqual({
    pageType: 'Live',
    strategyStatus: 1,
    brokerId: 0,
    search: '',
    pageNumber: 1,
    pageSize: 6,
  });
});

test('a wide page has room for twelve cards', async () => {
  completeBrowser();
  vi.stubGlobal('innerWidth', 1_900);
  const { fake } = await openWindow('/my-strategies', { 'strategies.mine': () => page([strategy(11)]) });
  await waitFor(() => expect(fake.inputsOf('strategies.mine')).not.toEqual([]));
  expect(fake.inputsOf('strategies.mine')[0]).toMatchObject({ pageSize: 12 });
  vi.unstubAllGlobals();
});

test('an address without a tab opens the paper ones when nothing is live, and stays there', async () => {
  let running = 0;
  const app = await openWindow('/my-strategies', {
    'home.summary': () => ({ ...home, live: { ...home.live, running } }),
    'strategies.mine': ({ pageType }) => ({
      ...page(pageType === 'Test' ? [strategy(11)] : []),
      counts: { live: running, test: 1, stopped: 0 },
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Opening range 11' })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Paper (1)' }).getAttribute('aria-selected')).toBe('true');
  expect(app.address()).toContain('tab=Test');
  running = 1;
  app.fake.emit({
    type: 'stream.event',
    event: { type: 'strategy', strategyId: 12, strategyStatus: 1, today: 0 },
  });
  expect(await screen.findByRole('tab', { name: 'Live (1)' }, { timeout: 3_000 })).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Paper (1)' }).getAttribute('aria-selected')).toBe('true');
});

test.each([
  ['runs live', { running: 1 }],
  ['was left open by what ran live', { openPositions: 1 }],
])('what %s is what is shown first', async (_, live) => {
  await openWindow('/my-strategies', {
    'home.summary': () => ({ ...home, live: { ...home.live, ...live } }),
  });
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /^Live/ }).getAttribute('aria-selected')).toBe('true'),
  );
});

test('each tab asks for its own, and the address keeps the tab', async () => {
  const app = await openWindow('/my-strategies');
  fireEvent.click(await screen.findByRole('tab', { name: /Paper/ }));
  await screen.findByRole('heading', { name: 'Opening range 11' });
  expect(app.address()).toContain('tab=Test');
  fireEvent.click(screen.getByRole('tab', { name: /Stopped/ }));
  await waitFor(() => expect(app.fake.inputsOf('strategies.mine')).toHaveLength(3));
  const [, test, stopped] = app.fake.inputsOf('strategies.mine');
  expect(test).toMatchObject({ pageType: 'Test', strategyStatus: 0 });
  expect(stopped).toMatchObject({ pageType: 'All', strategyStatus: 2 });
});

test('until the answer is there a skeleton stands, never the empty state', async () => {
  let answer: (() => void) | undefined;
  await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () =>
      new Promise((done) => {
        answer = () => done({ ...page([]), counts: { live: 0, test: 0, stopped: 0 } });
      }),
  });
  await screen.findByRole('tab', { name: /Paper/ });
  expect(screen.getAllByRole('status', { name: 'Loading' }).length).toBeGreaterThan(0);
  expect(screen.queryByText(/No strategies yet/)).toBeNull();
  answer?.();
  expect(await screen.findByText(/No strategies yet/)).toBeTruthy();
});

test('stopping says what stays open, and the list is asked for again', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(11)]),
    'strategies.stop': ({ strategyId }) => ({
      strategyId,
      strategyStatus: 2,
      openPositions: [{ positionId: 1, symbol: 'INFY', quantity: 60, stopLoss: 181_000, target: null }],
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop Opening range 11' }));
  expect(
    (
      await screen.findAllByText(
        'Opening range 11 is stopped. 1 position stays open with stop-loss and target in place.',
      )
    ).length,
  ).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]);
  expect(fake.inputsOf('strategies.mine').length).toBeGreaterThan(1);
});

test('arrow keys go from card to card, S starts or stops the one in focus and nothing elsewhere', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(11, { strategyStatus: 1 }), strategy(12, { strategyStatus: 2 })]),
  });
  const first = await screen.findByRole('link', { name: 'Opening range 11' });
  const second = screen.getByRole('link', { name: 'Opening range 12' });
  const letterS = { key: 's', code: 'KeyS' };
  fireEvent.keyDown(document.body, letterS);
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, { key: 'ArrowRight' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(second, { ...letterS, ctrlKey: true });
  fireEvent.keyDown(second, { ...letterS, repeat: true });
  fireEvent.keyDown(second, letterS);
  await waitFor(() => expect(fake.inputsOf('strategies.start')).toEqual([{ strategyId: 12 }]));
  expect(fake.inputsOf('strategies.stop')).toEqual([]);
  fireEvent.keyDown(second, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(first, letterS);
  await waitFor(() => expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]));
  expect(fake.inputsOf('strategies.sell')).toEqual([]);
  expect(second.getAttribute('href')).toBe('#/strategies/12?tab=overview');
});

test('while keys are armed, S on a card starts nothing', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(12, { strategyStatus: 2 })]),
  });
  const card = await screen.findByRole('link', { name: 'Opening range 12' });
  card.focus();
  act(() => arm(PAPER_KEYS));
  fireEvent.keyDown(card, { key: 's', code: 'KeyS' });
  act(disarm);
  expect(fake.inputsOf('strategies.start')).toEqual([]);
  fireEvent.keyDown(card, { key: 's', code: 'KeyS' });
  await waitFor(() => expect(fake.inputsOf('strategies.start')).toEqual([{ strategyId: 12 }]));
});

test('selling asks first, keeps its key on Try again, and says when the answer was lost', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(11)]),
    'strategies.sell': () => refuse('unknown-outcome', 'No answer came.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Square off Opening range 11' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/no real order is sent/)).toBeTruthy();
  expect(fake.inputsOf('strategies.sell')).toHaveLength(0);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Square off & stop' }));
  expect(
    await within(dialog).findByText('The answer was lost. Check Order history before trying again.'),
  ).toBeTruthy();
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Square off & stop' }));
  await waitFor(() => expect(fake.inputsOf('strategies.sell')).toHaveLength(2));
  const keys = fake.calls
    .filter((call) => call.id === 'strategies.sell')
    .map((call) => call.options?.idempotencyKey);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('squaring off real money says that limit orders are sent', async () => {
  await openWindow('/my-strategies?tab=Live', {
    'strategies.mine': () => page([strategy(11, { mode: 'live', openPositions: 2 })]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Square off Opening range 11' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Closes its 2 open positions with limit orders near the last price, then stops the strategy. Real orders are sent to your broker.',
  );
});

test('an empty Paper tab does not say that there are no strategies while one is live', async () => {
  await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => ({ ...page([]), counts: { live: 1, test: 0, stopped: 0 } }),
  });
  expect(await screen.findByText('No strategy trades on paper.')).toBeTruthy();
  expect(screen.queryByText(/^No strategies yet/)).toBeNull();
});

test('a strategy that needs a decision is pinned above every tab', async () => {
  await openWindow('/my-strategies', {
    'strategies.mine': () => ({
      ...page([]),
      needsAttention: [strategy(14, { strategyStatus: 4, name: 'Iron fly' })],
    }),
  });
  expect(await screen.findByText('Iron fly needs you.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See what happened' }).getAttribute('href')).toBe(
    '#/strategies/14',
  );
});

test('a fact about a strategy is followed by a reload, without a press', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test');
  await screen.findByRole('heading', { name: 'Opening range 11' });
  const before = fake.inputsOf('strategies.mine').length;
  for (let burst = 0; burst < 20; burst += 1) {
    fake.emit({
      type: 'stream.event',
      event: { type: 'strategy', strategyId: 11, strategyStatus: 1, today: burst * 100 },
    });
  }
  await waitFor(() => expect(fake.inputsOf('strategies.mine')).toHaveLength(before + 1), { timeout: 3_000 });
});

test('what is disabled has a tab of its own', async () => {
  const { fake } = await openWindow('/my-strategies');
  fireEvent.click(await screen.findByRole('tab', { name: 'Disabled' }));
  await waitFor(() =>
    expect(fake.inputsOf('strategies.mine').at(-1)).toMatchObject({ pageType: 'All', strategyStatus: 3 }),
  );
});

test('a strategy is removed after a question, and one that runs says why it is not', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(11)]),
    'strategies.add': () => refuse('conflict', 'Stop this strategy before removing it.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'More for Opening range 11' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Opening range 11?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Stop this strategy before removing it.')).toBeTruthy();
  fake.script({ 'strategies.add': () => ({ status: true, strategyId: 11 }) });
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(fake.inputsOf('strategies.add').at(-1)).toEqual({ url: 'remove', strategyId: 11 });
});

test('the card of a copy with a name of its own says what it was copied from', async () => {
  const origin = { name: 'Opening range', author: 'Meera Iyer' };
  await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () =>
      page([strategy(11, { name: 'My morning', origin }), strategy(12, { name: origin.name, origin })]),
  });
  expect(await screen.findByText(/^Copy of Opening range · Paper/)).toBeTruthy();
  expect(screen.getAllByText(/^Copy of/)).toHaveLength(1);
});

test('what trades real money says under which algorithm its orders go; on paper there is none', async () => {
  const live = strategy(12, { mode: 'live', brokerId: 2, brokerName: 'Angel One' });
  await openWindow('/my-strategies?tab=Test', { 'strategies.mine': () => page([strategy(11), live]) });
  await screen.findByRole('heading', { name: 'Opening range 12' });
  expect(screen.getAllByText(/Algo ID: generic/).map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Angel One · Algo ID: generic · /),
  ]);
});

test('the alerts of a strategy are muted from its card, and it says so', async () => {
  const muted = strategy(12, { isMuted: true });
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': () => page([strategy(11), muted]),
    'strategies.mute': ({ strategyId, isMuted }) => ({ strategyId, isMuted }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'More for Opening range 11' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Mute' }));
  await waitFor(() => expect(fake.inputsOf('strategies.mute')).toEqual([{ strategyId: 11, isMuted: true }]));
  expect(screen.getAllByText(/ · Muted$/)).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'More for Opening range 12' }));
  expect(await screen.findByRole('menuitem', { name: 'Unmute' })).toBeTruthy();
});

test('cards become lines, twelve a page, that start and stop as well', async () => {
  const app = await openWindow('/my-strategies?tab=Test', { 'strategies.mine': () => page([strategy(11)]) });
  await screen.findByRole('heading', { name: 'Opening range 11' });
  fireEvent.click(screen.getByRole('button', { name: 'List view' }));
  const table = within(await screen.findByRole('table', { name: 'Paper strategies' }));
  expect(table.getByRole('link', { name: 'Opening range 11' }).getAttribute('href')).toBe('#/strategies/11');
  expect(app.fake.inputsOf('strategies.mine').at(-1)).toMatchObject({ pageNumber: 1, pageSize: 12 });
  expect(app.address()).toContain('view=list');
  expect(table.getByRole('columnheader', { name: 'Since start' }).getAttribute('title')).toBe(
    'Since start, live since it went live; open P&L included',
  );
  fireEvent.click(table.getByRole('button', { name: 'Stop Opening range 11' }));
  await waitFor(() => expect(app.fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]));
});
