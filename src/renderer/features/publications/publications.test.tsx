// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import type { PublicationSchema, VersionChangesSchema } from '../../../shared/contract/authors.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { strategy } from '../../test-harness/samples.ts';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';

vi.mock(import('../charts/equity-chart.tsx'), () => ({ EquityChart: () => <></> }));
vi.mock(import('../charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));

afterEach(closeWindow);

type Publication = z.output<typeof PublicationSchema>;
type VersionChanges = z.output<typeof VersionChangesSchema>;

const version = (number: number): Publication['versions'][number] => ({
  versionId: 40 + number,
  number,
  strategyId: 300 + number,
  note: `Note of version ${number}.`,
  publishedAt: '2026-11-20T10:00:00+05:30',
  figures: {
    source: 'simulated',
    from: '2025-11-20T09:15:00+05:30',
    to: '2026-11-19T15:30:00+05:30',
    capital: 10_000_000,
    trades: 60 + number,
    gross: 900_000,
    charges: 200_000,
    net: 700_000,
    returnPercent: 7,
    maxDrawdownPercent: 3,
  },
});

const publication = (change: Partial<Publication> = {}): Publication => ({
  publicationId: 5,
  draftId: 11,
  name: 'Opening range 11',
  summary: 'Buys what climbs above its average.',
  state: 'published',
  submittedAt: '2026-11-20T09:59:00+05:30',
  checks: [],
  versions: [version(1)],
  followers: 3,
  fee: 0,
  sold: 0,
  earned: 0,
  ...change,
});

const openOwn = (publications: Publication[], more = {}) =>
  openWindow('/strategies/11', { 'authors.mine': () => ({ publications }), ...more });

/**
 * Open the page of a strategy changed from the samples. `change` gives it another relation to the user: a version, a
 * copy, or a strategy of somebody else.
 */
const openAs = (change: Parameters<typeof strategy>[1], more = {}) => {
  const { 'strategies.details': details } = scriptedBackend();
  return openWindow('/strategies/11', {
    'strategies.details': async (input) => {
      const answer = await details?.(input);
      return { ...answer, strategy: strategy(11, change) } as never;
    },
    ...more,
  });
};

const isOff = (button: HTMLElement): boolean =>
  button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled');

const menuItem = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  return screen.queryByRole('menuitem', { name });
};

describe('publishing', () => {
  test('submits what it does and its minimum capital, and shows its review', async () => {
    const { fake } = await openOwn([], { 'authors.publish': () => publication({ state: 'in-review' }) });
    const item = await menuItem('Publish…');
    fireEvent.click(item as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish Opening range 11' }));
    const submit = await dialog.findByRole('button', { name: 'Hand in for review' });
    expect(isOff(submit)).toBe(true);
    fireEvent.change(dialog.getByLabelText('What it does'), {
      target: { value: 'Buys what climbs, early.' },
    });
    fireEvent.change(dialog.getByLabelText('Minimum capital'), { target: { value: '2,00,000' } });
    // More than the strategy itself is set to.
    expect(isOff(submit)).toBe(true);
    fireEvent.change(dialog.getByLabelText('Minimum capital'), { target: { value: '50,000' } });
    // More than an author may ask for.
    fireEvent.change(dialog.getByLabelText('Fee for a copy'), { target: { value: '50,001' } });
    expect(isOff(submit)).toBe(true);
    fireEvent.change(dialog.getByLabelText('Fee for a copy'), { target: { value: '500' } });
    fireEvent.click(submit);
    expect(await screen.findByText('It is in review. An alert says what comes of it.')).toBeTruthy();
    expect(fake.inputsOf('authors.publish')).toEqual([
      { strategyId: 11, summary: 'Buys what climbs, early.', minimumCapital: 5_000_000, fee: 500_00 },
    ]);
  });

  test('that was refused names each reason, and can be tried again', async () => {
    const checks: Publication['checks'] = [
      { check: 'look-ahead', isPassed: true, sentence: 'The rules decide by what was known at the time.' },
      { check: 'sample', isPassed: false, sentence: 'It closed 3 trades.' },
      { check: 'costs', isPassed: false, sentence: 'Charges take too much.' },
    ];
    await openOwn([publication({ state: 'refused', checks, versions: [] })]);
    const panel = within(await screen.findByRole('region', { name: 'Publication' }));
    expect(panel.getByText('Refused by the review')).toBeTruthy();
    for (const reason of ['It closed 3 trades.', 'Charges take too much.'])
      expect(panel.getByText(reason)).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Publish again…' })).toBeTruthy();
    expect(panel.queryByRole('button', { name: 'Withdraw…' })).toBeNull();
  });

  test('of a next version asks what has changed', async () => {
    const { fake } = await openOwn([publication()], {
      'authors.newVersion': () => publication({ state: 'updating' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Publish next version…' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Publish version 2 of Opening range 11' }),
    );
    fireEvent.change(dialog.getByLabelText('What has changed'), { target: { value: 'A slower average.' } });
    fireEvent.click(await dialog.findByRole('button', { name: 'Hand in for review' }));
    await waitFor(() =>
      expect(fake.inputsOf('authors.newVersion')).toEqual([
        { publicationId: 5, strategyId: 11, note: 'A slower average.', fee: 0 },
      ]),
    );
  });

  test('can be withdrawn, after a question', async () => {
    const { fake } = await openOwn([publication()], {
      'authors.withdraw': () => publication({ state: 'withdrawn' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw…' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Withdraw Opening range 11?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(fake.inputsOf('authors.withdraw')).toEqual([{ publicationId: 5 }]));
  });

  test('leaves a version without what would change it', async () => {
    await openAs({ version: 2, parentStrategyId: null });
    expect(await screen.findByText('Version 2')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull();
    expect(await menuItem('Change rules')).toBeNull();
    for (const name of ['Rename…', 'Remove…', 'Publish…'])
      expect(screen.queryByRole('menuitem', { name })).toBeNull();
    expect(screen.getByRole('menuitem', { name: 'Clone…' })).toBeTruthy();
  });
});

describe('a new version', () => {
  const changes = (change: Partial<VersionChanges> = {}): { version: VersionChanges } => ({
    version: {
      strategyId: 11,
      name: 'Riser',
      held: version(1),
      next: version(2),
      changes: [{ label: 'Entry', before: 'Buy above SMA(10).', after: 'Buy above SMA(20).' }],
      isChangedByOwner: false,
      blockReason: null,
      ...change,
    },
  });
  const openDialog = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'What changed…' }));
    return within(await screen.findByRole('dialog', { name: 'Version 2 of Riser: what changed' }));
  };

  test('of a copy shows the rules before and after with the level of its figures, and is accepted', async () => {
    const { fake } = await openOwn([], {
      'authors.changes': () => changes({ isChangedByOwner: true }),
      'authors.accept': ({ strategyId }: { strategyId: number }) => ({ strategyId }),
    });
    const dialog = await openDialog();
    for (const text of ['Buy above SMA(10).', 'Buy above SMA(20).', 'Note of version 2.'])
      expect(dialog.getByText(text)).toBeTruthy();
    expect(dialog.getAllByText('Backtest')).toHaveLength(2);
    expect(dialog.getByText(/^You have changed this copy yourself/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Accept version 2' }));
    expect(await screen.findByText('You have version 2 now.')).toBeTruthy();
    expect(fake.inputsOf('authors.accept')).toEqual([{ strategyId: 11, versionId: 42 }]);
  });

  test('cannot be accepted while the copy runs, and says why', async () => {
    const blockReason = 'Stop Riser before you accept other rules for it.';
    await openOwn([], { 'authors.changes': () => changes({ blockReason }) });
    const dialog = await openDialog();
    expect(dialog.getByText(blockReason)).toBeTruthy();
    expect(isOff(dialog.getByRole('button', { name: 'Accept version 2' }))).toBe(true);
  });

  test('of what is followed leads to the version that was accepted', async () => {
    const { fake } = await openAs(
      { isMine: false, isFollowed: true, parentStrategyId: null },
      {
        'authors.changes': ({ strategyId }: { strategyId: number }) =>
          strategyId === 11 ? changes() : { version: null },
        'authors.accept': ({ strategyId }: { strategyId: number }) => ({ strategyId }),
      },
    );
    const dialog = await openDialog();
    fireEvent.click(dialog.getByRole('button', { name: 'Accept version 2' }));
    await waitFor(() => expect(fake.inputsOf('strategies.details')).toContainEqual({ strategyId: 302 }));
  });

  test('is asked for of nothing that is neither a copy nor followed', async () => {
    const { fake } = await openAs({ isMine: false, isFollowed: false });
    await screen.findByRole('region', { name: 'The strategy' });
    expect(fake.inputsOf('authors.changes')).toEqual([]);
  });
});

describe('a strategy with a fee', () => {
  const fee = { price: 500_00, gst: 90_00, isPaid: false };
  const bought = () => ({ paid: 590_00, reference: 'TD-1', available: 0 });

  test('is cloned once its fee is paid, with all that it comes to said before', async () => {
    const { fake } = await openAs({ isMine: false, isFollowed: false, fee }, { 'authors.buy': bought });
    fireEvent.click(await screen.findByRole('button', { name: 'Clone' }));
    expect(screen.getByText('Fee of ₹500.00 and GST, once')).toBeTruthy();
    const asked = within(await screen.findByRole('dialog', { name: /^Fee of/ }));
    expect(asked.getByText(/asks for ₹500.00, and ₹90.00 GST come on top/)).toBeTruthy();
    fireEvent.click(asked.getByRole('button', { name: 'Pay ₹590.00' }));
    expect(await screen.findByLabelText('Name of your copy')).toBeTruthy();
    expect(fake.inputsOf('authors.buy')).toEqual([{ strategyId: 11, fee: 500_00 }]);
  });

  test('is followed once its fee is paid', async () => {
    const { fake } = await openAs({ isMine: false, isFollowed: false, fee }, { 'authors.buy': bought });
    fireEvent.click(await screen.findByRole('button', { name: /^Follow / }));
    expect(fake.inputsOf('strategies.add')).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Pay ₹590.00' }));
    await waitFor(() => expect(fake.inputsOf('strategies.add')).toEqual([{ url: 'follow', strategyId: 11 }]));
  });

  test('that is paid asks for nothing more', async () => {
    await openAs({ isMine: false, isFollowed: false, fee: { ...fee, isPaid: true } });
    fireEvent.click(await screen.findByRole('button', { name: 'Clone' }));
    expect(await screen.findByLabelText('Name of your copy')).toBeTruthy();
  });
});

test('the card of a strategy with a fee says it on a line of its own', async () => {
  const rows = [
    strategy(201, { isMine: false, name: 'Dear', fee: { price: 50_000_00, gst: 9_000_00, isPaid: false } }),
    strategy(202, { isMine: false, name: 'Mine', fee: { price: 500_00, gst: 90_00, isPaid: true } }),
  ];
  await openWindow('/marketplace', {
    'home.marketplace': () => ({ rows, total: 2, search: '', pageNumber: 1, pageSize: 12 }),
  });
  const fee = within(await screen.findByRole('article', { name: 'Dear' })).getByText(/^Fee of/);
  expect(fee.textContent).toBe('Fee of ₹50,000.00 and GST, once');
  expect(within(screen.getByRole('article', { name: 'Mine' })).getByText('Fee paid')).toBeTruthy();
});

describe('figures of others', () => {
  test('carry their level on every card, and the name of their author leads to the author', async () => {
    const rows = [
      strategy(201, { isMine: false, name: 'On paper' }),
      strategy(202, { isMine: false, name: 'With money', mode: 'live' }),
    ];
    const { fake } = await openWindow('/marketplace', {
      'home.marketplace': () => ({ rows, total: 2, search: '', pageNumber: 1, pageSize: 12 }),
    });
    const paper = within(await screen.findByRole('article', { name: 'On paper' }));
    expect(paper.getByText('Paper')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'With money' })).getByText('Live fills')).toBeTruthy();
    expect(fake.inputsOf('home.marketplace')[0]).toMatchObject({ sort: 'followers' });
    expect(paper.getByRole('link', { name: 'Meera Iyer' }).getAttribute('href')).toBe('#/authors/7');
  });

  test('are narrowed down to those one follows', async () => {
    const { fake, address } = await openWindow('/marketplace');
    fireEvent.click(await screen.findByRole('button', { name: 'Following', pressed: false }));
    await waitFor(() =>
      expect(fake.inputsOf('home.marketplace').at(-1)).toMatchObject({ isFollowed: true, pageNumber: 1 }),
    );
    expect(address()).toContain('followed=mine');
  });

  test('stand on the page of the author by level, with what is on offer', async () => {
    await openWindow('/authors/7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Meera Iyer' })).toBeTruthy();
    expect(await screen.findByText('Trades openings of large shares.')).toBeTruthy();
    const record = within(screen.getByRole('region', { name: 'Record' }));
    expect(record.getByText('Paper')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Edit…' })).toBeNull();
  });

  test('of oneself can be introduced', async () => {
    const { fake } = await openWindow('/authors/1', {
      'authors.saveProfile': () => ({ bio: 'New', parrvaReference: 'PRV-1' }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your author page' }));
    fireEvent.change(dialog.getByLabelText('PaRRVA reference'), { target: { value: 'PRV-1' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(fake.inputsOf('authors.saveProfile')).toEqual([
        { bio: 'Trades openings of large shares.', parrvaReference: 'PRV-1' },
      ]),
    );
  });
});
