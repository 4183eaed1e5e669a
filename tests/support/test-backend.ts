import { type SimulatedDay, simulateDay } from '../../src/backend/market/simulated/simulated-market.ts';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/backend/clock.ts';
import { type Backend, type BackendOptions, createBackend } from '../../src/backend/create-backend.ts';
import { createLogger } from '../../src/backend/log.ts';
import { contract, type CallId } from '../../src/shared/contract/index.ts';
import { pathValueOf, toInside, toWire } from '../../src/shared/contract/wire-mapping.ts';
import type { Endpoint, EndpointAt, InputOf, OutputOf } from '../../src/shared/contract/endpoint.ts';
import { PROOF_HEADER, proofHeader } from '../../src/shared/proof.ts';
import { placeOf } from './test-database.ts';
import { fillAsPrepared } from './prepared-folder.ts';

export const TEST_API_TOKEN = 'test-api-token';
/** Every test backend has the same simulated market. */
export const TEST_SEED = 20_261_121;

/** The password of everybody that `TestBackend.register` makes. */
export const TEST_PASSWORD = 'a long enough password';

/** Header of a user who proves their identity by password. */
export const passwordProof = (password = TEST_PASSWORD): Record<string, string> => ({
  [PROOF_HEADER]: proofHeader({ kind: 'password', text: password }),
});

/** Answer to a call over the wire. */
export interface WireAnswer<T> {
  readonly status: number;
  readonly body: {
    readonly status: boolean;
    readonly message: string;
    readonly code?: string;
    readonly requestId?: string;
    readonly fields?: Record<string, string>;
    readonly details?: unknown;
    readonly data?: T;
  };
}

export interface TestUser {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly email: string;
  /** Calls as this user and gives back whatever came. Asked to, it proves once with the password that it is them. */
  ask<Id extends CallId>(
    id: Id,
    input?: unknown,
    headers?: Record<string, string>,
  ): Promise<WireAnswer<OutputOf<EndpointAt<typeof contract, Id>>>>;
  /** The same `ask`, of a user who gives no proof when asked. */
  readonly askUnproven: TestUser['ask'];
  /** Calls as this user and gives back the data; throws when the answer is a failure. */
  call<Id extends CallId>(
    id: Id,
    input?: InputOf<EndpointAt<typeof contract, Id>>,
  ): Promise<OutputOf<EndpointAt<typeof contract, Id>>>;
}

export const endpointOf = (id: CallId): Endpoint => {
  const [domain, name] = id.split('.') as [keyof typeof contract, string];
  return (contract[domain] as unknown as Record<string, Endpoint>)[name]!;
};

const shapeKeys = (schema: unknown): string[] => Object.keys((schema as { shape: object }).shape);

/** A value as it stands in a path or a query. */
const wireText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Values by their names on the wire; what is not a field of the schema stays as it is. */
const wireFields = (schema: Endpoint['body'], input: unknown): Record<string, unknown> =>
  toWire(schema, input) as Record<string, unknown>;

/** The HTTP request of a call: flat input, by our names, split into path, query and body. */
export const requestOf = (
  id: CallId,
  input: Record<string, unknown>,
): { path: string; body: string; method: string } => {
  const endpoint = endpointOf(id);
  const rest = { ...input };
  let { path } = endpoint;
  for (const name of shapeKeys(endpoint.params)) {
    path = path.replace(`{${name}}`, encodeURIComponent(pathValueOf(name, wireText(rest[name]))));
    delete rest[name];
  }
  const query = new URLSearchParams();
  for (const name of shapeKeys(endpoint.query)) {
    const field = wireFields(endpoint.query, { [name]: rest[name] });
    if (rest[name] !== undefined)
      for (const [key, value] of Object.entries(field)) query.set(key, wireText(value));
    delete rest[name];
  }
  const search = query.size > 0 ? `?${query.toString()}` : '';
  return {
    path: `${path}${search}`,
    method: endpoint.method,
    body: JSON.stringify(wireFields(endpoint.body, rest)),
  };
};

export interface TestBackend extends Pick<ServerClient, 'post' | 'register'> {
  readonly backend: Backend;
  readonly dataDir: string;
  readonly url: string;
  /** Stops it; the data folder stays for a restart, or goes with `dispose`. */
  close(): Promise<void>;
  dispose(): Promise<void>;
}

/** Modules are new in every test file of a process; what is here stays. */
const kept = globalThis as { daysOfTests?: Map<string, SimulatedDay> };
/** Days of the simulated market that were computed in this process: most tests have the same. */
const computedDays = (kept.daysOfTests ??= new Map<string, SimulatedDay>());
const MOST_DAYS = 120;

/** `simulateDay`, once for each day; a day is another where its market has moved otherwise before. */
const simulateOnce: typeof simulateDay = (seed, state, stepMinutes) => {
  const key = `${seed} ${state.day} ${state.logVolatility} ${stepMinutes ?? 1}`;
  const known = computedDays.get(key);
  if (known) return known;
  const day = simulateDay(seed, state, stepMinutes);
  if (computedDays.size >= MOST_DAYS) computedDays.clear();
  computedDays.set(key, day);
  return day;
};

const TEST_OPTIONS = {
  simulateDay: simulateOnce,
  port: 0,
  apiToken: TEST_API_TOKEN,
  logger: createLogger('silent'),
  seed: TEST_SEED,
  signInsPerMinute: 100_000,
};

/**
 * A new data folder with a prepared market and strategies. The market is that of the day, the strategies are the
 * shipped ones.
 */
const newDataDir = async ({ clock = systemClock, seed = TEST_SEED }: Partial<BackendOptions>) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-test-'));
  await fillAsPrepared(dataDir, clock.now(), { ...TEST_OPTIONS, seed });
  return dataDir;
};

/** Calls to a server at a URL. */
export interface ServerClient {
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<WireAnswer<unknown>>;
  /** Registers somebody new, under a referrer if their code is given. */
  register(name: string, referralCode?: string): Promise<TestUser>;
  /** Somebody who is signed in. */
  as(session: Pick<TestUser, 'accessToken' | 'refreshToken' | 'email'>): TestUser;
}

export const clientAt = (url: string): ServerClient => {
  const send = async (path: string, method: string, body: string, headers: Record<string, string>) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body }),
    });
    return { status: response.status, body: (await response.json()) as WireAnswer<never>['body'] };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, 'POST', JSON.stringify(body), headers);
  const as: ServerClient['as'] = ({ accessToken, refreshToken, email }) => {
    const askUnproven: TestUser['ask'] = async (id, input = {}, headers = {}) => {
      const request = requestOf(id, input as Record<string, unknown>);
      const { output, money } = endpointOf(id);
      const answer = await send(request.path, request.method, request.body, {
        authorization: `Bearer ${accessToken}`,
        ...(money ? { 'idempotency-key': randomUUID() } : {}),
        ...headers,
      });
      const data = toInside(output, answer.body.data) as never;
      return { ...answer, body: { ...answer.body, ...('data' in answer.body && { data }) } };
    };
    const ask: TestUser['ask'] = async (id, input = {}, headers = {}) => {
      const sent = endpointOf(id).money ? { 'idempotency-key': randomUUID(), ...headers } : headers;
      const answer = await askUnproven(id, input, sent);
      if (answer.body.code !== 'confirmation-required' || PROOF_HEADER in headers) return answer;
      return askUnproven(id, input, { ...sent, ...passwordProof() });
    };
    return {
      accessToken,
      refreshToken,
      email,
      ask,
      askUnproven,
      call: async (id, input) => {
        const { status, body } = await ask(id, input);
        if (status !== 200) throw new Error(`${id}: ${status} ${body.message}`);
        return body.data as never;
      },
    };
  };
  return {
    post,
    as,
    register: async (name, referralCode) => {
      const email = `${name}@example.com`;
      const answer = await post(
        '/jwt/register',
        {
          fullName: `${name} Tester`,
          email,
          phone: `9${String(Math.abs(hash(name)) % 1_000_000_000).padStart(9, '0')}`,
          password: TEST_PASSWORD,
          referralCode,
        },
        { 'x-api-token': TEST_API_TOKEN },
      );
      if (answer.status !== 200) throw new Error(answer.body.message);
      const session = answer.body.data as { accessToken: string; refreshToken: string } | undefined;
      if (!session) throw new Error('There is no session.');
      return as({ ...session, email });
    },
  };
};

/** A real backend on a real SQLite file, on a free port. A folder that is given is taken as it is. */
export const startTestBackend = async (options: Partial<BackendOptions> = {}): Promise<TestBackend> => {
  const dataDir = options.dataDir ?? (await newDataDir(options));
  const backend = await createBackend({
    ...TEST_OPTIONS,
    ...options,
    dataDir,
    database: options.database ?? (await placeOf(dataDir)),
  });
  const url = `http://127.0.0.1:${backend.port}`;
  const { post, register } = clientAt(url);
  const close = () => backend.close();
  return {
    backend,
    dataDir,
    url,
    post,
    register,
    close,
    dispose: async () => {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const hash = (text: string): number => {
  let value = 7;
  for (const sign of text) value = (value * 31 + sign.charCodeAt(0)) | 0;
  return value;
};
