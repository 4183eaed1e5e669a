import type { CallOptions, Endpoint } from '../../shared/contract/endpoint.ts';
import { BODY_LIMIT } from '../../shared/contract/endpoint.ts';
import { pathValueOf, toWire } from '../../shared/contract/wire-mapping.ts';
import { PROOF_HEADER, proofHeader } from '../../shared/proof.ts';
import type { HttpRequest } from './http.ts';

const TIMEOUT_MS = 30_000;
/** Calls that carry files, or work through them. */
const LONG_TIMEOUT_MS = 120_000;

type Fields = Readonly<Record<string, unknown>>;
const pick = (schema: { readonly _zod: { readonly def: { readonly shape: object } } }, input: Fields) =>
  Object.fromEntries(
    Object.keys(schema._zod.def.shape)
      .filter((key) => key in input)
      .map((key) => [key, input[key]]),
  );

/** Spread the flat input over path, query and body. The endpoint declares where each field goes. */
export function requestOf(
  endpoint: Endpoint,
  input: Fields,
  { idempotencyKey, proof }: CallOptions,
  headers: Readonly<Record<string, string>>,
): HttpRequest {
  const params = pick(endpoint.params, input);
  return {
    method: endpoint.method,
    path: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(pathValueOf(name, String(params[name]))),
    ),
    query: toWire(endpoint.query, pick(endpoint.query, input)) as Fields,
    ...(endpoint.method === 'POST' && { body: toWire(endpoint.body, pick(endpoint.body, input)) }),
    headers: {
      ...headers,
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(proof && { [PROOF_HEADER]: proofHeader(proof) }),
    },
    timeoutMs: endpoint.bodyLimit > BODY_LIMIT ? LONG_TIMEOUT_MS : TIMEOUT_MS,
  };
}
