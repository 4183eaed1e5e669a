// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { BackendState } from '../../shared/desktop.ts';
import { fail } from '../../shared/failure.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { user } from '../test-harness/samples.ts';

afterEach(closeWindow);

const up: BackendState = { state: 'up', kind: 'embedded', message: '', logTail: [], keyState: 'fits' };

test('a locked keychain is said with what it holds, and is asked again on request', async () => {
  let tries = 0;
  const { fake } = await openWindow('/home', {
    'desktop.backend.state': () => ({ ...up, keyState: 'missing' as const }),
    'desktop.keychain.retry': () => {
      tries += 1;
      return fail('unavailable', 'The keychain did not open. Unlock it, and try again.');
    },
  });
  expect(await screen.findByText(/Unlock the keychain of this computer/)).toBeTruthy();
  expect(screen.getByText(/two-step codes and verified documents/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/The keychain did not open/)).toBeTruthy();
  expect(tries).toBe(1);
  fake.emit({ type: 'backend.changed', backend: up });
  await waitFor(() => expect(screen.queryByText(/Unlock the keychain/)).toBeNull());
});

test('a key that is not the one of the data is called that, with the way out', async () => {
  await openWindow('/home', { 'desktop.backend.state': () => ({ ...up, keyState: 'another' as const }) });
  expect(await screen.findByText(/has another key/)).toBeTruthy();
  expect(screen.getByText(/back up your data and restore it/)).toBeTruthy();
});

test.each(['missing', 'another'] as const)('a try again that brings no key says so: %s', async (keyState) => {
  const { fake } = await openWindow('/home', {
    'desktop.backend.state': () => ({ ...up, keyState }),
    // Another place keeps the session meanwhile, so the vault itself has nothing to complain of.
    'desktop.keychain.retry': () => ({ user, keptIn: 'safe-storage' as const, lastName: user.email }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(fake.inputsOf('desktop.keychain.retry')).toHaveLength(1));
  fake.emit({ type: 'backend.changed', backend: { ...up, state: 'restarting', keyState } });
  fake.emit({ type: 'backend.changed', backend: { ...up, keyState } });
  expect(await screen.findByText(/still/, undefined, { timeout: 3_000 })).toBeTruthy();
});
