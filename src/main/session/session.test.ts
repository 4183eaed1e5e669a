import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DesktopEvent } from '../../shared/desktop.ts';
import { succeed } from '../../shared/failure.ts';
import type { Result } from '../../shared/failure.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { HttpAnswer, HttpRequest } from '../gateway/http.ts';
import { NoAnswerError } from '../gateway/http.ts';
import { keychainStore } from '../vault/keychain-store.ts';
import type { Keychain } from '../vault/keychain-store.ts';
import { openVault } from '../vault/vault.ts';
import { Session } from './session.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const user = { id: 7, fullName: 'Asha Rao', email: 'asha@desk.in', role: 'user', ability: [] };
const answer = (data: unknown): HttpAnswer => ({
  status: 200,
  body: { status: true, message: 'Welcome', data },
});

let kept: Map<string, string>;
let keychain: Keychain;
let sent: HttpRequest[];
let respond: (request: HttpRequest) => Promise<HttpAnswer>;
let events: DesktopEvent[];
let people: (number | null)[];
let names: string[];

beforeEach(() => {
  kept = new Map();
  keychain = {
    getPassword: (_service, account) => Promise.resolve(kept.get(account) ?? null),
    setPassword: (_service, account, value) => Promise.resolve(void kept.set(account, value)),
    deletePassword: (_service, account) => Promise.resolve(kept.delete(account)),
  };
  [sent, events, people, names] = [[], [], [], []];
  respond = ({ path }) =>
    Promise.resolve(
      path === '/jwt/logout'
        ? answer({})
        : answer({ accessToken: 'access', refreshToken: 'refresh-1', userData: user }),
    );
});

/** The desktop as it is after a start, on the same computer. */
const startSession = async (): Promise<{ session: Session; gateway: Gateway }> => {
  let session: Session | null = null;
  const gateway = new Gateway({
    language: () => 'en',
    send: (_target, request) => {
      sent.push(request);
      return respond(request);
    },
    target: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', apiToken: 'door' }),
    store: (tokens) => session!.store(tokens),
    onExpired: () => void session!.expire(),
  });
  session = new Session({
    gateway,
    outbox: () => '/data/outbox',
    vault: await openVault([keychainStore(() => Promise.resolve(keychain), '/data')], quiet, {
      timing: { writeMs: 100 },
    }),
    log: quiet,
    announce: (event) => events.push(event),
    onPerson: (id) => people.push(id),
    lastName: { read: () => names.at(-1) ?? null, write: (name) => names.push(name) },
  });
  await session.restore();
  return { session, gateway };
};
const signIn = (session: Session, isRemembered = true) =>
  session.signIn({ email: user.email, password: 'correct horse', isRemembered });
const failureOf = (result: Result<unknown>) => (result.ok ? null : result.failure.code);

describe('signing in', () => {
  test('reports who is signed in, keeps the refresh token in the keychain, and gives no token away', async () => {
    const { session } = await startSession();
    const result = await signIn(session);
    expect(result).toEqual(succeed({ user, keptIn: 'keychain', lastName: user.email }, 'Welcome'));
    expect(JSON.stringify([result, events])).not.toMatch(/access|refresh-1/);
    expect(sent[0]?.headers).toEqual({ 'Accept-Language': 'en', 'X-Api-Token': 'door' });
    expect([...kept.values()].join()).toContain('refresh-1');
    expect([...kept.values()].join()).not.toContain('"access"');
    expect(people).toEqual([7]);
  });

  test('with a wrong password changes nothing', async () => {
    respond = () =>
      Promise.resolve({ status: 401, body: { status: false, message: 'Wrong', code: 'credentials' } });
    const { session } = await startSession();
    expect(failureOf(await signIn(session))).toBe('credentials');
    expect([session.state.user, people, kept.size]).toEqual([null, [], 0]);
  });

  test('without being remembered leaves nothing behind', async () => {
    const { session } = await startSession();
    await signIn(session, false);
    expect(session.state).toMatchObject({ user, keptIn: 'memory' });
    await session.store({ refreshToken: 'refresh-2' });
    expect(kept.size).toBe(0);
  });

  test('without being remembered forgets the one who was remembered before', async () => {
    const { session } = await startSession();
    await signIn(session);
    expect(kept.size).toBe(1);
    await signIn(session, false);
    expect(kept.size).toBe(0);
    expect((await startSession()).session.state.user).toBeNull();
  });
});

describe('after a restart', () => {
  test('one is still signed in', async () => {
    await signIn((await startSession()).session);
    people = [];
    const { session, gateway } = await startSession();
    expect(session.state.user).toEqual(user);
    expect([people, gateway.tokens.hasSession]).toEqual([[7], true]);
  });

  test('a rotated token is the one that counts', async () => {
    const { session } = await startSession();
    await signIn(session);
    await session.store({ refreshToken: 'refresh-2' });
    expect([...kept.values()].join()).toContain('refresh-2');
    expect([...kept.values()].join()).not.toContain('refresh-1');
  });

  test.each(['not json', '{}', '{"refreshToken":"r","user":{"id":"x"}}'])(
    'what cannot be read (%s) is cleared and sign-in is offered',
    async (text) => {
      await signIn((await startSession()).session);
      for (const account of kept.keys()) kept.set(account, text);
      const { session } = await startSession();
      expect([session.state.user, kept.size]).toEqual([null, 0]);
    },
  );
});

describe('signing out', () => {
  test('clears the keychain, revokes at the server and notifies all windows', async () => {
    const { session, gateway } = await startSession();
    await signIn(session);
    await session.signOut();
    expect([session.state.user, kept.size, gateway.tokens.hasSession, people]).toEqual([
      null,
      0,
      false,
      [7, null],
    ]);
    expect(sent.at(-1)).toMatchObject({ path: '/jwt/logout', body: { refreshToken: 'refresh-1' } });
    expect(events.at(-1)).toMatchObject({ type: 'session.changed', session: { user: null } });
    expect(session.state.lastName).toBe(user.email);
  });

  test('works without the server', async () => {
    const { session } = await startSession();
    await signIn(session);
    respond = () => Promise.reject(new NoAnswerError('gone'));
    expect((await session.signOut()).ok).toBe(true);
    expect([session.state.user, kept.size]).toEqual([null, 0]);
  });
});

test('a forgotten password travels through the door and signs nobody in', async () => {
  const { session } = await startSession();
  respond = ({ path }) =>
    Promise.resolve(answer(path === '/jwt/forgot-password' ? { isInOutbox: true } : {}));
  expect(await session.forgotPassword({ email: user.email })).toMatchObject({
    ok: true,
    value: { outbox: '/data/outbox' },
  });
  const input = { email: user.email, code: '12345678', newPassword: 'a new long enough one' };
  expect(await session.resetPassword(input)).toMatchObject({ ok: true });
  expect(sent.map(({ path, headers }) => [path, headers['Authorization']])).toEqual([
    ['/jwt/forgot-password', undefined],
    ['/jwt/reset-password', undefined],
  ]);
  expect(session.state.user).toBeNull();
});

test('a session that the server ended is gone here too, and said', async () => {
  const { session } = await startSession();
  await signIn(session);
  await session.expire();
  expect([session.state.user, kept.size]).toEqual([null, 0]);
  expect(events.map((event) => event.type)).toContain('session.expired');
});

test('a keychain that breaks while signed in is owned up to', async () => {
  const { session } = await startSession();
  await signIn(session);
  keychain.setPassword = () => pause(10_000, undefined, { ref: false });
  await session.store({ refreshToken: 'refresh-2' });
  expect(session.state.keptIn).toBe('memory');
  expect(events.at(-1)).toMatchObject({ type: 'session.changed', session: { keptIn: 'memory' } });
});
