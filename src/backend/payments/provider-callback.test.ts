import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { SIGNATURE_HEADER, signatureOf } from './signed-callback.ts';
import { PROVIDER_PATH } from './provider-callback.ts';

const MINUTE = 60_000;
const NEVER = 1_000_000_000;

const now = Date.parse('2026-11-21T10:00:00+05:30');
let server: TestBackend;
let names = 0;
beforeAll(async () => {
  server = await startTestBackend({ clock: { now: () => now }, paymentDelayMs: NEVER });
});
afterAll(() => server.dispose());

const secretOf = (): string => server.backend.parts.paymentSandbox!.secret;
/** A waiting payment, and the message by which its provider confirms it. */
const asked = async (): Promise<{ user: TestUser; message: string }> => {
  const user = await server.register(`payer${names++}`);
  const { reference } = await user.call('wallet.add', { amount: 500_00, upiId: 'asha@okbank' });
  const event = { eventId: `e-${reference}`, about: 'payment', reference, outcome: 'done', amount: 500_00 };
  return { user, message: JSON.stringify(event) };
};
const send = async (message: string, signature: string | null) => {
  const answer = await fetch(`${server.url}${PROVIDER_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature !== null && { [SIGNATURE_HEADER]: signature }),
    },
    body: message,
  });
  return answer.status;
};
const sign = (message: string, at = now, secret = secretOf()): string =>
  signatureOf(secret, at, Buffer.from(message));
const available = async (user: TestUser): Promise<number> => (await user.call('wallet.mine')).available;

it('a message with the signature of the provider is applied, and once however often it is sent', async () => {
  const { user, message } = await asked();
  const signature = sign(message);
  for (let round = 0; round < 3; round++) expect(await send(message, signature)).toBe(200);
  expect(await available(user)).toBe(500_00);
});

it('while keys change, one of two signatures is enough', async () => {
  const { user, message } = await asked();
  const [time, good] = sign(message).split(',');
  expect(await send(message, `${time},v1=${'0'.repeat(64)},${good}`)).toBe(200);
  expect(await available(user)).toBe(500_00);
});

it.each<[string, (message: string) => string | null]>([
  ['without a signature', () => null],
  ['with an empty one', () => ''],
  ['with the signature of another secret', (message) => sign(message, now, 'another secret')],
  ['with the signature of other bytes', (message) => sign(message.replace('50000', '50001'))],
  ['that was signed more than five minutes ago', (message) => sign(message, now - 5 * MINUTE - 1_000)],
  ['that was signed for later', (message) => sign(message, now + 5 * MINUTE + 1_000)],
  [
    'whose time was put forward',
    (message) => sign(message, now - 60 * MINUTE).replace(/t=\d+/, `t=${now / 1000}`),
  ],
  ['without a time', (message) => sign(message).replace(/t=\d+,/, '')],
  ['with half a signature', (message) => sign(message).slice(0, -32)],
])('a message %s is refused, and credits nothing', async (_what, signatureFor) => {
  const { user, message } = await asked();
  expect(await send(message, signatureFor(message))).toBe(401);
  expect(await available(user)).toBe(0);
});

it.each([
  '{}',
  'not JSON',
  '',
  '[]',
  '{"eventId":"x","about":"payment","reference":"R","outcome":"done","amount":1.5}',
])('a signed message that is no event (%s) is refused, and the next one is taken', async (broken) => {
  expect(await send(broken, sign(broken))).toBe(400);
  const { user, message } = await asked();
  expect(await send(message, sign(message))).toBe(200);
  expect(await available(user)).toBe(500_00);
});

it('a signed event of a payment that is not ours is accepted, so that it is not sent for ever', async () => {
  const message = JSON.stringify({
    eventId: 'z',
    about: 'payment',
    reference: 'NOBODY',
    outcome: 'done',
    amount: 1,
  });
  expect(await send(message, sign(message))).toBe(200);
});

it('a message that is too long is not read', async () => {
  const message = 'x'.repeat(65 * 1024);
  expect(await send(message, sign(message))).toBe(413);
});
