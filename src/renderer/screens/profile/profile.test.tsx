// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { myProfile, openSession, verifiedProfile } from '../../test-harness/people-samples.ts';

afterEach(closeWindow);

const fill = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const bank = {
  accountLast4: '4821',
  ifsc: 'HDFC0001234',
  accountHolder: 'Asha Rao',
  changedAt: '2026-11-01T10:00:00+05:30',
  heldUntil: null,
};

test('the account menu leads to the profile', async () => {
  await openWindow('/home');
  fireEvent.click(await screen.findByRole('button', { name: /account of Asha Rao/ }));
  const item = await screen.findByRole('menuitem', { name: 'Profile' });
  expect(item.getAttribute('href')).toBe('#/profile');
});

test('its tabs are part of the address', async () => {
  const app = await openWindow('/profile');
  fireEvent.click(await screen.findByRole('tab', { name: 'Broker' }));
  expect(await screen.findByRole('heading', { name: 'Angel One' })).toBeTruthy();
  expect(app.address()).toBe('/profile/broker');
});

test('an address is changed and stays; what the server refuses stands beside its field', async () => {
  const { fake } = await openWindow('/profile', {
    'profile.updatePersonal': (change) =>
      change.city === 'Nowhere'
        ? refuse('invalid', 'The city is not right.', { fields: { city: 'is no city' } })
        : myProfile({ personal: { ...myProfile().personal, city: change.city ?? '' } }),
  });
  await fill('City', 'Nowhere');
  press('Save');
  expect(await screen.findByText('is no city')).toBeTruthy();
  await fill('City', 'Mysuru');
  press('Save');
  expect((await screen.findAllByText('Your details are saved.')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('profile.updatePersonal').at(-1)).toMatchObject({ city: 'Mysuru', stateCode: '29' });
});

test('a bank account is typed twice, shown by its last digits, and a change of it mentions the hold', async () => {
  const heldUntil = new Date(Date.now() + 86_400_000).toISOString();
  const { fake } = await openWindow('/profile/bank', {
    'profile.mine': () => myProfile({ bank }),
    'profile.updateBank': () =>
      succeed(
        myProfile({ bank: { ...bank, accountLast4: '9012', heldUntil } }),
        'Your bank details are changed. Withdrawals rest until tomorrow.',
      ),
  });
  expect(await screen.findByText('XXXX 4821')).toBeTruthy();
  await fill('Account number', '123456789012');
  await fill('Account number, again', '123456789021');
  press('Change account');
  expect(await screen.findByText('This is not the same number as above')).toBeTruthy();
  expect(fake.inputsOf('profile.updateBank')).toHaveLength(0);
  await fill('Account number, again', '123456789012');
  press('Change account');
  expect(await screen.findByText('XXXX 9012')).toBeTruthy();
  expect(screen.getByText(/Withdrawals rest until .*so that you notice/)).toBeTruthy();
  expect(screen.queryByDisplayValue('123456789012')).toBeNull();
});

const CODES = Array.from({ length: 10 }, (_, number) => `ABCD-EFGH-JKLM-NPQ${'RSTUVWXYZ2'[number]}`);

test('two-step sign-in is set up with a picture and the secret as text, and switched on by a code', async () => {
  const { fake } = await openWindow('/profile/password', {
    'profile.totp': ({ action, code }) => {
      const nothing = { secret: null, uri: null, recoveryCodes: null };
      if (action === 'enrol')
        return {
          ...nothing,
          isOn: false,
          secret: 'JBSWY3DPEHPK3PXP',
          uri: 'otpauth://totp/TrickDesk:asha?secret=JBSW',
        };
      return code === '135790'
        ? succeed({ ...nothing, isOn: true, recoveryCodes: CODES }, 'Two-step sign-in is on.')
        : refuse('invalid', 'The code is not right, or was used already.');
    },
    'desktop.file.save': () => ({ path: '/home/asha/codes.txt' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Set up…' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await fill('TOTP', '000000');
  press('Switch on');
  expect(await screen.findByText('The code is not right, or was used already.')).toBeTruthy();
  await fill('TOTP', '135790');
  press('Switch on');
  expect(await screen.findByRole('region', { name: 'Recovery codes' })).toBe(document.activeElement);
  expect(screen.queryByText('JBSW Y3DP EHPK 3PXP')).toBeNull();
  expect(fake.inputsOf('profile.totp').at(-1)).toEqual({ action: 'confirm', code: '135790' });

  // The codes for a lost phone are shown once, and can be kept.
  const codes = within(screen.getByRole('region', { name: 'Recovery codes' }));
  expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(CODES);
  press('Save as file…');
  await waitFor(() => expect(fake.inputsOf('desktop.file.save')).toHaveLength(1));
  expect(fake.inputsOf('desktop.file.save')[0]).toMatchObject({
    name: 'trickdesk-recovery-codes.txt',
    text: expect.stringContaining(CODES.join('\n')) as string,
  });
  press('I have kept them');
  expect(await screen.findByText('10 recovery codes are left for a lost phone.')).toBeTruthy();
  expect(screen.queryByText(CODES[0]!)).toBeNull();
  expect(screen.getByRole('button', { name: 'Switch off…' })).toBeTruthy();
});

test('replacing recovery codes and switching two-step sign-in off are asked about', async () => {
  const { fake } = await openWindow('/profile/password', {
    'profile.mine': () => ({ ...verifiedProfile(), hasTotp: true, recoveryCodesLeft: 1 }),
    'profile.newRecoveryCodes': () => ({ recoveryCodes: CODES }),
    'profile.totp': () => ({ isOn: false, secret: null, uri: null, recoveryCodes: null }),
  });
  expect(await screen.findByText('1 recovery code is left for a lost phone.')).toBeTruthy();
  press('New recovery codes…');
  expect(fake.inputsOf('profile.newRecoveryCodes')).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Replace', hidden: true }));
  expect(await screen.findByText(CODES[9]!)).toBeTruthy();
  press('I have kept them');
  press('Switch off…');
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off', hidden: true }));
  expect(await screen.findByRole('button', { name: 'Set up…' })).toBeTruthy();
  expect(fake.inputsOf('profile.totp')).toEqual([{ action: 'remove' }]);
  expect(screen.queryByText(/lost phone/)).toBeNull();
});

test('recovery codes that nobody has kept yet are there again when the person comes back', async () => {
  const { goTo } = await openWindow('/profile/password', {
    'profile.mine': () => ({ ...verifiedProfile(), hasTotp: true }),
    'profile.newRecoveryCodes': () => ({ recoveryCodes: CODES }),
  });
  await screen.findByRole('button', { name: 'New recovery codes…' });
  press('New recovery codes…');
  expect(await screen.findByText(CODES[9]!)).toBeTruthy();
  act(() => goTo('/profile/bank'));
  await waitFor(() => expect(screen.queryByText(CODES[9]!)).toBeNull());
  act(() => goTo('/profile/password'));
  expect(await screen.findByText(CODES[9]!)).toBeTruthy();
});

test('another password is said to have ended the other sessions', async () => {
  await openWindow('/profile/password', {
    'profile.changePassword': ({ oldPassword }) =>
      oldPassword === 'the old long one'
        ? succeed({}, 'Your password is changed, and one other session was ended.')
        : refuse('invalid', 'The old password is not right.', { fields: { oldPassword: 'is not right' } }),
  });
  await fill('Old password', 'a wrong one');
  await fill('New password', 'a new long enough one');
  press('Change password');
  expect(await screen.findByText('is not right')).toBeTruthy();
  await fill('Old password', 'the old long one');
  press('Change password');
  expect((await screen.findAllByText(/one other session was ended/)).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByDisplayValue('a new long enough one')).toBeNull());
});

test('a session elsewhere is ended from here; one’s own signs out', async () => {
  const { fake } = await openWindow('/profile/privacy', {
    'profile.sessions': ({ endSessionId }) => ({
      sessions: [
        openSession(71, { isThisOne: true }),
        ...(endSessionId === 64 ? [] : [openSession(64, { device: 'TrickDesk on Windows' })]),
      ],
    }),
    'desktop.session.sign-out': () => ({ user: null, keptIn: 'keychain', lastName: null }),
  });
  const table = within(await screen.findByRole('table', { name: 'Sessions' }));
  fireEvent.click(table.getByRole('button', { name: 'Sign out session of TrickDesk on Windows' }));
  await waitFor(() => expect(table.queryByText('TrickDesk on Windows')).toBeNull());
  expect(fake.inputsOf('profile.sessions').at(-1)).toEqual({ endSessionId: 64 });
  fireEvent.click(table.getByRole('button', { name: 'Sign out here' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
});
