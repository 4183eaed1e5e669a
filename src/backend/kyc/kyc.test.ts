import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { isSameName } from './same-name.ts';

const MINUTE = 60_000;
const NUMBERS = ['999941057058', '999971658847', '999933119405', '999955183433', '999990501894'] as const;
let now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, accessTokenMs: 24 * 60 * MINUTE });
});
afterAll(() => server.dispose());

const another = (otp: string, by = 1): string => String((Number(otp) + by) % 1_000_000).padStart(6, '0');

const send = async (user: TestUser, adharNumber: string) => {
  const { response, sandboxOtp } = await user.call('profile.sendAadhaarOtp', { adharNumber });
  return { requestId: response.requestId, otp: sandboxOtp!, expiresAt: response.expiresAt };
};
const validate = async (user: TestUser, requestId: string, otp: string) => {
  const { body } = await user.ask('profile.validateAadhaarOtp', { requestId, otp });
  return [body.data?.status.statusCode, body.data?.triesLeft, body.message];
};
const NO_LONGER = [410, 0, 'This code is no longer good. Ask for a new one.'];

describe('Aadhaar', () => {
  it('is verified by the code that the sandbox shows, and only its end is known afterwards', async () => {
    const user = await server.register('aadhaar');
    const { requestId, otp, expiresAt } = await send(user, '9999 4105 7058');
    expect(expiresAt).toBe('2026-11-21T10:10:00+05:30');
    expect(otp).toMatch(/^\d{6}$/);
    expect(await validate(user, requestId, otp)).toEqual([200, 4, 'Aadhar Verification is Done']);
    expect(await user.call('profile.mine')).toMatchObject({
      kycStatus: 'partial',
      AdharStatus: 'verified',
      PanStatus: 'none',
      aadhaarMasked: 'XXXX XXXX 7058',
    });
    expect(await validate(user, requestId, otp)).toEqual(NO_LONGER);
    const again = await user.ask('profile.sendAadhaarOtp', { adharNumber: NUMBERS[1] });
    expect([again.status, again.body.message]).toEqual([409, 'Your Aadhaar is verified already.']);
  });

  it.each([
    ['a wrong check digit', '999941057059', 'is not an Aadhaar number: one of its digits is wrong'],
    ['a first digit that none has', '123456789012', 'must be 12 digits, the first from 2 to 9'],
    ['eleven digits', '99994105705', 'must be 12 digits, the first from 2 to 9'],
    ['letters', '99994105705O', 'must be 12 digits, the first from 2 to 9'],
  ])('with %s is refused before anything is counted', async (what, adharNumber, problem) => {
    const user = await server.register(`bad ${what}`.replaceAll(' ', '-'));
    const answer = await user.ask('profile.sendAadhaarOtp', { adharNumber });
    expect([answer.status, answer.body.fields]).toEqual([400, { adharNumber: problem }]);
    const { id } = await user.call('profile.mine');
    const counted = await server.backend.parts.database.read
      .selectFrom('aadhaar_requests')
      .select('id')
      .where('user_id', '=', id)
      .execute();
    expect(counted).toEqual([]);
  });

  it('of another account is refused, at the asking and at the code', async () => {
    const [first, second] = [await server.register('twin-1'), await server.register('twin-2')];
    const both = [await send(first, NUMBERS[2]), await send(second, NUMBERS[2])];
    expect((await validate(first, both[0]!.requestId, both[0]!.otp))[0]).toBe(200);
    const late = await second.ask('profile.validateAadhaarOtp', {
      requestId: both[1]!.requestId,
      otp: both[1]!.otp,
    });
    expect([late.status, late.body.message]).toEqual([
      422,
      'This Aadhaar number is verified on another account. Write to support.',
    ]);
    expect((await second.call('profile.mine')).AdharStatus).toBe('none');
    expect((await second.ask('profile.sendAadhaarOtp', { adharNumber: NUMBERS[2] })).status).toBe(422);
    // Its own number still works.
    const own = await send(second, NUMBERS[3]);
    expect((await validate(second, own.requestId, own.otp))[0]).toBe(200);
  });

  it('takes five tries a code, and then not even the right one', async () => {
    const user = await server.register('five-tries');
    const { requestId, otp } = await send(user, NUMBERS[4]);
    const tries: unknown[] = [];
    for (let count = 1; count <= 5; count++) tries.push(await validate(user, requestId, another(otp, count)));
    expect(tries).toEqual([
      [401, 4, 'The code is not right; 4 tries are left.'],
      [401, 3, 'The code is not right; 3 tries are left.'],
      [401, 2, 'The code is not right; 2 tries are left.'],
      [401, 1, 'The code is not right; one try is left.'],
      [401, 0, 'The code is not right; ask for a new one.'],
    ]);
    expect(await validate(user, requestId, otp)).toEqual(NO_LONGER);
  });

  it('takes the right code on the fifth try', async () => {
    const user = await server.register('fifth-try');
    const { requestId, otp } = await send(user, NUMBERS[4]);
    for (let count = 1; count < 5; count++) await validate(user, requestId, another(otp, count));
    expect((await validate(user, requestId, otp)).slice(0, 2)).toEqual([200, 0]);
  });

  it('takes no more than five of many tries that come together', async () => {
    const user = await server.register('many-tries');
    const { requestId, otp } = await send(user, NUMBERS[1]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => validate(user, requestId, another(otp, index + 1))),
    );
    expect(answers.filter(([statusCode]) => statusCode === 401)).toHaveLength(5);
  });

  it('takes five wrong tries over all codes that were sent, for a quarter of an hour', async () => {
    const user = await server.register('over-codes');
    const first = await send(user, NUMBERS[1]);
    for (let count = 1; count <= 3; count++) await validate(user, first.requestId, another(first.otp, count));
    const second = await send(user, NUMBERS[1]);
    for (let count = 1; count <= 2; count++)
      await validate(user, second.requestId, another(second.otp, count));
    const input = { requestId: second.requestId, otp: second.otp };
    expect((await user.ask('profile.validateAadhaarOtp', input)).status).toBe(423);
    now += 16 * MINUTE;
    const third = await send(user, NUMBERS[1]);
    expect((await validate(user, third.requestId, another(third.otp, 1)))[0]).toBe(401);
  });

  it('is no longer good after ten minutes', async () => {
    const user = await server.register('expiry');
    const { requestId, otp } = await send(user, NUMBERS[1]);
    now += 10 * MINUTE;
    expect(await validate(user, requestId, otp)).toEqual(NO_LONGER);
  });

  it('of somebody else, or never asked for, is no longer good either', async () => {
    const [mine, theirs] = [await server.register('otp-mine'), await server.register('otp-theirs')];
    const { requestId, otp } = await send(mine, NUMBERS[1]);
    expect(await validate(theirs, requestId, otp)).toEqual(NO_LONGER);
    expect(await validate(theirs, 'never-asked-for', otp)).toEqual(NO_LONGER);
    expect((await validate(mine, requestId, otp))[0]).toBe(200);
  });

  it('gives three codes an hour, also when they are asked for together', async () => {
    const user = await server.register('three-an-hour');
    const adharNumber = '987654321012';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => user.ask('profile.sendAadhaarOtp', { adharNumber })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
    const refused = answers.find((answer) => answer.status === 429);
    expect(refused?.body.message).toMatch(/^3 codes were sent within an hour\. Ask again at \d\d:\d\d\.$/);
    now += 60 * MINUTE;
    expect((await user.ask('profile.sendAadhaarOtp', { adharNumber })).status).toBe(200);
  });
});

describe('PAN', () => {
  const check = async (user: TestUser, change: Record<string, unknown> = {}) => {
    const { body } = await user.ask('profile.verifyPan', {
      pan: 'ABCPT1234F',
      fullName: 'pan tester',
      dob: '1990-05-17',
      ...change,
    });
    return [body.data?.status ?? body.code, body.message];
  };

  it('is verified by name, case and spaces aside, shown masked, and kept', async () => {
    const user = await server.register('pan');
    expect(await check(user, { pan: ' abcpt1234f ', fullName: 'PAN  Tester' })).toEqual([
      'VALID',
      'Pan Verification is Done',
    ]);
    expect(await user.call('profile.mine')).toMatchObject({
      kycStatus: 'partial',
      PanStatus: 'verified',
      panMasked: 'ABXXXXXX4F',
    });
    const again = await user.ask('profile.verifyPan', {
      pan: 'ABCPT1234G',
      fullName: 'pan tester',
      dob: '1990-05-17',
    });
    expect([again.status, again.body.message]).toEqual([409, 'Your PAN is verified already.']);
    const renamed = await user.ask('profile.updatePersonal', { fullName: 'Somebody Else' });
    expect(renamed.status).toBe(422);
    expect((await user.ask('profile.updatePersonal', { fullName: 'PAN TESTER' })).status).toBe(200);
    // The same card on another account.
    const other = await server.register('pan-twin');
    expect(await check(other, { fullName: 'pan-twin Tester' })).toEqual([
      'refused',
      'This PAN is verified on another account. Write to support.',
    ]);
  });

  it.each([
    ['another name', { fullName: 'Somebody Else' }, 'NAME_MISMATCH'],
    ['a company', { pan: 'ABCCT1234F' }, 'INVALID'],
    ['nine characters', { pan: 'ABCPT1234' }, 'invalid'],
    ['the serial 0000', { pan: 'ABCPT0000F' }, 'invalid'],
    ['a kind of holder that there is not', { pan: 'ABCXT1234F' }, 'invalid'],
    ['a child', { dob: '2015-01-01' }, 'invalid'],
  ])('of %s is not verified', async (what, change, outcome) => {
    const user = await server.register(`pan ${what}`.replaceAll(' ', '-'));
    const { fullName } = await user.call('profile.mine');
    expect((await check(user, { pan: 'CBCPT1234F', fullName, ...change }))[0]).toBe(outcome);
    expect((await user.call('profile.mine')).PanStatus).toBe('none');
  });

  it('and Aadhaar together are a verified account', async () => {
    const user = await server.register('both');
    const { requestId, otp } = await send(user, '345678901238');
    await validate(user, requestId, otp);
    await check(user, { pan: 'BBCPT1234F', fullName: 'both tester' });
    expect((await user.call('profile.mine')).kycStatus).toBe('verified');
  });
});

it.each([
  ['Asha Verma', 'ASHA  verma', true],
  ['Asha Verma', 'AshaVerma', true],
  ['Asha Verma', 'Asha Varma', false],
  ['Jose\u0301', 'Jos\u00e9', true],
])('%s and %s are the same name: %s', (one, other, isSame) => expect(isSameName(one, other)).toBe(isSame));
