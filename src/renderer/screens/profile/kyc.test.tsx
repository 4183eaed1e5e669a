// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { myProfile } from '../../test-harness/people-samples.ts';
import { RESEND_AFTER_MS } from './otp-step.tsx';

afterEach(() => {
  vi.useRealTimers();
  closeWindow();
});

/** Twelve digits with a right check digit. `MISTYPED` has two of them exchanged. */
const AADHAAR = '234567890124';
const MISTYPED = '235467890124';

const fill = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

const sentCode = (requestId: string, sandboxOtp: string | null) => ({
  response: { requestId, expiresAt: '2026-11-20T14:42:00+05:30' },
  sandboxOtp,
});

test('Aadhaar, its code and PAN lead to a verified identity, with the fixed words', async () => {
  let profile = myProfile();
  const { fake } = await openWindow('/profile/kyc', {
    'profile.mine': () => profile,
    'profile.sendAadhaarOtp': () => sentCode('request-1', '482913'),
    'profile.validateAadhaarOtp': () => {
      profile = myProfile({ AdharStatus: 'verified', aadhaarMasked: 'XXXX XXXX 0124', kycStatus: 'partial' });
      return { status: { statusCode: 200 as const }, triesLeft: 5 };
    },
    'profile.verifyPan': () => {
      profile = { ...profile, PanStatus: 'verified', panMasked: 'ABXXXXXX4F', kycStatus: 'verified' };
      return { status: 'VALID' as const };
    },
  });
  await fill('Aadhaar number', '2345 6789 0124');
  fireEvent.submit(screen.getByRole('form', { name: 'Aadhaar' }));
  expect(await screen.findByText(/Aadhaar XXXX XXXX 0124\. The code is good until 14:42/)).toBeTruthy();
  expect(screen.queryByDisplayValue(/2345/)).toBeNull();
  const sandbox = within(screen.getByRole('region', { name: 'Sandbox' }));
  expect(sandbox.getByText('SANDBOX')).toBeTruthy();
  expect(sandbox.getByText('482913')).toBeTruthy();
  await fill('OTP', '482913');
  press('Verify');
  expect((await screen.findAllByText('Aadhar Verification is Done')).length).toBeGreaterThan(0);
  await fill('PAN', 'abcpe1234f');
  press('Verify PAN');
  expect((await screen.findAllByText('Pan Verification is Done')).length).toBeGreaterThan(0);
  expect(await screen.findByText('ABXXXXXX4F')).toBeTruthy();
  expect(fake.inputsOf('profile.sendAadhaarOtp')).toEqual([{ adharNumber: AADHAAR }]);
  expect(fake.inputsOf('profile.validateAadhaarOtp')).toEqual([{ requestId: 'request-1', otp: '482913' }]);
  expect(fake.inputsOf('profile.verifyPan')).toEqual([
    { pan: 'ABCPE1234F', fullName: 'Asha Rao', dob: '1991-04-12' },
  ]);
});

test('a mistyped Aadhaar number is found on the spot and goes nowhere', async () => {
  const { fake } = await openWindow('/profile/kyc');
  await fill('Aadhaar number', MISTYPED);
  expect(await screen.findByText('One of the digits is wrong: they do not fit together')).toBeTruthy();
  expect(isOff('Send code')).toBe(true);
  fireEvent.submit(screen.getByRole('form', { name: 'Aadhaar' }));
  expect(fake.inputsOf('profile.sendAadhaarOtp')).toHaveLength(0);
});

test('a wrong code says how many tries are left; a spent one asks for a new one at once', async () => {
  const outcomes = [
    succeed(
      { status: { statusCode: 401 as const }, triesLeft: 1 },
      'The code is not right; one try is left.',
    ),
    succeed({ status: { statusCode: 410 as const }, triesLeft: 0 }, 'This code is no longer good.'),
  ];
  let sent = 0;
  const { fake } = await openWindow('/profile/kyc', {
    'profile.sendAadhaarOtp': () => sentCode(`request-${(sent += 1)}`, null),
    'profile.validateAadhaarOtp': () => outcomes.shift() ?? refuse('internal', 'No more outcomes'),
  });
  await fill('Aadhaar number', AADHAAR);
  press('Send code');
  await fill('OTP', '111111');
  expect(screen.queryByRole('region', { name: 'Sandbox' })).toBeNull();
  press('Verify');
  expect(await screen.findByText('The code is not right; one try is left.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /New code in \d+ s/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await fill('OTP', '222222');
  press('Verify');
  expect(await screen.findByText('This code is no longer good.')).toBeTruthy();
  press('Send a new code');
  await waitFor(() => expect(fake.inputsOf('profile.sendAadhaarOtp')).toHaveLength(2));
  await screen.findByRole('button', { name: /New code in/ });
});

test('a new code can be asked for once the message had time to come', async () => {
  await openWindow('/profile/kyc', { 'profile.sendAadhaarOtp': () => sentCode('request-1', null) });
  await fill('Aadhaar number', AADHAAR);
  press('Send code');
  await screen.findByRole('button', { name: /New code in/ });
  const later = Date.now() + RESEND_AFTER_MS;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(await screen.findByRole('button', { name: 'Send a new code' })).toBeTruthy();
  vi.restoreAllMocks();
});

test('a name that does not fit the PAN is said beside the form, and nothing is verified', async () => {
  await openWindow('/profile/kyc', {
    'profile.mine': () => myProfile({ AdharStatus: 'verified', aadhaarMasked: 'XXXX XXXX 0124' }),
    'profile.verifyPan': () =>
      succeed({ status: 'NAME_MISMATCH' as const }, 'The name does not fit this PAN.'),
  });
  await fill('PAN', 'ABCPE1234F');
  press('Verify PAN');
  expect(await screen.findByText('The name does not fit this PAN.')).toBeTruthy();
  expect(screen.queryByText('Pan Verification is Done')).toBeNull();
});
