// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { memberSample, teamSample } from '../../test-harness/money-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { belowOneself } from './members.ts';
import { nextSentence } from './summary.tsx';

afterEach(closeWindow);

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the team in figures, with what the next designation needs', async () => {
  await openWindow('/my-team');
  const figures = await screen.findByRole('region', { name: 'Team in figures' });
  expect(figures.textContent).toContain('Associate');
  expect(figures.textContent).toContain('Bronze needs 2 more active direct members and 1 more active member');
  const levels = screen.getByRole('table', { name: 'Team by level' });
  expect(within(levels).getByText('1, direct').closest('tr')?.textContent).toContain('10.00%');
});

test('the next designation in words', () => {
  const next = { level: 2, name: 'Silver', direct: 5, members: 25, missingDirect: 0, missingMembers: 20 };
  expect(nextSentence(next)).toBe('Silver needs 20 more active members');
  expect(nextSentence({ ...next, missingMembers: 0 })).toBe('Silver comes next');
  expect(nextSentence(null)).toBe('The highest there is');
});

test('the invite link is there as text, as a QR code and for the clipboard', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openWindow('/my-team');
  expect(await screen.findByText('trickdesk://open/register?code=ASHA7K2Q')).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'QR code of your invite link' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
  expect((await screen.findAllByText('Invite link copied.')).length).toBeGreaterThan(0);
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
  await waitFor(() =>
    expect(writeText.mock.calls).toEqual([['trickdesk://open/register?code=ASHA7K2Q'], ['ASHA7K2Q']]),
  );
});

test('every filter of the direct list travels to the server and lives in the address', async () => {
  const app = await openWindow('/my-team');
  await screen.findByRole('table', { name: 'Direct members' });
  expect(app.fake.inputsOf('team.direct')[0]).toEqual({
    keyword: '',
    type: 'all',
    order: 'newest',
    isRoboactive: undefined,
    isTradeactive: undefined,
    designation_level: undefined,
    pageNumber: 1,
    pageSize: 12,
  });
  choose('Account', 'active');
  choose('Live trading', 'yes');
  choose('Advisor plan', 'no');
  choose('Designation', 'Bronze');
  choose('Order', 'volume');
  choose('Search name', 'ravi');
  await waitFor(() =>
    expect(app.fake.inputsOf('team.direct').at(-1)).toMatchObject({
      keyword: 'ravi',
      type: 'active',
      order: 'volume',
      isRoboactive: 0,
      isTradeactive: 1,
      designation_level: 1,
    }),
  );
  const search = new URLSearchParams(app.address().split('?')[1]);
  expect(Object.fromEntries(search)).toMatchObject({
    keyword: 'ravi',
    robo: 'no',
    trade: 'yes',
    type: 'active',
  });
});

test('the indirect list drops level 0, and can be narrowed to a level', async () => {
  const app = await openWindow('/my-team');
  fireEvent.click(await screen.findByRole('tab', { name: 'Indirect' }));
  const table = await screen.findByRole('table', { name: 'Indirect members' });
  expect(within(table).queryByText('Asha Rao')).toBeNull();
  // A tree: each level, and who brought its members in.
  const lines = within(table).getAllByRole('row').slice(1);
  expect(lines.map((line) => line.textContent)).toEqual([
    'Level 2 (4)',
    expect.stringMatching(/^Ravi Kumar 31Ravi Kumar 21/),
    'Level 4 (1)',
    expect.stringMatching(/^Ravi Kumar 32Ravi Kumar 31/),
  ]);
  const options = within(screen.getByLabelText('Level')).getAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['All levels', 'Level 2 (4)', 'Level 4 (1)']);
  choose('Level', '4');
  await waitFor(() => expect(app.fake.inputsOf('team.indirect').at(-1)).toMatchObject({ level: 4 }));
  expect(app.address()).toBe('/my-team?show=indirect&level=4');
});

test('level 0 is dropped wherever it comes from', () => {
  const rows = [memberSample(1, { level: 0 }), memberSample(2, { level: 1 }), memberSample(3, { level: 9 })];
  expect(belowOneself(rows).map(({ id }) => id)).toEqual([2, 3]);
});

test('a member opens with masked phone and e-mail', async () => {
  const app = await openWindow('/my-team');
  const table = await screen.findByRole('table', { name: 'Direct members' });
  fireEvent.click(within(table).getByRole('button', { name: 'Ravi Kumar 21' }));
  const drawer = await screen.findByRole('dialog', { name: 'Ravi Kumar 21' });
  expect(drawer.textContent).toContain('98••••••10');
  expect(app.fake.inputsOf('profile.person')).toEqual([{ id: 21 }]);
});

test('somebody who is not of the team cannot be opened by an address', async () => {
  await openWindow('/my-team?member=999', {
    'profile.person': () => refuse('not-found', 'There is no such person.'),
  });
  const nobody = await screen.findByRole('dialog', { name: 'Member' });
  expect(await within(nobody).findByText('There is no such person.')).toBeTruthy();
});

test('a user who has invited nobody yet is shown how', async () => {
  await openWindow('/my-team', {
    'team.mine': () => teamSample({ direct: 0, indirect: 0, levels: [] }),
    'team.direct': () => ({ rows: [], total: 0, pageNumber: 1, pageSize: 12 }),
  });
  expect(await screen.findByText(/Nobody has registered with your code yet/)).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Team by level' })).toBeNull();
});
