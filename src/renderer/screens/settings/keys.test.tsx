// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { ScriptKeyView } from '../../../shared/contract/api-keys.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const key = (keyId: number, more: Partial<ScriptKeyView> = {}): ScriptKeyView => ({
  keyId,
  name: `Script ${keyId}`,
  hint: 'tdk_abcd',
  scopes: ['read'],
  onlyStrategies: null,
  perMinute: 60,
  perDay: 5_000,
  callsToday: 12,
  createdAt: '2026-11-20T10:00:00+05:30',
  expiresAt: '2027-02-18T10:00:00+05:30',
  lastUsedAt: null,
  state: 'good',
  ...more,
});

test('a key is made from what was chosen, shown once, copied, and gone when it is kept', async () => {
  const asked: unknown[] = [];
  let keys: ScriptKeyView[] = [];
  const writeText = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await openWindow('/settings?section=keys', {
    'keys.list': () => ({ keys }),
    'keys.make': (input) => {
      asked.push(input);
      keys = [key(1, { name: 'Reader', scopes: ['read', 'propose'] })];
      return { key: keys[0]!, secret: 'tdk_the-secret' };
    },
  });
  expect(await screen.findByText('You have no keys.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Make key' }));
  expect(await screen.findByText('Give it a name')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Name of the key/), { target: { value: 'Reader' } });
  fireEvent.click(screen.getByRole('checkbox', { name: /^Propose something/ }));
  fireEvent.change(screen.getByLabelText(/^Only these strategies/), { target: { value: '7, 9' } });
  fireEvent.change(screen.getByLabelText(/^Calls a minute/), { target: { value: '30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make key' }));
  const shown = await screen.findByRole('textbox', { name: 'The new key' });
  expect((shown as HTMLInputElement).value).toBe('tdk_the-secret');
  expect(asked).toEqual([
    {
      name: 'Reader',
      scopes: ['read', 'propose'],
      days: 90,
      perMinute: 30,
      perDay: 5_000,
      onlyStrategyIds: [7, 9],
    },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Copy key' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('tdk_the-secret'));
  fireEvent.click(screen.getByRole('button', { name: 'I have kept it' }));
  expect(await screen.findByRole('button', { name: 'Make key' })).toBeTruthy();
  expect(document.body.innerHTML).not.toContain('tdk_the-secret');
  expect(await screen.findByText('Read, Propose')).toBeTruthy();
});

test('a key without anything that it may do cannot be made', async () => {
  await openWindow('/settings?section=keys', { 'keys.list': () => ({ keys: [] }) });
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Read everything/ }));
  expect(await screen.findByText('Choose what it may do')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Make key' }).getAttribute('aria-disabled')).toBe('true');
});

test('a key shows its log, and is revoked once that is confirmed', async () => {
  let keys = [key(1), key(2, { state: 'expired', onlyStrategies: [{ strategyId: 7, name: 'Mine' }] })];
  const asked: unknown[] = [];
  await openWindow('/settings?section=keys', {
    'keys.list': () => ({ keys }),
    'keys.log': (input) => ({
      uses: [
        { call: 'home.summary', at: '2026-11-20T10:00:00+05:30', result: 'ok', address: '127.0.0.1' },
        {
          call: 'positions.exitAll',
          at: '2026-11-20T10:01:00+05:30',
          result: 'forbidden',
          address: '127.0.0.1',
        },
      ],
      pageNumber: 1,
      pageSize: input.pageSize ?? 12,
      total: 2,
    }),
    'keys.revoke': (input) => {
      asked.push(input);
      keys = [key(1, { state: 'revoked' }), keys[1]!];
      return { keys };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Log of the key Script 1' }));
  expect(await screen.findByText('positions.exitAll: forbidden (127.0.0.1)')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  // One that has ended cannot be revoked.
  expect(screen.queryByRole('button', { name: 'Revoke the key Script 2' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Revoke the key Script 1' }));
  expect(asked).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Revoked')).toBeTruthy();
  expect(asked).toEqual([{ keyId: 1 }]);
});
