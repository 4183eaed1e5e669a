import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../src/engine/random.ts';
import { Gateway } from '../../src/main/gateway/gateway.ts';
import { createHttp, NoAnswerError, type Send } from '../../src/main/gateway/http.ts';
import { session } from '../../src/shared/contract/session.ts';
import { wallet } from '../../src/shared/contract/wallet.ts';
import { addMoneySample } from '../support/money-sample.ts';
import { signIn } from '../support/signed-in.ts';
import { startTestBackend, TEST_API_TOKEN, type TestBackend } from '../support/test-backend.ts';

/** How often a request is sent again. */
const REPLAYS = Number(process.env['TRICKDESK_REPLAYS'] ?? 1_000);
const PAISE = 10_00;
const FRIEND = 'friend@example.com';
/** Share of lost answers. `EXPIRED` is the share of sendings whose token the server no longer takes. */
const LOST = 0.4;
const EXPIRED = 0.1;

let server: TestBackend;
let gateway: Gateway;
/** Outcome of each sending: answers of the server, and those that were lost on the way. */
const seen = { refused: 0, lost: 0 };

/** A network that loses some answers and lets some tokens expire. */
const losing = (): Send => {
  const { uniform } = seededRandom('lost answers');
  const send = createHttp();
  let wasExpired = false;
  return async (target, request) => {
    // A token that was renewed a moment ago has not expired.
    if (request.path === session.refresh.path) return send(target, request);
    const isExpired: boolean = !wasExpired && uniform() < EXPIRED;
    wasExpired = isExpired;
    const headers = isExpired ? { ...request.headers, Authorization: 'Bearer expired' } : request.headers;
    const answer = await send(target, { ...request, headers });
    if (answer.status === 401) seen.refused += 1;
    if (uniform() >= LOST) return answer;
    seen.lost += 1;
    throw new NoAnswerError('The answer was lost.');
  };
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  const user = await server.register('replays');
  await addMoneySample(server, user);
  // The first payment to somebody asks who it is; those that follow do not.
  await user.call('wallet.transfer', { to: FRIEND, amount: PAISE });
  gateway = new Gateway({
    language: () => 'en',
    send: losing(),
    target: () => Promise.resolve({ baseUrl: server.url, apiToken: TEST_API_TOKEN }),
    store: () => Promise.resolve(),
    onExpired: () => undefined,
  });
  gateway.tokens.start(await signIn(server, user.email));
}, 60_000);
afterAll(() => server.dispose());

/** Paise that the friend has. */
const received = async (): Promise<number> => {
  const { available } = await server.backend.parts.database.read
    .selectFrom('ledger_accounts')
    .innerJoin('users', 'users.id', 'ledger_accounts.user_id')
    .select('balance as available')
    .where('email', '=', FRIEND)
    .where('kind', '=', 'available')
    .executeTakeFirstOrThrow();
  return available;
};

/** Sends a transfer once more; `unknown-outcome` when its answer was lost. */
const send = async (idempotencyKey: string, amount = PAISE): Promise<string> => {
  const result = await gateway.call(wallet.transfer, { to: FRIEND, amount }, { idempotencyKey });
  return result.ok ? (result.value as { reference: string }).reference : result.failure.code;
};

it(`a transfer that is sent ${REPLAYS} times after refusals and lost answers is done once`, async () => {
  const before = await received();
  const key = randomUUID();
  const outcomes: string[] = [];
  for (let replay = 0; replay < REPLAYS; replay++) outcomes.push(await send(key));
  const references = new Set(outcomes.filter((outcome) => outcome !== 'unknown-outcome'));
  expect(references.size).toBe(1);
  expect([...references][0]).toMatch(/^TD-/);
  expect(await received()).toBe(before + PAISE);
  expect(seen.lost).toBeGreaterThan(REPLAYS / 5);
  expect(seen.refused).toBeGreaterThan(REPLAYS / 20);
  // Until an answer comes through: the key belongs to that payment for good.
  let other = 'unknown-outcome';
  while (other === 'unknown-outcome') other = await send(key, PAISE + 1);
  expect(other).toBe('conflict');
  expect(await received()).toBe(before + PAISE);
}, 300_000);

it('each of many transfers that are sent until an answer comes is done once', async () => {
  const before = await received();
  const count = Math.ceil(REPLAYS / 10);
  const references = new Set<string>();
  for (let number = 0; number < count; number++) {
    const key = randomUUID();
    let outcome = 'unknown-outcome';
    while (outcome === 'unknown-outcome') outcome = await send(key);
    references.add(outcome);
  }
  expect(references.size).toBe(count);
  expect(await received()).toBe(before + count * PAISE);
}, 300_000);
