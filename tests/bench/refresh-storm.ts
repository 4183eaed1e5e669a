import { setTimeout as pause } from 'node:timers/promises';
import axios, { type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import { createAuthRefresh } from 'axios-auth-refresh';
import { z } from 'zod';
import { Gateway } from '../../src/main/gateway/gateway.ts';
import type { Send } from '../../src/main/gateway/http.ts';
import { post } from '../../src/shared/contract/endpoint.ts';
import { session } from '../../src/shared/contract/session.ts';
import { inTurn, type Row } from './measure.ts';

const CALLS = 10_000;
const JITTER_MS = 200;

const echo = post('/userapi/echo', {
  right: null,
  input: z.object({ n: z.int() }),
  output: z.object({ n: z.int() }),
});

/** A server whose tokens rotate, reached without sockets; each answer takes up to 200 ms, the same in every run. */
class RotatingServer {
  refreshes = 0;
  private turn = 0;
  private issued = 1;

  readonly client = (): AxiosInstance =>
    axios.create({ adapter: (config) => this.answer(config), validateStatus: () => true });

  private async answer(config: InternalAxiosRequestConfig) {
    // Spread evenly, and in an order that looks like none.
    await pause((this.turn++ * 7_919) % (JITTER_MS + 1));
    const { status, data } = this.answerTo(config);
    const response = { status, data, statusText: '', headers: {}, config };
    if (status >= 400 && config.validateStatus?.(status) === false)
      throw new axios.AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response);
    return response;
  }

  private answerTo(config: InternalAxiosRequestConfig): { status: number; data: unknown } {
    const body = JSON.parse((config.data as string | undefined) ?? '{}') as {
      refreshToken?: string;
      n?: number;
    };
    const refused = { status: 401, data: { status: false, message: 'no', code: 'session', requestId: 'r' } };
    if (config.url?.endsWith(session.refresh.path)) {
      this.refreshes += 1;
      if (body.refreshToken !== `refresh-${this.issued}`) return refused;
      this.issued += 1;
      return { status: 200, data: { status: true, message: 'ok', data: this.pair } };
    }
    if (config.headers.get('Authorization') !== `Bearer access-${this.issued}`) return refused;
    return { status: 200, data: { status: true, message: 'ok', data: { n: body.n } } };
  }

  get pair() {
    return { accessToken: `access-${this.issued}`, refreshToken: `refresh-${this.issued}` };
  }
}

interface Storm {
  readonly ms: number;
  readonly succeeded: number;
  readonly refreshes: number;
}

const storm = async (server: RotatingServer, call: (n: number) => Promise<boolean>): Promise<Storm> => {
  const began = performance.now();
  const outcomes = await Promise.all(Array.from({ length: CALLS }, (_, n) => call(n)));
  return {
    ms: performance.now() - began,
    succeeded: outcomes.filter(Boolean).length,
    refreshes: server.refreshes,
  };
};

const ours = (): Promise<Storm> => {
  const server = new RotatingServer();
  const client = server.client();
  const send: Send = async (target, { method, path, body, headers }) => {
    const { status, data } = await client.request<unknown>({
      method,
      url: target.baseUrl + path,
      data: body,
      headers,
    });
    return { status, body: data };
  };
  const gateway = new Gateway({
    language: () => 'en',
    send,
    target: () => Promise.resolve({ baseUrl: 'http://127.0.0.1:1', apiToken: 'door' }),
    store: () => Promise.resolve(),
    onExpired: () => undefined,
  });
  gateway.tokens.start({ accessToken: 'expired', refreshToken: 'refresh-1' });
  return storm(server, async (n) => (await gateway.call(echo, { n })).ok);
};

/** `axios-auth-refresh` as its own page shows it: with its defaults, and with one refresh shared by hand. */
const peer = (isHelped: boolean): Promise<Storm> => {
  const server = new RotatingServer();
  const client = server.client();
  client.defaults.validateStatus = (status) => status < 400;
  const plain = server.client();
  let tokens = { accessToken: 'expired', refreshToken: 'refresh-1' };
  let refreshed: Promise<void> | null = null;
  const refresh = async (): Promise<void> => {
    const { data, status } = await plain.post<{ data: typeof tokens }>(session.refresh.path, {
      refreshToken: tokens.refreshToken,
    });
    if (status !== 200) throw new Error('The session is over.');
    tokens = data.data;
  };
  client.interceptors.request.use((config) => {
    config.headers.set('Authorization', `Bearer ${tokens.accessToken}`);
    return config;
  });
  // Its own way to have one refresh turns away every call that comes back while that is under way.
  if (isHelped) createAuthRefresh(client, () => (refreshed ??= refresh()), { deduplicateRefresh: false });
  else createAuthRefresh(client, refresh);
  return storm(server, (n) =>
    client.post(echo.path, { n }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
};

/** 10,000 calls at once whose token has expired: how many succeed, with how many refreshes, in what time. */
export const refreshStorm = async (): Promise<Row[]> => {
  const [mine, bare, helped] = [await ours(), await peer(false), await peer(true)];
  const [ourMs, helpedMs] = await inTurn([async () => (await ours()).ms, async () => (await peer(true)).ms]);
  const whole = `${CALLS} expired calls at once`;
  return [
    {
      name: `${whole}, that succeed (peer: axios-auth-refresh)`,
      unit: 'calls',
      ours: mine.succeeded,
      peer: bare.succeeded,
    },
    {
      name: `${whole}, refreshes (peer: axios-auth-refresh)`,
      unit: 'refreshes',
      ours: mine.refreshes,
      peer: bare.refreshes,
    },
    {
      name: `${whole}, time (peer: axios-auth-refresh, its refresh shared by hand: ${helped.succeeded} succeed)`,
      unit: 'ms',
      ours: ourMs ?? Number.NaN,
      peer: helpedMs ?? Number.NaN,
    },
  ];
};
