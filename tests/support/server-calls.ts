import { randomUUID } from 'node:crypto';
import type { CallId } from '../../src/shared/contract/index.ts';
import { passwordProof, requestOf, TEST_API_TOKEN, TEST_PASSWORD } from './test-backend.ts';

/** Calls to servers in processes of their own, which come and go. */

interface Answer {
  readonly status: number;
  readonly body: { readonly message: string; readonly code?: string; readonly data: never };
}

/** Time in which a server answers, or has gone, ms. */
const PATIENCE_MS = 5_000;

/** Sends a request; rejects when there is no answer. */
export const sendTo = async (
  base: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> => {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

/** Calls with an access token. A call that needs its user's password gets it. */
export const callTo = async (
  base: string,
  token: string,
  id: CallId,
  input: object = {},
  key: string = randomUUID(),
): Promise<Answer> => {
  const { path, method, body } = requestOf(id, input as Record<string, unknown>);
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  const answer = await sendTo(base, path, body, headers, method);
  return answer.body.code === 'confirmation-required'
    ? sendTo(base, path, body, { ...headers, ...passwordProof() }, method)
    : answer;
};

/** Registers a person by number; returns their access token. */
export const registerAt = async (base: string, number: number): Promise<string> => {
  const person = {
    fullName: `Person ${number}`,
    email: `person${number}@example.com`,
    phone: `900000000${number}`,
    password: TEST_PASSWORD,
  };
  const { status, body } = await sendTo(base, '/jwt/register', JSON.stringify(person), {
    'x-api-token': TEST_API_TOKEN,
  });
  if (status !== 200) throw new Error(body.message);
  return (body.data as { accessToken: string }).accessToken;
};
