import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

/** Tries before they rest for a quarter of an hour. */
const MOST = 5;
const AT_ONCE = 40;
const PAN = 'ABCPT1234F';
const AADHAAR = '999941057058';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  const holder = await server.register('holder');
  await holder.call('profile.verifyPan', { pan: PAN, fullName: 'holder Tester', dob: '1990-05-17' });
  const { response, sandboxOtp } = await holder.call('profile.sendAadhaarOtp', { adharNumber: AADHAAR });
  await holder.call('profile.validateAadhaarOtp', { requestId: response.requestId, otp: sandboxOtp ?? '' });
});
afterAll(() => server.dispose());

it('who goes through PANs to find out which have an account is stopped soon', async () => {
  const user = await server.register('harvests-pans');
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      user.ask('profile.verifyPan', {
        pan: index % 2 === 0 ? PAN : `ABCPT${1_000 + index}F`,
        fullName: 'somebody else',
        dob: '1990-05-17',
      }),
    ),
  );
  expect(answers.filter(({ status }) => status !== 423)).toHaveLength(MOST);
});

it('who goes through Aadhaar numbers to find out which have an account is stopped soon', async () => {
  const user = await server.register('harvests-aadhaar');
  const ask = () => user.ask('profile.sendAadhaarOtp', { adharNumber: AADHAAR });
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, ask));
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(MOST);
  expect((await ask()).status).toBe(423);
});
