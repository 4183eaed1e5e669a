import { afterEach, beforeEach, expect, it } from 'vitest';
import { until } from '../../../tests/support/until.ts';
import type { ProviderEvent } from './payment-provider.ts';
import { eventIn } from './signed-callback.ts';
import { SandboxProvider, type SandboxSubject } from './sandbox-provider.ts';

let now = 0;
let reported: ProviderEvent[] = [];
let sandbox: SandboxProvider;
let isListening = true;

const clock = { now: () => now };
const eventOf = ({ secret }: SandboxProvider, signature: string | undefined, body: Uint8Array) =>
  eventIn({ secret, clock }, signature, body);

beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00+05:30');
  reported = [];
  isListening = true;
  sandbox = new SandboxProvider(clock, 4_000);
  sandbox.start((signature, body) => {
    reported.push(eventOf(sandbox, signature, body));
    return isListening ? Promise.resolve() : Promise.reject(new Error('the disk is full'));
  });
});
afterEach(() => sandbox.close());

const request = { reference: 'R1', amount: 500_00, upiId: 'asha@okbank', expiresAt: 0 };
const subject = (): SandboxSubject => ({
  about: 'payment',
  reference: 'R1',
  amount: 500_00,
  expiresAt: now + 900_000,
});
const events = (count: number) =>
  until(`${count} events`, () => Promise.resolve(reported.length >= count), 2_000);
const moment = () => new Promise((resolve) => setTimeout(resolve, 250));

it('names an address that no bank has', () => {
  expect(sandbox).toMatchObject({ isSandbox: true, payee: { upiId: 'trickdesk@sandbox' } });
});

it('confirms by itself after its delay, a payment and a payout alike', async () => {
  sandbox.watch(request);
  sandbox.payOut({ reference: 'R2', amount: 700_00, ifsc: '', accountLast4: '', accountSealed: '' });
  now += 3_999;
  await moment();
  expect(reported).toEqual([]);
  now += 1;
  await events(2);
  expect(reported).toMatchObject([
    { about: 'payment', reference: 'R1', outcome: 'done', amount: 500_00 },
    { about: 'payout', reference: 'R2', outcome: 'done', amount: 700_00 },
  ]);
});

it('sends the same event twice when set to', async () => {
  sandbox.act(subject(), 'confirm-twice');
  await events(2);
  expect(reported[0]).toEqual(reported[1]);
});

it('gives the same event the same id, also in another process', async () => {
  sandbox.act(subject(), 'confirm');
  await events(1);
  const other = new SandboxProvider(clock, 0);
  other.start((signature, body) => Promise.resolve(void reported.push(eventOf(other, signature, body))));
  other.watch(request);
  await events(2);
  await other.close();
  expect(reported[1]).toEqual(reported[0]);
});

it('waits when set to, and confirms after the expiry when set to be late', async () => {
  sandbox.watch(request);
  sandbox.act(subject(), 'wait');
  now += 800_000;
  await moment();
  expect(reported).toEqual([]);
  const late = { ...subject(), expiresAt: now + 100_000 };
  sandbox.act(late, 'confirm-late');
  now += 100_000;
  await moment();
  expect(reported).toEqual([]);
  now += 2_000;
  await events(1);
  expect(reported[0]).toMatchObject({ outcome: 'done', amount: 500_00 });
});

it('pays another amount, or fails, when set to', async () => {
  sandbox.act(subject(), 'wrong-amount');
  await events(1);
  sandbox.act(subject(), 'fail');
  await events(2);
  expect(reported).toMatchObject([
    { outcome: 'done', amount: 501_00 },
    { outcome: 'failed', reason: expect.stringContaining('sandbox') as string },
  ]);
});

it('sends again what could not be applied', async () => {
  isListening = false;
  sandbox.act(subject(), 'confirm');
  await events(1);
  isListening = true;
  await moment();
  now += 2_000;
  await events(2);
  expect(reported[1]).toEqual(reported[0]);
  now += 60_000;
  await moment();
  expect(reported).toHaveLength(2);
});
