import { expect, test } from 'vitest';
import { Gateway } from '../gateway/gateway.ts';
import type { HttpRequest, Target } from '../gateway/http.ts';
import { Session } from './session.ts';
import { memoryStore } from '../vault/secret-store.ts';
import { openVault } from '../vault/vault.ts';
import { profile } from '../../shared/contract/profile.ts';
import { session as door } from '../../shared/contract/session.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const OLD = 'https://old.example';
const NEW = 'https://new.example';
const USER = { id: 7, fullName: 'Asha', email: 'asha@example.com', role: 'trader', ability: [] };

/** A server that answers a sign-in when it is told to; what is sent to it and to the next one. */
const slowServer = async () => {
  let baseUrl = OLD;
  const { promise: slow, resolve: answer } = Promise.withResolvers<void>();
  const sent: { to: string; path: string; authorization: string | undefined }[] = [];
  const send = async (target: Target, { path, headers }: HttpRequest) => {
    sent.push({ to: target.baseUrl, path, authorization: headers['Authorization'] });
    if (path !== door.login.path) return { status: 200, body: { status: true, message: '', data: {} } };
    await slow;
    const data = { userData: USER, accessToken: 'of the old server', refreshToken: 'of the old server' };
    return { status: 200, body: { status: true, message: '', data } };
  };
  const gateway = new Gateway({
    language: () => 'en',
    send,
    target: () => Promise.resolve({ baseUrl, apiToken: '' }),
    store: () => Promise.resolve(),
    onExpired: () => undefined,
  });
  const session = new Session({
    gateway,
    vault: await openVault([{ ...memoryStore(), keptIn: 'keychain' }], quiet),
    log: quiet,
    announce: () => undefined,
    onPerson: () => undefined,
    outbox: () => null,
    lastName: { read: () => null, write: () => undefined },
  });
  const signIn = () => session.signIn({ email: USER.email, password: 'a long one', isRemembered: true });
  return { gateway, session, signIn, sent, answer, choose: () => (baseUrl = NEW) };
};

test('a sign-in that its server answers after another was chosen sends nothing of it to that one', async () => {
  const { gateway, session, signIn, sent, answer, choose } = await slowServer();
  const signingIn = signIn();
  await new Promise(setImmediate);
  await session.whileSignedOut(() => Promise.resolve(void choose()));
  answer();
  await signingIn;
  await gateway.call(profile.mine, {});
  expect(sent.filter(({ to, authorization }) => to === NEW && authorization !== undefined)).toEqual([]);
  expect(session.state.user).toBeNull();
});

test('a sign-in while another server is being chosen is refused with the reason', async () => {
  const { session, signIn, sent, answer, choose } = await slowServer();
  answer();
  await session.whileSignedOut(async () => {
    const refused = await signIn();
    expect(!refused.ok && refused.failure.message).toMatch(/^The server is being changed/);
    choose();
  });
  expect(sent).toEqual([]);
  expect((await signIn()).ok).toBe(true);
});
