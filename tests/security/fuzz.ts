import { randomUUID } from 'node:crypto';
import { seededRandom } from '../../src/engine/random.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { callIds, fieldPaths, goodInput, withValue } from '../support/contract-fields.ts';
import { endpointOf, requestOf, TEST_API_TOKEN } from '../support/test-backend.ts';

/** Values for fields, beside numbers and texts drawn at random: edges, other types, and what exists. */
const VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1,
  2,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  1e308,
  '',
  ' ',
  '0',
  '1',
  '\u0000',
  '\ud800',
  '१२३',
  "' or 1=1; --",
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '2026-02-30',
  '2026-11-20',
  '9999-12-31',
  'RELIANCE',
  'NIFTY',
  'fuzz0@example.com',
  'x'.repeat(3_000),
  [],
  [[]],
  [null, {}, 'x'],
  {},
  { length: -1, toString: 1 },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
];
const MOST_CHANGES = 3;
const AT_ONCE = 32;

/** Answer of a server to one payload that no server should give. */
export interface Finding {
  readonly call: CallId;
  readonly status: number;
  readonly input: string;
}

export type Fuzzed = {
  readonly findings: readonly Finding[];
  readonly statuses: ReadonlyMap<number, number>;
};

/** The payload of a seed: a good input of a call with some of its fields changed, left out, or more of them. */
export const payloadOf = (seed: number): { call: CallId; input: Record<string, unknown> } => {
  const { uniform: random } = seededRandom(`payload ${seed}`);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const value = (): unknown => {
    const kind = random();
    if (kind < 0.2) return Math.floor(random() * 40);
    if (kind < 0.3) return (random() - 0.5) * 2 ** Math.floor(random() * 60);
    return pick(VALUES);
  };
  const call = pick(callIds);
  const { body, params, query } = endpointOf(call);
  const paths = fieldPaths(body);
  let input = goodInput(call);
  for (let change = Math.floor(random() * (MOST_CHANGES + 1)); change > 0; change--) {
    if (paths.length > 0) input = withValue(body, input, pick(paths), value()) as Record<string, unknown>;
    if (random() < 0.1) delete input[pick(Object.keys(input)) ?? ''];
    if (random() < 0.1) input[`extra${change}`] = value();
  }
  for (const [name] of [...fieldPaths(params), ...fieldPaths(query)] as string[][]) {
    if (random() >= 0.3) continue;
    const part = value();
    // No address can carry half a character.
    input[name!] = typeof part === 'string' ? part.toWellFormed() : part;
  }
  return { call, input };
};

/**
 * Send the payloads of many seeds to a server. Some at once, as one user after the other. Answers of 500 and more, and
 * none at all, are findings. `session` gives the headers of a user, new ones when the last are no longer good.
 */
export const fuzz = async (
  url: string,
  { first, count }: { first: number; count: number },
  session: (isNew: boolean) => Promise<Record<string, string>>,
): Promise<Fuzzed> => {
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  let next = first;
  const sendOne = async (seed: number): Promise<void> => {
    const { call, input } = payloadOf(seed);
    const { access, money } = endpointOf(call);
    const { path, method, body } = requestOf(call, input);
    const headers = access === 'api-token' ? { 'x-api-token': TEST_API_TOKEN } : await session(false);
    const found = (status: number): void =>
      void findings.push({ call, status, input: JSON.stringify(input).slice(0, 500) });
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...headers,
          ...(money && { 'idempotency-key': randomUUID() }),
        },
        ...(method === 'POST' && { body }),
      });
      const text = await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500 && !text.includes('is being prepared')) found(answer.status);
      if (answer.status === 401 && access === 'bearer') await session(true);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      found(0);
    }
  };
  const worker = async (): Promise<void> => {
    while (next < first + count) await sendOne(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { findings, statuses };
};
