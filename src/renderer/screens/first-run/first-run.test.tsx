// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/desktop.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';
import { user } from '../../test-harness/samples.ts';

vi.mock(import('../../ui/sounds.ts'), () => ({ playSound: vi.fn() }));

let kept: Settings;
beforeEach(() => {
  kept = DEFAULT_SETTINGS;
});
afterEach(closeWindow);

const nobody = (lastName: string | null): Scripts => ({
  'desktop.session.state': () => ({ user: null, keptIn: 'keychain', lastName }),
  'desktop.settings.read': () => kept,
  'desktop.settings.change': (change) => (kept = { ...kept, ...change } as Settings),
});

const next = async () => fireEvent.click(await screen.findByRole('button', { name: 'Next' }));

test('the first start leads through language, look and alerts to registering', async () => {
  const { address } = await openWindow('/home', {
    ...nobody(null),
    'desktop.notifications.test': () => ({ isShown: true }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'हिन्दी' })).toBeTruthy();
  await next();
  fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.style.colorScheme).toBe('dark'));
  fireEvent.click(screen.getByRole('radio', { name: 'Colour-blind safe' }));
  await waitFor(() => expect(kept).toMatchObject({ skin: 'dark', moneyPalette: 'safe' }));
  await next();
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test notification' }));
  expect(await screen.findByText(/on its way/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'Outside market hours' }));
  await waitFor(() => expect(kept.notifications.quiet.when).toBe('outside-market'));
  fireEvent.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(address()).toBe('/register'));
  expect(kept.guidance.isFirstRunDone).toBe(true);
});

test('another language is spoken at once, at the same card', async () => {
  await openWindow('/first-run?step=look', nobody(null));
  await screen.findByRole('radio', { name: 'Dark' });
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'हिन्दी' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'स्वागत है' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome' })).toBeTruthy();
});

test('it can be skipped whole, and is not shown again', async () => {
  const { address, goTo } = await openWindow('/login?next=%2Fwallet', nobody(null));
  fireEvent.click(await screen.findByRole('button', { name: 'Skip all' }));
  await waitFor(() => expect(address()).toBe('/login?next=%2Fwallet'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  goTo('/home');
  await waitFor(() => expect(address()).toContain('/login'));
  expect(kept.guidance.isFirstRunDone).toBe(true);
});

test('somebody has signed in here before: no first start', async () => {
  const { address } = await openWindow('/login', nobody('asha@desk.example'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeTruthy();
  expect(address()).toBe('/login');
});

const signedIn = (): Scripts => ({
  ...nobody(null),
  'desktop.session.state': () => ({ user, keptIn: 'keychain', lastName: user.email }),
});

test('the tour has three stops, and never comes again', async () => {
  kept = { ...kept, guidance: { ...kept.guidance, isFirstRunDone: true } };
  await openWindow('/home', signedIn());
  expect(await screen.findByText('1 of 3')).toBeTruthy();
  const surface = () => within(screen.getByText(/^\d of 3$/).closest('[role]') as HTMLElement);
  fireEvent.click(surface().getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  fireEvent.click(surface().getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('3 of 3')).toBeTruthy();
  fireEvent.click(surface().getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('3 of 3')).toBeNull());
  expect(kept.guidance.isTourDone).toBe(true);
});

test('the first steps show how far one is, are put away, and come back from the account menu', async () => {
  kept = { ...kept, guidance: { ...kept.guidance, isFirstRunDone: true, isTourDone: true } };
  await openWindow('/home', signedIn());
  const steps = within(await screen.findByRole('region', { name: 'Get started' }));
  expect(steps.getByText('2 of 6')).toBeTruthy();
  expect(steps.getByRole('link', { name: 'Link Angel One' }).getAttribute('href')).toBe('#/profile/broker');
  fireEvent.click(steps.getByRole('button', { name: 'Put the first steps away' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
  expect(kept.guidance.isChecklistHidden).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: /account of/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'First steps' }));
  expect(await screen.findByRole('region', { name: 'Get started' })).toBeTruthy();
});

test('a first step that was done on another page is ticked off on coming back', async () => {
  kept = { ...kept, guidance: { ...kept.guidance, isFirstRunDone: true, isTourDone: true } };
  const { 'home.summary': summary } = scriptedBackend();
  let isLinked = false;
  const { goTo } = await openWindow('/home', {
    ...signedIn(),
    'home.summary': async (input) => {
      const answer = (await summary?.(input)) as { agenda: { step: string | null }[] };
      const agenda = answer.agenda.map((each) =>
        each.step === 'broker' ? { ...each, isDone: isLinked } : each,
      );
      return { ...answer, agenda } as never;
    },
  });
  expect(await screen.findByText('2 of 6')).toBeTruthy();
  goTo('/profile/broker');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
  isLinked = true;
  goTo('/home');
  expect(await screen.findByText('3 of 6')).toBeTruthy();
});

test('first steps that cannot be brought back say why, and lead nowhere', async () => {
  kept = {
    ...kept,
    guidance: { ...kept.guidance, isFirstRunDone: true, isTourDone: true, isChecklistHidden: true },
  };
  const { address } = await openWindow('/wallet', {
    ...signedIn(),
    'desktop.settings.change': () => refuse('refused', 'The settings could not be written.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /account of/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'First steps' }));
  expect(await screen.findByText('The settings could not be written.')).toBeTruthy();
  expect(address()).toBe('/wallet');
});
