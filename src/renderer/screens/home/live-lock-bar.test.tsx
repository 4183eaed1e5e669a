// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { killLock } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { home } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const openHome = (lockedUntil: string) =>
  openWindow('/home', { 'home.summary': () => ({ ...home, liveLock: { ...killLock, lockedUntil } }) });
const bar = async () => {
  const title = await screen.findByText('Live trading is locked.');
  return within(title.parentElement ?? title);
};

test('Home says that live trading is locked, why, until when, and where to look', async () => {
  await openHome('2999-11-21T02:32:07+05:30');
  const said = await bar();
  expect(said.getByText(/You stopped all live trading with the kill switch/)).toBeTruthy();
  expect(said.getByText(/It cannot be released before 21-11-2999, 02:32:07\./)).toBeTruthy();
  expect(said.getByRole('link', { name: 'Trading safety' }).getAttribute('href')).toContain(
    '/settings?section=safety',
  );
});

test('a lock whose time is over can be released, and Home says so', async () => {
  await openHome('2000-11-21T02:32:07+05:30');
  expect((await bar()).getByText(/It can be released now/)).toBeTruthy();
});

test('Home says nothing of a lock while there is none', async () => {
  await openWindow('/home');
  await screen.findByRole('region', { name: 'My running strategies' });
  expect(screen.queryByText('Live trading is locked.')).toBeNull();
});
