import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import {
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
} from '../../../../tests/support/test-backend.ts';

const PASSWORD = 'a long enough password';
const MINUTE = 60_000;

let now = Date.parse('2026-11-20T10:00:00+05:30');
let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now } });
  await server.backend.prepared;
});
afterAll(() => server.dispose());

interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const door = { 'x-api-token': TEST_API_TOKEN };
const person = (change: Record<string, unknown> = {}) => ({
  fullName: 'Asha Verma',
  email: 'asha@example.com',
  phone: '9876543210',
  password: PASSWORD,
  ...change,
});
const register = (change: Record<string, unknown> = {}) => server.post('/jwt/register', person(change), door);
const login = (email: string, password = PASSWORD) => server.post('/jwt/login', { email, password }, door);
const refresh = (refreshToken: string) => server.post('/jwt/refresh-token', { refreshToken }, door);
const profile = async (accessToken: string): Promise<number> =>
  (await server.post('/userapi/myprofile', {}, { authorization: `Bearer ${accessToken}` })).status;
const pairOf = (answer: { body: { data?: unknown } }): Pair => answer.body.data as Pair;

describe('registering', () => {
  it('gives the person, who may read Auth, and a pair of tokens', async () => {
    const answer = await register();
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      userData: {
        fullName: 'Asha Verma',
        email: 'asha@example.com',
        ability: [{ action: 'read', subject: 'Auth' }],
      },
    });
    expect(await profile(pairOf(answer).accessToken)).toBe(200);
  });

  it.each([
    ['the same e-mail in other letters', { email: 'ASHA@Example.com', phone: '9876500001' }, 409],
    ['the same phone', { email: 'other@example.com' }, 409],
    [
      'a referral code of nobody',
      { email: 'r@example.com', phone: '9876500002', referralCode: 'NOBODY22' },
      422,
    ],
    ['a short password', { email: 's@example.com', phone: '9876500003', password: 'too short' }, 400],
    [
      'the e-mail as password',
      { email: 'longname@example.com', phone: '9876500004', password: 'longname@example.com' },
      400,
    ],
    ['the phone as password', { email: 'p@example.com', phone: '9876500005', password: '9876500005' }, 400],
    [
      'a password that everybody tries',
      { email: 'w@example.com', phone: '9876500006', password: 'Password123' },
      400,
    ],
  ])('with %s is refused', async (_what, change, status) => {
    const answer = await register(change);
    expect([answer.status, answer.body.status]).toEqual([status, false]);
    expect(answer.body.message).toMatch(/\.$/);
  });
});

describe('signing in', () => {
  it('works with the e-mail and with the phone', async () => {
    expect((await login(' ASHA@example.com ')).status).toBe(200);
    expect((await login('9876543210')).status).toBe(200);
  });

  it('answers an unknown name and a wrong password alike', async () => {
    const [unknown, wrong] = [
      await login('nobody@example.com'),
      await login('asha@example.com', 'not the password'),
    ];
    for (const answer of [unknown, wrong]) delete (answer.body as { requestId?: string }).requestId;
    expect(unknown).toEqual(wrong);
    expect(unknown).toMatchObject({ status: 401, body: { code: 'credentials' } });
  });

  it('does the same work for an unknown name as for a wrong password', async () => {
    const timed = async (name: string): Promise<number> => {
      const start = performance.now();
      await login(name, 'not the password');
      return performance.now() - start;
    };
    const middle = (times: number[]): number =>
      times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 9; round++) {
      known.push(await timed('asha@example.com'));
      unknown.push(await timed(`nobody${round}@example.com`));
      now += 16 * MINUTE;
    }
    // Without the decoy an unknown name is answered in a tenth of the time.
    expect(middle(unknown)).toBeGreaterThan(middle(known) / 3);
  });

  it.each([['asha@example.com'], ['nobody-at-all@example.com']])(
    'is locked for %s after five wrong passwords, for fifteen minutes',
    async (name) => {
      now += 20 * MINUTE;
      for (let count = 0; count < 5; count++)
        expect((await login(name, 'wrong wrong wrong')).status).toBe(401);
      const locked = await login(name);
      expect([locked.status, locked.body.code]).toEqual([423, 'locked']);
      now += 14 * MINUTE;
      expect((await login(name)).status).toBe(423);
      now += 2 * MINUTE;
      expect((await login(name)).status).toBe(name.startsWith('asha') ? 200 : 401);
    },
  );

  it('says how long a lock still lasts', async () => {
    now += 20 * MINUTE;
    for (let count = 0; count < 5; count++) await login('asha@example.com', 'wrong wrong wrong');
    const sentence = async () => (await login('asha@example.com')).body.message;
    expect(await sentence()).toBe('Too many wrong tries. Try again in 15 minutes.');
    now += 10 * MINUTE;
    expect(await sentence()).toBe('Too many wrong tries. Try again in 5 minutes.');
    now += 4 * MINUTE + 30_000;
    expect(await sentence()).toBe('Too many wrong tries. Try again in 1 minute.');
  });

  it('forgets failures once it succeeds', async () => {
    now += 20 * MINUTE;
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 4; count++) await login('asha@example.com', 'wrong wrong wrong');
      expect((await login('asha@example.com')).status).toBe(200);
    }
  });

  it('lets no guess through that was sent together with five wrong ones', async () => {
    now += 20 * MINUTE;
    const guesses = await Promise.all(
      [...Array<string>(12).fill('wrong wrong wrong'), PASSWORD].map((guess) =>
        login('asha@example.com', guess),
      ),
    );
    expect(guesses.filter((answer) => answer.status === 423).length).toBeGreaterThan(0);
    expect(guesses.at(-1)?.status).not.toBe(200);
    now += 20 * MINUTE;
  });
});

describe('the lock of an account', () => {
  const EMAIL = 'locked@example.com';
  const PHONE = '9876500099';
  const wrong = (name: string) => login(name, 'wrong wrong wrong');
  beforeAll(async () => {
    await register({ email: EMAIL, phone: PHONE });
  });

  it('counts wrong passwords by e-mail, by phone and by other spellings together', async () => {
    now += 20 * MINUTE;
    for (const name of [EMAIL, PHONE, ' LOCKED@Example.com ', '+91 98765 00099', '098765-00099'])
      expect((await wrong(name)).status, name).toBe(401);
    for (const name of [EMAIL, PHONE]) expect((await login(name)).status, name).not.toBe(200);
    now += 16 * MINUTE;
    expect((await login(PHONE)).status).toBe(200);
  });

  it('under one name says nothing under the other, which would reveal whose they are', async () => {
    now += 20 * MINUTE;
    for (let count = 0; count < 5; count++) await wrong(EMAIL);
    expect((await login(EMAIL)).status).toBe(423);
    const [mine, nobodys] = [await login(PHONE), await login('9876500098')];
    for (const answer of [mine, nobodys]) delete (answer.body as { requestId?: string }).requestId;
    expect(mine).toEqual(nobodys);
    expect(mine.status).toBe(401);
    now += 16 * MINUTE;
  });

  it('takes no longer to answer than that of nobody', async () => {
    const timed = async (name: string): Promise<number> => {
      const start = performance.now();
      await wrong(name);
      return performance.now() - start;
    };
    const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 11; round++) {
      now += 20 * MINUTE;
      const nobody = `nobody-locked${round}@example.com`;
      for (let count = 0; count < 5; count++) for (const name of [EMAIL, nobody]) await wrong(name);
      known.push(await timed(EMAIL));
      unknown.push(await timed(nobody));
    }
    expect(middle(known)).toBeLessThan(middle(unknown) * 2 + 2);
    expect(middle(unknown)).toBeLessThan(middle(known) * 2 + 2);
    now += 20 * MINUTE;
  });

  it('leaves no row behind once it is over', async () => {
    await wrong('nobody-kept@example.com');
    now += 16 * MINUTE;
    await wrong(EMAIL);
    const rows = await server.backend.parts.database.read.selectFrom('tries').select('subject').execute();
    expect(rows.map(({ subject }) => subject).join(' ')).not.toContain('nobody-kept');
    now += 16 * MINUTE;
  });
});

describe('limits per address', () => {
  const wrongFrom = (on: TestBackend, from: string, name: string) =>
    on.post(
      '/jwt/login',
      { email: name, password: 'wrong wrong wrong' },
      { ...door, 'x-forwarded-for': from },
    );

  it('stop one that tries many names, and nobody else, where a proxy says from where calls come', async () => {
    const served = await startTestBackend({ clock: { now: () => now }, trustedProxies: ['127.0.0.1'] });
    try {
      const user = await served.register('elsewhere');
      const statuses: number[] = [];
      for (let count = 0; count < 52; count++)
        // What a caller puts before the address that the proxy saw is not believed.
        statuses.push(
          (await wrongFrom(served, `10.0.0.${count}, 203.0.113.9`, `name${count}@example.com`)).status,
        );
      expect(statuses).toEqual([...Array<number>(50).fill(401), 429, 429]);
      const signIn = (from: string) =>
        served.post(
          '/jwt/login',
          { email: user.email, password: PASSWORD },
          { ...door, 'x-forwarded-for': from },
        );
      expect((await signIn('203.0.113.9')).status).toBe(429);
      expect((await signIn('203.0.113.10')).status).toBe(200);
      now += 16 * MINUTE;
      expect((await signIn('203.0.113.9')).status).toBe(200);
    } finally {
      await served.dispose();
    }
  });

  it('are not used up by a house in which every sign-in succeeds', async () => {
    const served = await startTestBackend({ clock: { now: () => now }, trustedProxies: ['127.0.0.1'] });
    try {
      const user = await served.register('house');
      for (let count = 0; count < 60; count++) {
        const answer = await served.post(
          '/jwt/login',
          { email: user.email, password: PASSWORD },
          { ...door, 'x-forwarded-for': '203.0.113.11' },
        );
        expect(answer.status).toBe(200);
      }
    } finally {
      await served.dispose();
    }
  });

  it('stop one that asks by registering which names are taken', async () => {
    const served = await startTestBackend({ trustedProxies: ['127.0.0.1'] });
    try {
      const user = await served.register('taken');
      const statuses: number[] = [];
      for (let count = 0; count < 51; count++) {
        const given = person({ email: user.email, phone: `98765${String(10_000 + count)}` });
        const { status } = await served.post('/jwt/register', given, {
          ...door,
          'x-forwarded-for': '203.0.113.14',
        });
        statuses.push(status);
      }
      expect(statuses).toEqual([...Array<number>(50).fill(409), 429]);
    } finally {
      await served.dispose();
    }
  });

  it('do not hold on the machine itself, and an address that nobody vouches for is not believed', async () => {
    const shared = await startTestBackend({ clock: { now: () => now }, signInsPerMinute: 5 });
    try {
      const user = await shared.register('neighbour');
      for (let count = 0; count < 60; count++)
        expect((await wrongFrom(shared, '203.0.113.9', `name${count}@example.com`)).status).toBe(401);
      const answer = await shared.post('/jwt/login', { email: user.email, password: PASSWORD }, door);
      expect(answer.status).toBe(200);
      const { address } = await shared.backend.parts.database.read
        .selectFrom('sessions')
        .select('address')
        .executeTakeFirstOrThrow();
      expect(address).toBe('127.0.0.1');
    } finally {
      await shared.dispose();
    }
  });

  it('allow so many sign-ins a minute, where an address is known', async () => {
    const served = await startTestBackend({ trustedProxies: ['127.0.0.1'], signInsPerMinute: 5 });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++)
        statuses.push((await wrongFrom(served, '203.0.113.12', `name${count}@example.com`)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      expect((await wrongFrom(served, '203.0.113.13', 'name@example.com')).status).toBe(401);
    } finally {
      await served.dispose();
    }
  });
});

describe('a sign-in with a program that was never used before', () => {
  const alerts = async (accessToken: string) => {
    const { body } = await server.post(
      '/userapi/usernotificationlist',
      {},
      { authorization: `Bearer ${accessToken}` },
    );
    return (body.data as { notification_list: { title: string; body: string }[] }).notification_list;
  };

  it('is notified to the person, once for each', async () => {
    await register({ email: 'devices@example.com', phone: '9876500077' });
    const input = { email: 'devices@example.com', password: PASSWORD };
    await login(input.email);
    const elsewhere = { ...door, 'user-agent': 'Another Desk/9' };
    await server.post('/jwt/login', input, elsewhere);
    const { accessToken } = pairOf(await server.post('/jwt/login', input, elsewhere));
    const reported = (await alerts(accessToken)).filter(({ title }) => title === 'Signed in on a new device');
    expect(reported.map(({ body }) => body)).toEqual([
      expect.stringContaining('Another Desk/9, from 127.0.0.1') as string,
    ]);
  });
});

describe('refreshing', () => {
  const signIn = async (): Promise<Pair> => pairOf(await login('asha@example.com'));

  it('gives a new pair, and the old access token lives out its time', async () => {
    const first = await signIn();
    const second = pairOf(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect([await profile(first.accessToken), await profile(second.accessToken)]).toEqual([200, 200]);
    now += 15 * MINUTE + 1_000;
    expect(await profile(second.accessToken)).toBe(401);
    expect(await profile(pairOf(await refresh(second.refreshToken)).accessToken)).toBe(200);
  });

  it('that is tried again within ten seconds gets the same pair', async () => {
    const first = await signIn();
    const second = pairOf(await refresh(first.refreshToken));
    now += 9_999;
    expect(pairOf(await refresh(first.refreshToken))).toEqual(second);
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it('with a token whose successor was used already is a theft, however soon it comes', async () => {
    const first = await signIn();
    const second = pairOf(await refresh(first.refreshToken));
    const third = pairOf(await refresh(second.refreshToken));
    now += 1_000;
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
    expect(await profile(third.accessToken)).toBe(401);
  });

  it('by many at once gives everybody the same pair', async () => {
    const first = await signIn();
    const answers = await Promise.all(Array.from({ length: 32 }, () => refresh(first.refreshToken)));
    expect(new Set(answers.map((answer) => JSON.stringify(pairOf(answer)))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('with a spent token later ends the whole family, and its stream, but no other sign-in', async () => {
    const other = await signIn();
    const first = await signIn();
    const second = pairOf(await refresh(first.refreshToken));
    const stream = await openStream(server.url, second.accessToken);
    now += 10_001;
    expect((await refresh(first.refreshToken)).status).toBe(401);
    await stream.ended;
    expect((await refresh(second.refreshToken)).status).toBe(401);
    expect(await profile(second.accessToken)).toBe(401);
    expect(await profile(other.accessToken)).toBe(200);
  });

  it('with an expired or made-up token is refused', async () => {
    const first = await signIn();
    now += 30 * 24 * 60 * MINUTE + 1;
    expect((await refresh(first.refreshToken)).status).toBe(401);
    expect((await refresh('made-up-token-that-nobody-has-ever-been-given')).status).toBe(401);
  });
});

describe('signing out', () => {
  it('ends the retry of a renewal too: nothing of the session is answered any more', async () => {
    const first = pairOf(await login('asha@example.com'));
    const second = pairOf(await refresh(first.refreshToken));
    const bearer = { authorization: `Bearer ${second.accessToken}` };
    expect((await server.post('/jwt/logout', {}, bearer)).status).toBe(200);
    now += 1_000;
    expect((await refresh(first.refreshToken)).status).toBe(401);
  });

  it('ends the session and its stream', async () => {
    const pair = pairOf(await login('asha@example.com'));
    const stream = await openStream(server.url, pair.accessToken);
    expect(stream.status).toBe(200);
    const bearer = { authorization: `Bearer ${pair.accessToken}` };
    expect((await server.post('/jwt/logout', {}, bearer)).status).toBe(200);
    await stream.ended;
    expect(await profile(pair.accessToken)).toBe(401);
    expect((await refresh(pair.refreshToken)).status).toBe(401);
  });

  it('does not end the session of somebody else whose token is given', async () => {
    const [mine, theirs] = [
      pairOf(await login('asha@example.com')),
      pairOf(await register({ email: 'b@example.com', phone: '9876511111' })),
    ];
    const bearer = { authorization: `Bearer ${mine.accessToken}` };
    await server.post('/jwt/logout', { refreshToken: theirs.refreshToken }, bearer);
    expect(await profile(theirs.accessToken)).toBe(200);
  });
});

it('a forged or tampered access token is nobody', async () => {
  const { accessToken } = pairOf(await login('asha@example.com'));
  const [header, payload, signature] = accessToken.split('.') as [string, string, string];
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  const other = Buffer.from(payload, 'base64url')
    .toString()
    .replace(/"sub":"\d+"/, '"sub":"999"');
  for (const forged of [
    `${none}.${payload}.`,
    `${header}.${Buffer.from(other).toString('base64url')}.${signature}`,
    `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    'rubbish',
  ])
    expect(await profile(forged)).toBe(401);
});

it('no password and no token lies readable in the data folder', async () => {
  const pair = pairOf(await login('asha@example.com'));
  const next = pairOf(await refresh(pair.refreshToken));
  const secrets = [PASSWORD, pair.accessToken, pair.refreshToken, next.accessToken, next.refreshToken];
  for (const name of readdirSync(server.dataDir)) {
    const bytes = readFileSync(join(server.dataDir, name));
    for (const secret of secrets) expect(bytes.includes(secret), name).toBe(false);
  }
});
