// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { askManualOrder, closeManualOrder } from '../../state/manual-order.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { killLock } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { home } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const AT = '2026-11-20T10:00:00+05:30';
const gtt = (gttId: number, symbol: string, change: Partial<GttOrder> = {}): GttOrder => ({
  ...{ gttId, symbol, side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00, state: 'resting' },
  ...{ isEnding: false, mayTrigger: true, reason: '', ruleId: '1', placedAt: AT, expiresAt: AT },
  ...change,
});
const row = async (text: string) => within((await screen.findByText(text)).closest('tr')!);

test('each order says how it stands; one in doubt is declared not to be there only when that is confirmed', async () => {
  const { fake } = await openWindow('/gtt', {
    'gtt.list': () => ({
      orders: [
        gtt(1, 'ITC'),
        gtt(2, 'SBIN', { state: 'unknown', reason: 'TrickDesk ended before the answer came.' }),
        gtt(3, 'TCS', { isEnding: true }),
        gtt(4, 'INFY', { state: 'sent', mayTrigger: false }),
      ],
      elsewhere: [{ ruleId: '99', name: 'WIPRO-EQ', terms: null }],
      ...{ listedAt: AT, problem: null },
    }),
    'gtt.cancel': () => ({ order: gtt(1, 'ITC', { isEnding: true }) }),
    'gtt.settle': () => ({ order: gtt(2, 'SBIN', { state: 'written-off', mayTrigger: false }) }),
  });
  expect((await row('ITC')).getByText('Waiting')).toBeTruthy();
  expect((await row('TCS')).getByText('Being cancelled')).toBeTruthy();
  expect((await row('TCS')).queryByRole('button', { name: 'Cancel the GTT order in TCS' })).toBeNull();
  expect((await row('INFY')).getByText('Triggered')).toBeTruthy();
  expect((await row('WIPRO-EQ')).queryAllByRole('button')).toEqual([]);
  // Its terms cannot be read: a quantity of 0 would be a word about it.
  expect((await row('WIPRO-EQ')).getAllByRole('cell').map((cell) => cell.textContent)).not.toContain('0');
  fireEvent.click((await row('ITC')).getByRole('button', { name: 'Cancel the GTT order in ITC' }));
  await waitFor(() => expect(fake.inputsOf('gtt.cancel')).toEqual([{ gttId: 1 }]));
  fireEvent.click((await row('SBIN')).getByRole('button', { name: 'Not there…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(fake.inputsOf('gtt.settle')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'It is not there' }));
  await waitFor(() => expect(fake.inputsOf('gtt.settle')).toEqual([{ gttId: 2, isUnderstood: true }]));
});

test('without a session the orders are shown, with why nobody knows more', async () => {
  const problem = 'There is no session with Angel One.';
  await openWindow('/gtt', {
    'gtt.list': () => ({ orders: [gtt(1, 'ITC')], elsewhere: [], listedAt: null, problem }),
  });
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(await screen.findByText('ITC')).toBeTruthy();
});

describe('the change of a GTT order', () => {
  const TITLE = 'Change the GTT order in ITC';
  const ORDER = { quantity: 1_250, triggerPrice: 390_50, price: 391_05, side: 'sell' } as const;
  const ending = gtt(1, 'ITC', { ...ORDER, isEnding: true });
  const ended = (state: GttOrder['state']) => gtt(1, 'ITC', { ...ORDER, state, mayTrigger: false });
  const listOf = (order: GttOrder, problem: string | null = null) => ({
    'gtt.list': () => ({ orders: [order], elsewhere: [], listedAt: AT, problem }),
  });
  const ticket = () => screen.findByRole('form', { name: 'Order in ITC' });
  const question = async () => within(await screen.findByRole('dialog', { name: TITLE }));
  const isTicketOpen = () => screen.queryByRole('form', { name: 'Order in ITC' }) !== null;
  /** Opens the page, and asks for the change of its one order. */
  const asked = async (cancel: () => unknown) => {
    const { fake } = await openWindow('/gtt', {
      ...listOf(gtt(1, 'ITC', ORDER)),
      'manual.liveAccount': () => ({ isOn: true, capital: 1, maxLossPerDay: 1, working: [] }),
      'gtt.cancel': cancel as never,
    });
    fireEvent.click((await row('ITC')).getByRole('button', { name: TITLE }));
    /** The list shows the order like this from now on. */
    const shows = (order: GttOrder, problem: string | null = null) => {
      fake.script(listOf(order, problem));
      act(() => fake.emit({ type: 'stream.event', event: { type: 'gtt' } }));
    };
    return { fake, shows, dialog: await question() };
  };
  const agree = (dialog: Awaited<ReturnType<typeof question>>) =>
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel it and open the order' }));
  const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;

  test('asks once, and opens the ticket with its terms once it is cancelled; nothing is placed by itself', async () => {
    const { fake, dialog } = await asked(() => ({ order: ended('cancelled') }));
    expect(dialog.getByText(/^Angel One gets the cancellation first/)).toBeTruthy();
    expect(fake.inputsOf('gtt.cancel')).toEqual([]);
    agree(dialog);
    await ticket();
    expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
    expect(fake.inputsOf('gtt.cancel')).toEqual([{ gttId: 1 }]);
    expect(['Account', 'Order type', 'Side', 'Symbol'].map(valueOf)).toEqual(['live', 'gtt', 'sell', 'ITC']);
    expect(['Quantity', 'Trigger (₹)', 'Limit (₹)'].map(valueOf)).toEqual(['1250', '390.50', '391.05']);
    expect(screen.getByRole('checkbox', { name: 'Send this order with real money' })).toHaveProperty(
      'checked',
      false,
    );
    expect(fake.inputsOf('gtt.place')).toEqual([]);
  });

  test('follows the list while the order may still trigger, and opens the ticket when it is gone', async () => {
    const { shows, dialog } = await asked(() => ({ order: ending }));
    agree(dialog);
    expect(await dialog.findByText(/^The order is being cancelled\. It may still trigger/)).toBeTruthy();
    const reason = 'Angel One lists it with a state that TrickDesk does not know.';
    shows({ ...ending, state: 'unknown', reason }, 'There is no session with Angel One.');
    expect(await dialog.findByText(reason)).toBeTruthy();
    expect(dialog.getByText('There is no session with Angel One.')).toBeTruthy();
    expect(isTicketOpen()).toBe(false);
    // Its owner has changed it in the app of the broker meanwhile.
    shows({ ...ended('cancelled'), quantity: 1_300 });
    await ticket();
    expect(valueOf('Quantity')).toBe('1300');
  });

  test.each([
    ['in the answer', 'sent', /^The order has triggered/],
    ['in the list', 'sent', /^The order has triggered/],
    ['in the list', 'written-off', /^The order has ended otherwise/],
  ] as const)('opens nothing where %s it is %s', async (where, state, sentence) => {
    const { shows, dialog } = await asked(() => ({
      order: where === 'in the list' ? ending : ended(state),
    }));
    agree(dialog);
    if (where === 'in the list') {
      await dialog.findByText(/^The order is being cancelled/);
      shows(ended(state));
    }
    expect(await dialog.findByText(sentence)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isTicketOpen()).toBe(false);
  });

  test('that is closed while it waits opens nothing later', async () => {
    const { shows, dialog } = await asked(() => ({ order: ending }));
    agree(dialog);
    fireEvent.click(await dialog.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    shows(ended('cancelled'));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(isTicketOpen()).toBe(false);
  });

  test('says before it cancels where none could be placed anew', async () => {
    await openWindow('/gtt', {
      ...listOf(gtt(1, 'ITC', ORDER)),
      'home.summary': () => ({ ...home, liveLock: killLock }),
      'manual.liveAccount': () => ({ isOn: false, capital: 0, maxLossPerDay: 1, working: [] }),
    });
    fireEvent.click((await row('ITC')).getByRole('button', { name: TITLE }));
    const dialog = await question();
    expect(await dialog.findByText(/^Live trading is locked\. Once this order/)).toBeTruthy();
    expect(await dialog.findByText(/^Real money by hand is off\. Once this order/)).toBeTruthy();
  });

  test('that is not wanted sends nothing', async () => {
    const { fake, dialog } = await asked(() => ({ order: ended('cancelled') }));
    fireEvent.click(dialog.getByRole('button', { name: 'Keep the order' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fake.inputsOf('gtt.cancel')).toEqual([]);
  });

  test('whose cancellation is refused says so and loses nothing; it can be asked for again', async () => {
    const answers = [() => refuse('refused', 'Not now.'), () => ({ order: ended('cancelled') })];
    const { fake, dialog } = await asked(() => answers.shift()!());
    agree(dialog);
    expect(await dialog.findByText('Not now.')).toBeTruthy();
    expect(dialog.getByText('1,250')).toBeTruthy();
    expect(isTicketOpen()).toBe(false);
    agree(dialog);
    await ticket();
    expect(fake.inputsOf('gtt.cancel')).toHaveLength(2);
  });

  test('whose answer is lost goes by the list', async () => {
    const { shows, dialog } = await asked(() => refuse('unknown-outcome', 'Lost.'));
    agree(dialog);
    expect(await dialog.findByText(/^The answer was lost\. Check GTT orders/)).toBeTruthy();
    shows(ending);
    expect(await dialog.findByText(/^The order is being cancelled/)).toBeTruthy();
    shows(ended('cancelled'));
    await ticket();
  });

  test('leaves another ticket that is open alone until it is closed', async () => {
    const { shows, dialog } = await asked(() => ({ order: ending }));
    agree(dialog);
    await dialog.findByText(/^The order is being cancelled/);
    act(() => askManualOrder({ symbol: 'TCS' }));
    shows(ended('cancelled'));
    await dialog.findByText(/^The order is gone/);
    expect(screen.getByRole('form', { name: 'Order in TCS' })).toBeTruthy();
    act(closeManualOrder);
    await ticket();
  });

  test('is offered by button and key for an order that waits, and not where it is in doubt', async () => {
    await openWindow('/gtt', {
      'gtt.list': () => ({
        orders: [
          gtt(1, 'ITC'),
          gtt(2, 'SBIN', { state: 'unknown' }),
          gtt(3, 'TCS', { isEnding: true }),
          gtt(4, 'INFY', { ruleId: null, state: 'submitted' }),
        ],
        ...{ elsewhere: [], listedAt: AT, problem: null },
      }),
    });
    const offered = [];
    for (const symbol of ['ITC', 'SBIN', 'TCS', 'INFY'])
      offered.push((await row(symbol)).queryByText('Change…') !== null);
    expect(offered).toEqual([true, false, false, false]);
    (await screen.findByText('ITC')).closest('tr')!.focus();
    fireEvent.keyDown(document.activeElement!, { key: 'c', code: 'KeyC' });
    expect(await question()).toBeTruthy();
  });
});
