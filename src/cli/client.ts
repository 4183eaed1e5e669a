import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { endpointOf } from '../shared/contract/call-list.ts';
import type { EndpointAt, InputOf, OutputOf } from '../shared/contract/endpoint.ts';
import type { CallId, TrickDeskContract } from '../shared/contract/index.ts';
import { pathValueOf, toInside, toWire } from '../shared/contract/wire-mapping.ts';
import { fail, FAILURE_CODES, type Result, succeed } from '../shared/failure.ts';
import type { Connection } from './connection.ts';
import { troubleOf } from './trouble.ts';

type Values = Readonly<Record<string, unknown>>;

/** Time after which a call is given up, ms: an options backtest takes the longest. */
const PATIENCE_MS = 300_000;

const EnvelopeSchema = z.object({
  status: z.boolean(),
  message: z.string(),
  code: z.enum(FAILURE_CODES).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  data: z.unknown().optional(),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fields that a part of a call has, as on the wire. */
const partOf = (schema: z.core.$ZodObject, input: Values): Values => {
  const given = Object.keys(schema._zod.def.shape).filter((name) => input[name] !== undefined);
  return toWire(schema, Object.fromEntries(given.map((name) => [name, input[name]]))) as Values;
};

const requestOf = (id: CallId, input: Values) => {
  const { path, method, params, query, body } = endpointOf(id);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValueOf(name, textOf(input[name] ?? ''))),
  );
  const search = new URLSearchParams(
    Object.entries(partOf(query, input)).map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  const known = [params, query, body].flatMap((schema) => Object.keys(schema._zod.def.shape));
  return {
    path: search.size > 0 ? `${filled}?${search.toString()}` : filled,
    method,
    body: method === 'GET' ? null : JSON.stringify(partOf(body, input)),
    unknown: Object.keys(input).filter((name) => !known.includes(name)),
  };
};

const isOfNetwork = (error: unknown): boolean => error instanceof TypeError || error instanceof DOMException;

/** Calls of a backend with a key. */
export class Client {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.connection.key}`, 'user-agent': 'trickdesk' };
  }

  /** Make a call; failures come back as values. */
  async ask(id: CallId, input: Values = {}): Promise<Result<unknown>> {
    const { path, method, body, unknown } = requestOf(id, input);
    if (unknown.length > 0) return fail('invalid', `${id} has no field ${unknown.join(', ')}.`);
    const { money, output } = endpointOf(id);
    try {
      const response = await fetch(`${this.connection.url}${path}`, {
        method,
        body,
        headers: {
          ...this.headers,
          'content-type': 'application/json',
          ...(money && { 'idempotency-key': randomUUID() }),
        },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const parsed = EnvelopeSchema.safeParse(await response.json().catch(() => null));
      if (!parsed.success)
        return fail('bad-answer', `${this.connection.url} is no TrickDesk: its answer cannot be read.`);
      const { status, message, code = 'bad-answer', fields, data } = parsed.data;
      return status ? succeed(toInside(output, data), message) : fail(code, message, { fields });
    } catch (error) {
      if (!isOfNetwork(error)) throw error;
      return fail('unavailable', `TrickDesk does not answer at ${this.connection.url}. Is it running?`);
    }
  }

  /** Make a call and answer its data. @throws Trouble with the sentence of its failure */
  async call<Id extends CallId>(
    id: Id,
    input: InputOf<EndpointAt<TrickDeskContract, Id>>,
  ): Promise<OutputOf<EndpointAt<TrickDeskContract, Id>>> {
    const result = await this.ask(id, input as Values);
    if (!result.ok) throw troubleOf(result);
    return result.value as OutputOf<EndpointAt<TrickDeskContract, Id>>;
  }
}
