// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallOptions } from '../../shared/contract/endpoint.ts';
import { api } from '../api/api.ts';
import { session } from '../state/session.ts';
import { refuse, type Scripts } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';

afterEach(closeWindow);

const TITLE = 'Confirm it is you';
/** A window in which somebody is there to be asked. */
const openSignedIn = async (scripts: Scripts) => {
  const app = await openWindow('/wallet', scripts);
  await screen.findByRole('button', { name: 'Transfer' });
  return app;
};
const asked = (kind: 'password' | 'code') =>
  refuse('confirmation-required', 'Confirm that it is you.', { details: { kind } });
const wrong = (kind: 'password' | 'code') =>
  refuse('confirmation-required', 'The password is not right.', {
    details: { kind },
    fields: { proof: 'is not right' },
  });
const dialog = () => screen.findByRole('dialog', { name: TITLE });
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull());
const answer = async (text: string, label: RegExp = /^Password/) => {
  const field = await screen.findByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.submit(field);
};
const done = { recoveryCodes: ['A'] };
/** As a server that remembers the proof of a session. */
const server = (right: string) => {
  let isProven = false;
  return (_input: unknown, options?: CallOptions) => {
    isProven ||= options?.proof?.text === right;
    if (isProven) return done;
    return options?.proof ? wrong('password') : asked('password');
  };
};

describe('a call that needs a proof', () => {
  test('gives the focus back to the field from which it was sent, when it is given up', async () => {
    await openWindow('/profile/bank', { 'profile.updateBank': () => asked('password') });
    const typeInto = async (label: string, value: string) => {
      const field = await screen.findByLabelText(label);
      fireEvent.change(field, { target: { value } });
      return field;
    };
    await typeInto('Account number', '123456789012');
    await typeInto('Account number, again', '123456789012');
    const ifsc = await typeInto('IFSC', 'HDFC0001234');
    ifsc.focus();
    fireEvent.submit(ifsc);
    const field = await screen.findByLabelText('Password');
    fireEvent.keyDown(field, { key: 'Escape', code: 'Escape', keyCode: 27 });
    await isGone();
    await waitFor(() => expect(document.activeElement).toBe(ifsc), { timeout: 3_000 });
  });

  test('asks once, and is repeated with its own key and the answer', async () => {
    const { fake } = await openSignedIn({
      'wallet.transfer': (_input, options) =>
        options?.proof ? { reference: 'T1', available: 1, to: 'R•••' } : asked('password'),
    });
    const key = crypto.randomUUID();
    const result = api.wallet.transfer({ to: 'ravi@example.com', amount: 100 }, { idempotencyKey: key });
    await dialog();
    await answer('the password');
    expect(await result).toMatchObject({ ok: true, value: { reference: 'T1' } });
    await isGone();
    const calls = fake.calls.filter(({ id }) => id === 'wallet.transfer');
    expect(calls.map(({ options }) => options)).toEqual([
      { idempotencyKey: key },
      { idempotencyKey: key, proof: { kind: 'password', text: 'the password' } },
    ]);
    expect(calls[1]?.input).toEqual(calls[0]?.input);
  });

  test('says beside the field that an answer was not right, and takes another', async () => {
    await openSignedIn({ 'profile.newRecoveryCodes': server('right') });
    const result = api.profile.newRecoveryCodes();
    await answer('not right');
    expect(await screen.findByText('The password is not right.')).toBeTruthy();
    expect((await screen.findByLabelText<HTMLInputElement>(/^Password/)).value).toBe('');
    await answer('right');
    expect(await result).toMatchObject({ ok: true });
    await isGone();
  });

  test('asks for a code where two-step sign-in is on, or for a recovery code', async () => {
    const { fake } = await openSignedIn({
      'profile.newRecoveryCodes': (_input, options) => (options?.proof ? done : asked('code')),
    });
    const result = api.profile.newRecoveryCodes();
    await answer('12345', /^One-time code/);
    expect(await screen.findByText('Enter the six digits, or a recovery code')).toBeTruthy();
    await answer(' abcd efgh-jklm NPQR ', /^One-time code/);
    expect(await result).toMatchObject({ ok: true });
    expect(
      fake.calls.at(-1)?.options?.proof ??
        fake.calls.findLast(({ options }) => options?.proof)?.options?.proof,
    ).toEqual({
      kind: 'code',
      text: 'abcd efgh-jklm NPQR',
    });
  });

  test.each([
    ['by Cancel', async () => void fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))],
    [
      'by Escape',
      async () => void fireEvent.keyDown(await dialog(), { key: 'Escape', code: 'Escape', keyCode: 27 }),
    ],
    ['by signing out', () => Promise.resolve(session.end())],
  ])(
    'that the person gives up %s is reported as done nothing, and is not made again',
    async (_how, giveUp) => {
      const { fake } = await openSignedIn({ 'profile.newRecoveryCodes': () => asked('password') });
      const result = api.profile.newRecoveryCodes();
      await dialog();
      await giveUp();
      expect(await result).toMatchObject({
        ok: false,
        failure: {
          code: 'confirmation-required',
          message: 'You did not confirm that it is you. Nothing was done.',
        },
      });
      await isGone();
      expect(fake.inputsOf('profile.newRecoveryCodes')).toHaveLength(1);
    },
  );

  test('asks one question for many that come together', async () => {
    const { fake } = await openSignedIn({ 'profile.newRecoveryCodes': server('right') });
    const results = [1, 2, 3].map(() => api.profile.newRecoveryCodes());
    await dialog();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    await answer('right');
    for (const result of results) expect(await result).toMatchObject({ ok: true });
    await isGone();
    expect(fake.calls.filter(({ options }) => options?.proof)).toHaveLength(1);
  });

  test('given up ends all that wait for it', async () => {
    const { fake } = await openSignedIn({ 'profile.newRecoveryCodes': server('right') });
    const results = [1, 2, 3].map(() => api.profile.newRecoveryCodes());
    await dialog();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    for (const result of results)
      expect(await result).toMatchObject({ ok: false, failure: { code: 'confirmation-required' } });
    await isGone();
    expect(fake.inputsOf('profile.newRecoveryCodes')).toHaveLength(3);
    // The next one is asked about anew.
    const again = api.profile.newRecoveryCodes();
    await answer('right');
    expect(await again).toMatchObject({ ok: true });
  });

  test('closes the question when something else is answered, such as a lock', async () => {
    await openSignedIn({
      'profile.newRecoveryCodes': (_input, options) =>
        options?.proof ? refuse('locked', 'Too many wrong tries.') : asked('password'),
    });
    const result = api.profile.newRecoveryCodes();
    await answer('a guess');
    expect(await result).toMatchObject({ ok: false, failure: { code: 'locked' } });
    await isGone();
  });

  test('without anybody to ask ends with the refusal', async () => {
    await openWindow('/login', {
      'desktop.session.state': () => ({ user: null, keptIn: 'memory', lastName: null }),
      'profile.newRecoveryCodes': () => asked('password'),
    });
    expect(await api.profile.newRecoveryCodes()).toMatchObject({
      ok: false,
      failure: { code: 'confirmation-required', message: 'Confirm that it is you.' },
    });
  });
});
