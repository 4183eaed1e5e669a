import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { CALL_IDS, endpointOf } from '../contract/call-list.ts';
import type { JsonSchema } from './json-schema.ts';
import { openApiDocument, type Operation } from './openapi-document.ts';

const document = openApiDocument();
const copy = () => JSON.parse(JSON.stringify(document)) as Record<string, unknown> & { paths: object };

const operationOf = (path: string, method: 'get' | 'post' = 'post'): Operation => {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`There is no ${path}.`);
  return operation;
};

const answered = (path: string): JsonSchema =>
  operationOf(path).responses['200']!.content['application/json']!.schema.properties!['data'] as JsonSchema;

/** Every key of a value, however deep. */
const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)]);

/** Where a value refers to, however deep. */
const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === '$ref' && typeof inner === 'string' ? [inner] : refsIn(inner),
      );

describe('the document of the interface', () => {
  it('is valid OpenAPI 3.1, and one that is not would be found', async () => {
    expect(await new Validator().validate(copy())).toEqual({ valid: true });
    const broken = copy();
    Object.assign(broken.paths, { '/userapi/home': { post: { parameters: 'none' } } });
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('has every call of the contract at its path, once', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    );
    const declared = CALL_IDS.map((id) => `${endpointOf(id).method} ${endpointOf(id).path} ${id}`);
    expect(described.sort()).toEqual([...declared, 'GET /stream stream'].sort());
  });

  it('says who may call, with what header, and how it is refused', () => {
    const transfer = operationOf('/userapi/transferWalletFund');
    expect(transfer.security).toEqual([{ session: [] }]);
    expect(transfer.parameters.map(({ name, required }) => [name, required])).toEqual([
      ['Idempotency-Key', true],
      ['X-Proof', false],
      ['Accept-Language', false],
    ]);
    expect(Object.keys(transfer.responses)).toEqual(
      '200 400 401 403 404 409 413 422 423 429 500 503'.split(' '),
    );
    expect(operationOf('/jwt/login').security).toEqual([{ apiToken: [] }]);
    expect(operationOf('/userapi/mytrick').security).toEqual([{ session: [] }, { key: [] }]);
  });

  it('spells fields, values of paths and events as the wire does', () => {
    expect(answered('/userapi/mytrick').required).toContain('trick_list');
    expect(operationOf('/userapi/{url}').parameters[0]?.schema.enum).toContain('addtrick');
    const kinds = document.components.schemas['StreamEvent']!.oneOf!.map(
      ({ properties }) => (properties!['type'] as JsonSchema).const,
    );
    expect(kinds).toContain('trick');
    expect(kinds).not.toContain('strategy');
    // A person's own document is no part of a call: its fields keep their names.
    expect(keysIn(document.components.schemas['RuleDocument'])).toContain('variables');
  });

  it('refers to nothing that it does not have', () => {
    const refs = new Set(refsIn(document));
    expect(refs.size).toBeGreaterThan(2);
    for (const ref of refs) {
      const name = ref.replace('#/components/schemas/', '');
      expect(Object.keys(document.components.schemas), ref).toContain(name);
    }
  });
});
