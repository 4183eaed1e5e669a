import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { StreamEventSchema } from '../../src/shared/contract/stream.ts';
import { pathValueOf } from '../../src/shared/contract/wire-mapping.ts';
import { WIRE_EVENTS, WIRE_NAMES, WIRE_URLS } from '../../src/shared/contract/wire-names.ts';
import { LegDocumentSchema } from '../../src/shared/leg-document.ts';
import { RuleDocumentSchema } from '../../src/shared/rule-document.ts';
import { routesOf } from '../../src/backend/http/routes.ts';
import { callIds, definitionOf } from '../support/contract-fields.ts';
import { endpointOf } from '../support/test-backend.ts';

type Schema = z.core.$ZodType;
type Names = ReadonlySet<string>;

const WIRE_OF: Readonly<Record<string, string>> = WIRE_NAMES;
const INSIDE: Names = new Set(Object.keys(WIRE_NAMES));
const WIRE: Names = new Set(Object.values(WIRE_NAMES));

/** Parts of a schema that is no object: elements, options, what it wraps. */
const partsOf = (schema: Schema): Schema[] => {
  const {
    element,
    options,
    innerType,
    valueType,
    getter,
    in: input,
    out,
    left,
    right,
  } = definitionOf(schema);
  const parts = [element, ...(options ?? []), innerType, valueType, getter?.(), input, out, left, right];
  return parts.filter((part) => part !== undefined);
};

/** Every object of a schema by where it stands: its fields, by our names. A person's own document is left out. */
const objectsOf = (schema: Schema, at = ''): [at: string, fields: string[]][] => {
  if (schema === RuleDocumentSchema || schema === LegDocumentSchema) return [];
  const { shape, element, valueType } = definitionOf(schema);
  if (!shape) {
    const step = element ? '[]' : valueType ? '{}' : '';
    return partsOf(schema).flatMap((part) => objectsOf(part, `${at}${step}`));
  }
  const below = Object.entries(shape).flatMap(([name, field]) =>
    objectsOf(field, `${at}.${WIRE_OF[name] ?? name}`),
  );
  return [[at, Object.keys(shape)], ...below];
};

const SCHEMAS: readonly (readonly [name: string, schema: Schema])[] = [
  ...callIds.flatMap((id) => {
    const { method, path, params, query, body, output } = endpointOf(id);
    const parts = { params, query, body, output };
    return Object.entries(parts).map(([part, schema]) => [`${method} ${path} ${part}`, schema] as const);
  }),
  ['stream', StreamEventSchema],
];

/** The keys of every object that travels, as the wire spells them. */
const wireKeys = (): Record<string, string> => {
  const keys: Record<string, string> = {};
  for (const [name, schema] of SCHEMAS)
    for (const [at, fields] of objectsOf(schema)) {
      const place = `${name}${at}`;
      const here = fields.map((field) => WIRE_OF[field] ?? field);
      // Kinds of one thing stand at one place.
      keys[place] = [...new Set([...(keys[place]?.split(' ') ?? []), ...here])].sort().join(' ').trim();
    }
  return keys;
};

const KEPT = fileURLToPath(new URL('./wire-keys.json', import.meta.url));

describe('names on the wire', () => {
  it('are those that were agreed upon, whatever the program calls them', () => {
    expect(wireKeys()).toEqual(JSON.parse(readFileSync(KEPT, 'utf8')));
  });

  it('lead back to one name of the program each', () => {
    expect(WIRE.size).toBe(INSIDE.size);
    expect([...INSIDE].filter((name) => WIRE.has(name))).toEqual([]);
    for (const table of [WIRE_URLS, WIRE_EVENTS])
      expect(new Set(Object.values(table)).size).toBe(Object.keys(table).length);
  });

  it('are in no schema: each is declared by the name of the program', () => {
    for (const [name, schema] of SCHEMAS)
      for (const [at, fields] of objectsOf(schema))
        expect(
          fields.filter((field) => WIRE.has(field)),
          `${name}${at}`,
        ).toEqual([]);
  });

  it('stand for a field of some call each', () => {
    const declared = new Set(
      SCHEMAS.flatMap(([, schema]) => objectsOf(schema).flatMap(([, fields]) => fields)),
    );
    expect([...INSIDE].filter((name) => !declared.has(name))).toEqual([]);
  });

  it('are in no answer that is stored by the name of the program', () => {
    // The ledger keeps what its handler said and says it again; it must mean the same in every version.
    for (const id of callIds.filter((id) => endpointOf(id).money === 'ledger'))
      for (const [at, fields] of objectsOf(endpointOf(id).output))
        expect(
          fields.filter((field) => INSIDE.has(field)),
          `${id}${at}`,
        ).toEqual([]);
  });

  it('are the paths of the specification', () => {
    const paths = routesOf(endpointOf('strategies.add')).map(({ path }) => path);
    expect(paths).toEqual(Object.values(WIRE_URLS).map((name) => `/userapi/${name}`));
    expect(pathValueOf('thirtyDay', 'add')).toBe('add');
  });
});
