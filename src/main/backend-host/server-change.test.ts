import { beforeEach, expect, test, vi } from 'vitest';
import type { BackendChange, BackendState } from '../../shared/desktop.ts';
import { Gateway } from '../gateway/gateway.ts';
import type { HttpAnswer, HttpRequest } from '../gateway/http.ts';
import { serverTokens } from '../vault/server-token.ts';
import { openVault } from '../vault/vault.ts';
import { ChosenBackend } from './backend-choice.ts';
import { askForServer, changeServer } from './server-change.ts';

const system = vi.hoisted(() => ({ asked: [] as { message: string; detail: string }[], response: 0 }));
vi.mock('electron', () => ({
  dialog: {
    showMessageBox: (question: { message: string; detail: string }) => {
      system.asked.push(question);
      return Promise.resolve({ response: system.response, checkboxChecked: false });
    },
  },
}));
beforeEach(() => {
  system.asked = [];
});

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const server = (host: string): BackendChange => ({
  kind: 'server',
  url: `https://${host}`,
  apiToken: `of ${host}`,
});
const A: BackendChange = { kind: 'server', url: 'https://a.example' };
const B = server('b.example');
const answer = (data: unknown): HttpAnswer => ({ status: 200, body: { status: true, message: 'OK', data } });

/** Somebody who is signed in at A; what each server is sent. */
const signedInAtA = (respond: (request: HttpRequest) => Promise<HttpAnswer>) => {
  const sent: [host: string, path: string][] = [];
  const host = {
    state: {
      state: 'up',
      kind: 'embedded',
      message: '',
      logTail: [],
      keyState: 'fits' as const,
    } as BackendState,
    target: () => Promise.resolve(null),
    start: () => undefined,
    stop: () => Promise.resolve(),
    restart: () => Promise.resolve(),
  };
  const tokens = serverTokens(openVault([], quiet));
  const backend = new ChosenBackend(
    host,
    { kind: 'server', url: 'https://a.example' },
    tokens,
    () => undefined,
  );
  const gateway = new Gateway({
    language: () => 'en',
    send: (target, request) => {
      sent.push([new URL(target.baseUrl).host, request.path]);
      return respond(request);
    },
    target: () => backend.target(),
    store: () => Promise.resolve(),
    onExpired: () => undefined,
  });
  gateway.tokens.start({ accessToken: 'access of A', refreshToken: 'refresh of A' });
  const signOut = async () => {
    const ended = gateway.tokens.end();
    if (ended) await gateway.revoke(ended);
  };
  const whileSignedOut = async (work: () => Promise<void>) => {
    await signOut();
    await work();
  };
  return { sent, backend, gateway, whileSignedOut };
};

test('no token of a server is ever sent to the next one: it is signed out of first', async () => {
  const { sent, backend, whileSignedOut } = signedInAtA(() => Promise.resolve(answer({})));
  system.response = 0;
  expect(await changeServer({ backend, whileSignedOut, ask: askForServer }, B)).toBe(true);
  expect(await backend.target()).toEqual({ baseUrl: 'https://b.example', apiToken: 'of b.example' });
  expect(sent).toEqual([['a.example', '/jwt/logout']]);
});

test('a pair that the server of before answers late is revoked there', async () => {
  const renewal = Promise.withResolvers<HttpAnswer>();
  const { sent, backend, gateway } = signedInAtA(({ path }) =>
    path === '/jwt/refresh-token' ? renewal.promise : Promise.resolve(answer({})),
  );
  gateway.tokens.start({ accessToken: null, refreshToken: 'refresh of A' });
  const passing = gateway.tokens.pass();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  system.response = 0;
  const changing = changeServer(
    {
      backend,
      ask: askForServer,
      whileSignedOut: (work) => {
        gateway.tokens.end();
        return work();
      },
    },
    B,
  );
  await changing;
  expect((await passing).ok).toBe(false);
  renewal.resolve(answer({ accessToken: 'late', refreshToken: 'late too' }));
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
  expect(new Set(sent.map(([host]) => host))).toEqual(new Set(['a.example']));
});

test('the question names the host, and who says no stays where they are, signed in', async () => {
  const { sent, backend, gateway, whileSignedOut } = signedInAtA(() => Promise.resolve(answer({})));
  system.response = 1;
  expect(await changeServer({ backend, whileSignedOut, ask: askForServer }, B)).toBe(false);
  expect(system.asked.map(({ message }) => message)).toEqual(['Use the server b.example?']);
  expect([backend.isUsing(A), gateway.tokens.hasSession, sent]).toEqual([true, true, []]);
});

test('the server that is in use is not asked about', async () => {
  const { backend, whileSignedOut } = signedInAtA(() => Promise.resolve(answer({})));
  expect(await changeServer({ backend, whileSignedOut, ask: askForServer }, { ...A })).toBe(true);
  expect(system.asked).toEqual([]);
});
