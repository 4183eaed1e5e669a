import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/engine/random.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import {
  startTestBackend,
  TEST_API_TOKEN,
  TEST_PASSWORD,
  type TestBackend,
} from '../support/test-backend.ts';

/** Guesses of each kind; the long run: `TRICKDESK_GUESSES=10000 npx vitest run tests/security/wrong-secrets`. */
const GUESSES = Number(process.env['TRICKDESK_GUESSES'] ?? 240);
const PAIRS = Math.max(120, GUESSES / 10);
const AT_ONCE = 8;
/** Guesses of an account that are looked at before it rests. */
const LOOKED_AT = 5;
const REST_MS = 15 * MINUTE_MS;
/** One of two is slower just as often as the other; chance alone strays this far once in many thousand runs. */
const FAR = 0.18;

let now = Date.parse('2026-11-23T10:00:00+05:30');
let server: TestBackend;
let secret = '';
const EMAIL = 'guessed@example.com';
let phone = '';
beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, accessTokenMs: 400 * 24 * 60 * MINUTE_MS });
  const user = await server.register('guessed');
  phone = (await user.call('profile.mine')).phone;
  const careful = await server.register('careful');
  const enrolled = await careful.call('profile.totp', { action: 'enrol' });
  secret = enrolled.secret!;
  await careful.call('profile.totp', { action: 'confirm', code: codeNow() });
});
afterAll(() => server.dispose());

const codeNow = (): string => generateSync({ secret, epoch: Math.floor(now / 1000) });
const login = async (email: string, password: string, totp?: string) =>
  (await server.post('/jwt/login', { email, password, totp }, { 'x-api-token': TEST_API_TOKEN })).status;

/** Sends guesses, some at once, in rests that follow each other; answers the statuses of each rest. */
const guess = async (one: (number: number) => Promise<number>, aRest: number): Promise<number[][]> => {
  const rests: number[][] = [];
  for (let first = 0; first < GUESSES; first += aRest) {
    const statuses: number[] = [];
    for (let at = first; at < first + aRest; at += AT_ONCE)
      statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(at + index)))));
    rests.push(statuses);
    now += REST_MS + MINUTE_MS;
  }
  return rests;
};

describe(`${GUESSES} guesses`, () => {
  it('of a password, under every name of the account: a locked one takes not even the right one', async () => {
    const names = [EMAIL, EMAIL.toUpperCase(), ` ${EMAIL}`, phone, `+91 ${phone}`, `0${phone}`];
    const rests = await guess((number) => {
      const place = number % 40;
      // The right one is among them, once the account rests.
      const password = place === 32 ? TEST_PASSWORD : `a wrong password ${number}`;
      return login(names[number % names.length]!, password);
    }, 40);
    expect(rests.flat().filter((status) => status === 200)).toEqual([]);
    expect(rests.flat().every((status) => status === 401 || status === 423)).toBe(true);
    for (const rest of rests) expect(rest.filter((status) => status === 423).length).toBeGreaterThan(0);
    expect(await login(EMAIL, TEST_PASSWORD)).toBe(200);
  }, 1_200_000);

  it('of a code of two-step sign-in, beside the right password: no more are looked at than five a rest', async () => {
    const { uniform } = seededRandom('codes');
    const wrong = (): string => {
      const code = String(Math.floor(uniform() * 1_000_000)).padStart(6, '0');
      return code === codeNow() ? wrong() : code;
    };
    const rests = await guess(
      (number) => login('careful@example.com', TEST_PASSWORD, number % 40 === 32 ? codeNow() : wrong()),
      40,
    );
    expect(rests.flat().filter((status) => status === 200)).toEqual([]);
    for (const rest of rests)
      expect(rest.filter((status) => status === 401).length).toBeLessThanOrEqual(LOOKED_AT);
    expect(await login('careful@example.com', TEST_PASSWORD, codeNow())).toBe(200);
  }, 1_200_000);
});

it(`the time of an answer does not reveal whether somebody has a name, in ${PAIRS} pairs`, async () => {
  const timed = async (email: string): Promise<number> => {
    const began = performance.now();
    await login(email, 'not the password');
    return performance.now() - began;
  };
  let isSlower = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    if (pair % 4 === 0) now += REST_MS + MINUTE_MS;
    const stranger = `nobody${pair}@example.com`;
    const order = pair % 2 === 0 ? [EMAIL, stranger] : [stranger, EMAIL];
    const times = [await timed(order[0]!), await timed(order[1]!)];
    const [known, unknown] = pair % 2 === 0 ? times : times.reverse();
    if (known! > unknown!) isSlower += 1;
  }
  console.log(`A known name was slower in ${isSlower} of ${PAIRS} pairs.`);
  expect(Math.abs(isSlower / PAIRS - 0.5)).toBeLessThan(FAR);
}, 600_000);
