import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { Refusal } from '../refusal.ts';
import type { ProviderEvent } from './payment-provider.ts';

/** Header with the time of signing (epoch seconds) and signatures: `t=1795311845,v1=0f…`; more than one while keys change. */
export const SIGNATURE_HEADER = 'x-provider-signature';
/**
 * Largest distance of a signature's time from our clock, either way. A message that is signed longer ago, or further
 * ahead, is not believed.
 */
const WINDOW_MS = 5 * 60_000;
const DIGEST_BYTES = 32;

const EventSchema = z.lazy(() =>
  z.object({
    eventId: z.string().min(1).max(200),
    about: z.enum(['payment', 'payout']),
    reference: z.string().min(1).max(100),
    outcome: z.enum(['done', 'failed']),
    amount: z.int().nonnegative(),
    reason: z.string().max(500).optional(),
  }),
);

const digest = (secret: string, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** The header of a message that is signed at `at` (epoch ms). */
export const signatureOf = (secret: string, at: number, body: Uint8Array): string => {
  const seconds = String(Math.floor(at / 1000));
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
};

const partsOf = (header: string): { seconds: string; signatures: Buffer[] } => {
  const parts = header.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const signatures = valuesOf('v1').map((hex) => Buffer.from(hex, 'hex'));
  return { seconds: valuesOf('t')[0] ?? '', signatures };
};

const NOT_BELIEVED = 'The message is not signed by the payment provider, or is too old.';

/**
 * The event in a message of the payment provider. It is believed when it is signed with the secret that both have, over
 * its time and its bytes as they came, within five minutes of our clock; the same message again carries the same event
 * id, which has one effect.
 * @throws Refusal `credentials` when it is not believed, `invalid` when it is no event
 */
export const eventIn = (
  { secret, clock }: { readonly secret: string; readonly clock: Clock },
  header: string | undefined,
  body: Uint8Array,
): ProviderEvent => {
  const { seconds, signatures } = partsOf(header ?? '');
  const age = Math.abs(clock.now() - Number(seconds) * 1000);
  const expected = digest(secret, seconds, body);
  const isSigned = signatures.some(
    (given) => given.length === DIGEST_BYTES && timingSafeEqual(given, expected),
  );
  if (!isSigned || !/^\d{1,12}$/.test(seconds) || age > WINDOW_MS)
    throw new Refusal('credentials', NOT_BELIEVED);
  const event = EventSchema.safeParse(parseJson(body));
  if (!event.success) throw new Refusal('invalid', 'The message is no event of a payment or a payout.');
  return event.data;
};

const parseJson = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};
