import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallId } from '../../src/shared/contract/index.ts';
import {
  callIds,
  fieldPaths,
  goodInput,
  type Path,
  wireNameOf,
  withValue,
} from '../support/contract-fields.ts';
import {
  endpointOf,
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
  type TestUser,
} from '../support/test-backend.ts';

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

/** Values that people, broken programs and attackers send. A schema may take some of it; nothing may break on any. */
const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  -(2 ** 53),
  1e308,
  '1e3',
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  '\u0000',
  '\ud800',
  '𝟙२٣',
  "'; drop table users; --",
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '2026-02-30',
  '9999-12-31',
  'x'.repeat(10_000),
  [],
  [null],
  ['x', 1, {}],
  {},
  { not: ['this', 'type'] },
  { toString: 1, length: -1 },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  deep(20),
];
/** Nestings that are refused. What is so deep that it has too many values is not even read. */
const TOO_DEEP: readonly (readonly [levels: number, message: string])[] = [
  [40, 'The request is nested deeper than 32 levels.'],
  [9_000, 'The request is nested deeper than 32 levels.'],
  [20_000, 'The request holds more than 10,000 values.'],
];
/** More than any call but an import takes; what an import takes is refused for what is in it. */
const LARGEST_TEXT = 9 * 1024 * 1024;
const door = { 'x-api-token': TEST_API_TOKEN };

let server: TestBackend;
let person: TestUser;
let people = 0;
const somebody = async (): Promise<void> => {
  person = await server.register(`wrong-${++people}`);
};
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  await somebody();
});
afterAll(() => server.dispose());

/** Sends as whoever is signed in; a call that has ended that session is sent again by somebody new. */
const send = async (id: CallId, input: Record<string, unknown>) => {
  const answer = await person.ask(id, input, door);
  if (answer.body.code !== 'session' || endpointOf(id).access === 'api-token') return answer;
  await somebody();
  return person.ask(id, input, door);
};

const nameOf = (path: Path): string => path.join('.');
const wireText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

describe.each(callIds)('%s', (id) => {
  const { params, query, body } = endpointOf(id);

  it('answers every wrong value of every field of its body with what is wrong, and breaks on none', async () => {
    const good = goodInput(id);
    const trials = fieldPaths(body).map((path) => ({ path, field: String(path[0]) }));
    for (const value of WRONG) {
      const inputs = trials.map(({ path, field }) => {
        const input = withValue(body, good, path, value) as Record<string, unknown>;
        return { path, field, input, isTaken: z.safeParse(body, input).success };
      });
      const whatOf = (paths: readonly Path[]) =>
        `${paths.map(nameOf).join()} = ${wireText(value).slice(0, 60)}`;
      for (const { path, input } of inputs.filter(({ isTaken }) => isTaken)) {
        const { status, body: said } = await send(id, input);
        expect(status, `${whatOf([path])}: ${said.message}`).toBeLessThan(500);
      }
      const refused = inputs.filter(({ isTaken }) => !isTaken);
      /** Sends these fields wrong at once; those that the answer does not name. */
      const unnamed = async (wrong: typeof refused) => {
        const values = wrong.map(({ field, input }) => [field, input[field]] as const);
        const answer = await send(id, { ...good, ...Object.fromEntries(values) });
        const what = `${whatOf(wrong.map(({ path }) => path))}: ${answer.body.message}`;
        expect(answer.status, what).toBe(400);
        const problems = Object.keys(answer.body.fields ?? {});
        return wrong.filter(
          ({ field }) => !problems.some((problem) => problem.startsWith(wireNameOf(id, field))),
        );
      };
      // A request may be wrong in every field at once, though not twice in the same. A rule over several fields is asked
      // only when each is right by itself: what stays unnamed is sent alone.
      for (let left = refused; left.length > 0;) {
        const round = left.filter(({ field }, at) => left.findIndex((other) => other.field === field) === at);
        left = left.filter((one) => !round.includes(one));
        for (const one of await unnamed(round)) expect(await unnamed([one]), whatOf([one.path])).toEqual([]);
      }
    }
  });

  it('takes no part of its path and its query for more than it is', async () => {
    const good = goodInput(id);
    const strings = WRONG.map(wireText).filter(
      (text) => text.isWellFormed() && text.length < 2_000 && text !== '',
    );
    for (const [schema, refusal] of [
      [params, 404],
      [query, 400],
    ] as const)
      for (const [name] of fieldPaths(schema) as string[][])
        for (const text of strings) {
          const isGood = z.safeParse(schema, { ...good, [name!]: text }).success;
          const answer = await send(id, { ...good, [name!]: text });
          const what = `${name} = ${text.slice(0, 60)}: ${answer.status} ${answer.body.message}`;
          if (isGood) expect(answer.status, what).toBeLessThan(500);
          else expect(answer.status, what).toBe(refusal);
        }
  });

  it('takes no body larger than its limit, and none that is not an object', async () => {
    const [field] = fieldPaths(body);
    if (!field) return;
    const { path, access, bodyLimit } = endpointOf(id);
    const text = 'x'.repeat(Math.min(bodyLimit, LARGEST_TEXT));
    const large = await send(id, { ...goodInput(id), [field[0]!]: text });
    expect([400, 413]).toContain(large.status);
    if (path.includes('{')) return;
    const headers = access === 'api-token' ? door : { authorization: `Bearer ${person.accessToken}` };
    for (const whole of [[], 'text', 1, true]) {
      const answer = await server.post(path, whole, headers);
      expect([answer.status, answer.body.status], JSON.stringify(whole)).toEqual([400, false]);
    }
    for (const [levels, message] of TOO_DEEP) {
      const nested = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const answer = await fetch(`${server.url}${path}`, {
        method: endpointOf(id).method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...goodInput(id), [field[0]!]: '-' }).replace('"-"', nested),
      });
      expect([answer.status, await answer.json()]).toMatchObject([400, { message }]);
    }
  });
});

it.each(['%zz', `${'9'.repeat(500)}`, '%00', '..%2f..%2fetc%2fpasswd'])(
  'a path with %s is not found, like any other that names nothing',
  async (part) => {
    const answer = await fetch(`${server.url}/userapi/get-user-by-id/${part}`, {
      headers: { authorization: `Bearer ${person.accessToken}` },
    });
    const body = (await answer.json()) as Record<string, unknown>;
    expect([answer.status, body['status'], body['code'], body['message']]).toEqual([
      404,
      false,
      'not-found',
      'No such thing.',
    ]);
  },
);
