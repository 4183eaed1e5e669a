import { z } from 'zod';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { detailsToInside, problemsToInside, toInside } from '../../shared/contract/wire-mapping.ts';
import { FAILURE_CODES, INTERNAL_ERROR_MESSAGE, fail, succeed } from '../../shared/failure.ts';
import type { FailureCode, Result } from '../../shared/failure.ts';
import { NotSentError } from './http.ts';
import type { HttpAnswer } from './http.ts';

const SuccessSchema = z.object({
  status: z.literal(true),
  message: z.string().optional(),
  data: z.unknown(),
});
const FailureSchema = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string().optional(),
  requestId: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  details: z.unknown().optional(),
});

/** For an answer that names no code that we know: what its HTTP status says. */
const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  400: 'invalid',
  // Without the code of a session no token has to be renewed: this one call was refused.
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  422: 'refused',
  423: 'locked',
  429: 'rate',
};
const isKnownCode = (code: string | undefined): code is FailureCode =>
  FAILURE_CODES.some((known) => known === code);

/** Reads an answer of the platform: its envelope, then its data against the contract. */
export function readAnswer(endpoint: Endpoint, { status, body }: HttpAnswer): Result<unknown> {
  if (status >= 200 && status < 300) return readSuccess(endpoint, body);
  const parsed = FailureSchema.safeParse(body);
  if (parsed.success) {
    const { message, code, requestId, fields, details } = parsed.data;
    const known = isKnownCode(code) ? code : (CODE_OF_STATUS[status] ?? 'internal');
    return fail(known, message, {
      requestId,
      fields: fields && problemsToInside(endpoint, fields),
      details: detailsToInside(details),
    });
  }
  // Not the platform's own words, so something between us and it spoke (a proxy, another program on the port).
  if (status === 500) return fail('internal', INTERNAL_ERROR_MESSAGE);
  if (status > 500) return noAnswer(endpoint);
  return fail('bad-answer', `The server answered in a way this app does not understand (status ${status}).`);
}

function readSuccess(endpoint: Endpoint, body: unknown): Result<unknown> {
  const envelope = SuccessSchema.safeParse(body);
  const data = envelope.success
    ? z.safeParse(endpoint.output, toInside(endpoint.output, envelope.data.data))
    : envelope;
  if (envelope.success && data.success) return succeed(data.data, envelope.data.message);
  return fail('bad-answer', 'The server answered in a way this app does not understand.', {
    details: data.error && z.prettifyError(data.error),
  });
}

/** Result of a call without an answer. */
export function withoutAnswer(endpoint: Endpoint, error: unknown): Result<never> {
  if (error instanceof NotSentError)
    return fail('unavailable', 'The server cannot be reached. Nothing was done.');
  return noAnswer(endpoint);
}

/** A call that stops or changes something may have been carried out; only of money is it said as an open question. */
const noAnswer = ({ money, changes }: Endpoint): Result<never> => {
  if (money)
    return fail(
      'unknown-outcome',
      'No answer came. It may or may not have been done: check before you try again.',
    );
  return fail('unavailable', changes ? NO_ANSWER : 'The server did not answer. Try again.');
};

const NO_ANSWER = 'The server did not answer. If this was to change something, look before you try again.';
