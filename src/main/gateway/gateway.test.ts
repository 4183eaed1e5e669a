import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { get, post } from '../../shared/contract/endpoint.ts';
import { session } from '../../shared/contract/session.ts';
import { manage, read } from '../../shared/rights.ts';
import { Gateway } from './gateway.ts';
import { createHttp } from './http.ts';

const echo = post('/userapi/echo', {
  right: read('Profile'),
  input: z.object({ n: z.int() }),
  output: z.object({ n: z.int() }),
});
const pay = post('/userapi/pay', {
  right: manage('Wallet'),
  input: z.object({ amount: z.int() }),
  output: z.object({ n: z.int() }),
  money: 'orders',
});
const person = get('/userapi/person/{id}', {
  right: read('Profile'),
  output: z.object({ path: z.string() }),
});

type Respond = (request: IncomingMessage, body: unknown, response: ServerResponse) => void | Promise<void>;

/** A server with the platform's session rules, over real sockets. */
class SessionServer {
  accessToken = 'access-1';
  refreshToken = 'refresh-1';
  /** Every refresh token that was ever alive and is not now. */
  readonly dead = new Set<string>();
  isRevoked = false;
  refreshes = 0;
  readonly seen: { path: string; key: string | undefined; body: unknown }[] = [];
  onRefresh: Respond = (_request, body, response) => this.rotate(body, response);
  onCall: Respond = (_request, body, response) => ok(response, body);
  #issued = 1;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }
  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', 2_000, done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  rotate(body: unknown, response: ServerResponse): void {
    const { refreshToken } = body as { refreshToken: string };
    if (this.isRevoked || refreshToken !== this.refreshToken) return refuse(response, 401, 'session');
    this.dead.add(this.refreshToken);
    this.#issued++;
    this.accessToken = `access-${this.#issued}`;
    this.refreshToken = `refresh-${this.#issued}`;
    ok(response, { accessToken: this.accessToken, refreshToken: this.refreshToken });
  }
  /** Whether any token could still be used. */
  get isAlive(): boolean {
    return !this.isRevoked;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const path = request.url ?? '';
    this.seen.push({ path, key: request.headers['idempotency-key'] as string | undefined, body });
    if (path === session.refresh.path) {
      this.refreshes++;
      return this.onRefresh(request, body, response);
    }
    if (path === session.login.path) return refuse(response, 401, 'credentials');
    if (this.isRevoked || request.headers.authorization !== `Bearer ${this.accessToken}`)
      return refuse(response, 401, 'session');
    if (path === session.logout.path) {
      this.isRevoked = true;
      return ok(response, {});
    }
    return this.onCall(request, body, response);
  }
}

const reply = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const ok = (response: ServerResponse, data: unknown) =>
  reply(response, 200, { status: true, message: 'fine', data });
const refuse = (response: ServerResponse, status: number, code: string) =>
  reply(response, status, { status: false, message: `no: ${code}`, code, requestId: 'r-1' });

let server: SessionServer;
let gateway: Gateway;
let kept: string[];
let expired: number;
let answered: number;
let baseUrl: string;
let isAway: boolean;

beforeEach(async () => {
  server = new SessionServer();
  baseUrl = await server.start();
  kept = [];
  expired = 0;
  isAway = false;
  answered = 0;
  gateway = new Gateway({
    language: () => 'en',
    send: createHttp(),
    target: () => Promise.resolve(isAway ? null : { baseUrl, apiToken: 'door' }),
    store: ({ refreshToken }) => Promise.resolve(void kept.push(refreshToken)),
    onExpired: () => void expired++,
    onAnswered: () => void answered++,
  });
  gateway.tokens.start({ accessToken: 'access-1', refreshToken: 'refresh-1' });
});
afterEach(() => server.stop());

const codeOf = async (call: Promise<{ ok: boolean; failure?: { code: string } }>) =>
  (await call).failure?.code ?? 'ok';

describe('a call', () => {
  test('carries its fields where the endpoint wants them, and its answer is read against the contract', async () => {
    server.onCall = (request, _body, response) => ok(response, { path: request.url });
    const found = get('/userapi/person/{id}', {
      right: read('Profile'),
      params: z.object({ id: z.int() }),
      query: z.object({ brief: z.boolean().optional() }),
      output: z.object({ path: z.string() }),
    });
    expect(await gateway.call(found, { id: 7, brief: true })).toEqual({
      ok: true,
      message: 'fine',
      value: { path: '/userapi/person/7?brief=true' },
    });
    server.onCall = (_request, _body, response) => ok(response, { path: 5 });
    expect(await codeOf(gateway.call(person, {}))).toBe('bad-answer');
    server.onCall = (_request, _body, response) => void response.end('<html>');
    expect(await codeOf(gateway.call(person, {}))).toBe('bad-answer');
  });

  test('that is carried out shows that the backend is there; one that fails does not', async () => {
    await gateway.call(echo, { n: 1 });
    expect(answered).toBe(1);
    server.onCall = (_request, _body, response) => refuse(response, 503, 'unavailable');
    await gateway.call(echo, { n: 1 });
    expect(answered).toBe(1);
  });

  test.each([
    [400, 'invalid', 'invalid'],
    [401, 'credentials', 'credentials'],
    [404, 'no-such-call', 'no-such-call'],
    [409, 'conflict', 'conflict'],
    [500, 'internal', 'internal'],
    [418, 'teapot', 'internal'],
    [429, 'a code of a newer server', 'rate'],
  ])('that is refused with %i %s fails as %s, with the server’s words', async (status, code, expected) => {
    server.onCall = (_request, _body, response) => refuse(response, status, code);
    const result = await gateway.call(echo, { n: 1 });
    expect(result).toMatchObject({
      ok: false,
      failure: { code: expected, message: `no: ${code}`, requestId: 'r-1' },
    });
    expect(server.refreshes).toBe(0);
  });

  test('fails at once when the backend is away', async () => {
    isAway = true;
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('unavailable');
    isAway = false;
    server.stop();
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('unavailable');
  });

  test('fails when nobody is signed in, without asking the server', async () => {
    gateway.tokens.end();
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('unauthorised');
    expect(server.seen).toEqual([]);
  });
});

/** Calls at once; `TRICKDESK_STORM=10000` asks for more than a busy machine answers within a call's time. */
const STORM = Number(process.env['TRICKDESK_STORM'] ?? 1_000);

describe('an expired access token', () => {
  beforeEach(() => void (server.accessToken = 'access-rotated-elsewhere'));

  test(`is renewed once for ${STORM} calls at once, and every call succeeds`, async () => {
    server.onCall = async (_request, body, response) => {
      await pause(Math.random() * 20);
      ok(response, body);
    };
    const calls = Array.from({ length: STORM }, (_, n) => gateway.call(echo, { n }));
    const results = await Promise.all(calls);
    expect(results.filter((result) => result.ok)).toHaveLength(STORM);
    expect(results.map((result) => result.ok && result.value.n)).toEqual(results.map((_, n) => n));
    expect(server.refreshes).toBe(1);
    expect(kept).toEqual(['refresh-2']);
  }, 60_000);

  test('a call that was on its way when another renewed takes the new token and does not renew again', async () => {
    const slow = gateway.call(echo, { n: 1 });
    await gateway.call(echo, { n: 2 });
    expect(await codeOf(slow)).toBe('ok');
    await gateway.call(echo, { n: 3 });
    expect(server.refreshes).toBe(1);
  });

  test('the new refresh token is kept before waiting calls go on', async () => {
    const order: string[] = [];
    const slowVault = new Gateway({
      language: () => 'en',
      send: createHttp(),
      target: () => Promise.resolve({ baseUrl, apiToken: 'door' }),
      store: async () => {
        await pause(50);
        order.push('kept');
      },
      onExpired: () => undefined,
    });
    server.onCall = (_request, body, response) => {
      order.push('called');
      ok(response, body);
    };
    slowVault.tokens.start({ accessToken: 'old', refreshToken: 'refresh-1' });
    await slowVault.call(echo, { n: 1 });
    expect(order).toEqual(['kept', 'called']);
  });

  test('a restored session renews before its first call', async () => {
    gateway.tokens.start({ accessToken: null, refreshToken: 'refresh-1' });
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('ok');
    expect(server.seen.map(({ path }) => path)).toEqual([session.refresh.path, echo.path]);
  });

  test('a lost reply is asked for again with the same token', async () => {
    let isFirst = true;
    server.onRefresh = (_request, body, response) => {
      if (!isFirst) return server.rotate(body, response);
      isFirst = false;
      response.destroy();
    };
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('ok');
    const tries = server.seen.filter(({ path }) => path === session.refresh.path);
    expect(tries.map(({ body }) => body)).toEqual([
      { refreshToken: 'refresh-1' },
      { refreshToken: 'refresh-1' },
    ]);
  });

  test('a refused renewal ends the session for everybody, once', async () => {
    server.isRevoked = true;
    const codes = await Promise.all(Array.from({ length: 200 }, (_, n) => codeOf(gateway.call(echo, { n }))));
    expect(new Set(codes)).toEqual(new Set(['unauthorised']));
    expect([server.refreshes, expired]).toEqual([1, 1]);
    expect(gateway.tokens.hasSession).toBe(false);
  });

  const failures: [string, Respond][] = [
    ['500', (_request, _body, response) => refuse(response, 500, 'internal')],
    ['garbage', (_request, _body, response) => void response.end('\u0000<html>')],
    ['half a pair', (_request, _body, response) => ok(response, { accessToken: 'only' })],
  ];
  test.each(failures)(
    'a renewal answered with %s fails those who wait and keeps the session',
    async (_what, respond) => {
      server.onRefresh = respond;
      const codes = await Promise.all(
        Array.from({ length: 50 }, (_, n) => codeOf(gateway.call(echo, { n }))),
      );
      expect(new Set(codes)).toEqual(new Set(['unavailable']));
      expect([server.refreshes, expired, gateway.tokens.hasSession]).toEqual([1, 0, true]);
      server.onRefresh = (_request, body, response) => server.rotate(body, response);
      expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('ok');
    },
  );

  test('a renewal that hangs lets nobody wait longer than ten seconds', async () => {
    server.onRefresh = () => undefined;
    const before = Date.now();
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => codeOf(gateway.call(echo, { n }))));
    expect(new Set(codes)).toEqual(new Set(['unavailable']));
    expect(Date.now() - before).toBeLessThan(10_000);
    expect(server.refreshes).toBe(2);
  });

  test('a token that is refused right after it was made ends the session', async () => {
    server.onRefresh = (_request, _body, response) =>
      ok(response, { accessToken: 'worthless', refreshToken: 'r' });
    expect(await codeOf(gateway.call(echo, { n: 1 }))).toBe('unauthorised');
    expect(expired).toBe(1);
  });
});

describe('the door', () => {
  test('a wrong password starts no renewal and ends no session', async () => {
    const input = { email: 'a@b.in', password: 'wrong' };
    expect(await codeOf(gateway.callAtDoor(session.login, input))).toBe('credentials');
    expect([server.refreshes, expired, gateway.tokens.hasSession]).toEqual([0, 0, true]);
  });
});

describe('money', () => {
  const key = { idempotencyKey: '0d9f4a3e-6c1b-4f1e-9a55-0a4bb7f3c001' };

  test('is not sent without an idempotency key', async () => {
    expect(await codeOf(gateway.call(pay, { amount: 1 }))).toBe('invalid');
    expect(server.seen).toEqual([]);
  });

  test('sent again after a 401 carries the same key', async () => {
    server.accessToken = 'access-rotated-elsewhere';
    server.onCall = (_request, _body, response) => ok(response, { n: 1 });
    expect(await codeOf(gateway.call(pay, { amount: 1 }, key))).toBe('ok');
    const sent = server.seen.filter(({ path }) => path.startsWith('/userapi/pay'));
    expect(sent.map((request) => request.key)).toEqual([key.idempotencyKey, key.idempotencyKey]);
  });

  test('that needs a proof is refused at once where nobody is asked, and sent with one as it is given', async () => {
    const proofs: unknown[] = [];
    server.onCall = (request, _body, response) => {
      proofs.push(request.headers['x-proof']);
      return proofs.length < 2 ? refuse(response, 403, 'confirmation-required') : ok(response, { n: 1 });
    };
    expect(await codeOf(gateway.call(pay, { amount: 1 }, key))).toBe('confirmation-required');
    const proof = { kind: 'password', text: 'पास वर्ड 1' } as const;
    expect(await codeOf(gateway.call(pay, { amount: 1 }, { ...key, proof }))).toBe('ok');
    expect(proofs).toEqual([undefined, `password ${encodeURIComponent(proof.text)}`]);
    expect([server.refreshes, expired]).toEqual([0, 0]);
  });

  test('without an answer is of unknown outcome, and never sent again', async () => {
    server.onCall = (_request, _body, response) => void response.destroy();
    expect(await codeOf(gateway.call(pay, { amount: 1 }, key))).toBe('unknown-outcome');
    expect(server.seen).toHaveLength(1);
    server.onCall = (_request, _body, response) => void response.writeHead(504).end('upstream');
    expect(await codeOf(gateway.call(pay, { amount: 1 }, key))).toBe('unknown-outcome');
  });

  test('that cannot be sent was certainly not done', async () => {
    server.stop();
    expect(await codeOf(gateway.call(pay, { amount: 1 }, key))).toBe('unavailable');
  });

  test('that times out is of unknown outcome', async () => {
    const impatient = createHttp();
    const inHurry = new Gateway({
      language: () => 'en',
      send: (target, request) => impatient(target, { ...request, timeoutMs: 50 }),
      target: () => Promise.resolve({ baseUrl, apiToken: 'door' }),
      store: () => Promise.resolve(),
      onExpired: () => undefined,
    });
    inHurry.tokens.start({ accessToken: 'access-1', refreshToken: 'refresh-1' });
    server.onCall = () => undefined;
    expect(await codeOf(inHurry.call(pay, { amount: 1 }, key))).toBe('unknown-outcome');
    expect(await codeOf(inHurry.call(echo, { n: 1 }))).toBe('unavailable');
  });
});

/** The long run: `TRICKDESK_SIGN_OUTS=10000 npx vitest run src/main/gateway`. */
const SCHEDULES = Number(process.env['TRICKDESK_SIGN_OUTS'] ?? 500);

describe('signing out while a renewal is under way', () => {
  test(
    `in ${SCHEDULES} schedules: every caller settles, and no token is alive afterwards`,
    async () => {
      for (let schedule = 0; schedule < SCHEDULES; schedule++) {
        const own = new SessionServer();
        own.accessToken = 'expired';
        const url = await own.start();
        const [beforeRotation, afterRotation, untilSignOut] = [
          schedule % 3,
          Math.floor(schedule / 3) % 3,
          schedule % 7,
        ];
        own.onRefresh = async (_request, body, response) => {
          await pause(beforeRotation);
          if (afterRotation === 2 && schedule % 2 === 0) await pause(afterRotation);
          own.rotate(body, response);
        };
        const one = new Gateway({
          language: () => 'en',
          send: createHttp(),
          target: () => Promise.resolve({ baseUrl: url, apiToken: 'door' }),
          store: () => pause(afterRotation),
          onExpired: () => undefined,
        });
        one.tokens.start({ accessToken: 'access-1', refreshToken: 'refresh-1' });
        const calls = [1, 2, 3].map((n) => one.call(echo, { n }));
        await pause(untilSignOut);
        const ended = one.tokens.end();
        const codes = await Promise.all(calls.map(codeOf));
        expect(codes.every((code) => code === 'ok' || code === 'unauthorised')).toBe(true);
        if (ended) await one.revoke(ended);
        // A renewal that answered late is revoked behind the scenes.
        for (let wait = 0; own.isAlive && wait < 100; wait++) await pause(5);
        expect(own.isAlive, `schedule ${schedule}`).toBe(false);
        expect(await codeOf(one.call(echo, { n: 4 }))).toBe('unauthorised');
        own.stop();
      }
    },
    60_000 + SCHEDULES * 120,
  );

  test('an answer that arrives for a session that has ended is not returned', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    server.onCall = async (_request, _body, response) => {
      asked();
      await isLetGo;
      ok(response, { n: 42 });
    };
    const call = gateway.call(echo, { n: 1 });
    await isAsked;
    gateway.tokens.start({ accessToken: 'of somebody else', refreshToken: 'r' });
    letGo();
    expect(await codeOf(call)).toBe('unauthorised');
  });
});
