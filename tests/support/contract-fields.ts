import { z } from 'zod';
import { contract, type CallId } from '../../src/shared/contract/index.ts';
import { problemsToWire } from '../../src/shared/contract/wire-mapping.ts';
import { RSI_RULES } from './rule-samples.ts';
import { endpointOf } from './test-backend.ts';

type Schema = z.core.$ZodType;

export const callIds = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.keys(calls).map((name) => `${domain}.${name}` as CallId),
);

interface Definition {
  readonly valueType?: Schema;
  readonly out?: Schema;
  readonly left?: Schema;
  readonly right?: Schema;
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly in?: Schema;
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly options?: readonly Schema[];
  /** Getter of a schema that is built on demand. */
  readonly getter?: () => Schema;
}
export const definitionOf = (schema: Schema): Definition => schema._zod.def;

/** Schema inside wrappers such as `optional` and `default`. */
const unwrapped = (schema: Schema): Schema => {
  const { innerType, in: input, getter } = definitionOf(schema);
  const inside = innerType ?? input ?? getter?.();
  return inside ? unwrapped(inside) : schema;
};

/** Values of which every field of the contract takes at least one. */
const POOL: readonly unknown[] = [
  1,
  4,
  60,
  100_00,
  'all',
  '2026-11-20',
  '2026-11',
  'asha@example.com',
  '9876543210',
  'asha@okbank',
  '1234',
  '123456',
  '12345678',
  '123456789012',
  'HDFC0001234',
  'ABCPT1234F',
  '234567890124',
  '411001',
  '27',
  '15:10',
  'NIFTY',
  'dGV4dA==',
  'a good text',
  'a good text of two sentences. It is long enough.',
  true,
  {},
  [],
  RSI_RULES,
];

/** A value that a schema takes, found by trial; undefined where it may be left out. */
const goodValue = (schema: Schema): unknown => {
  if (z.safeParse(schema, undefined).success) return undefined;
  const inner = unwrapped(schema);
  const { shape, element, entries, values, options } = definitionOf(inner);
  const candidates = [
    ...Object.values(entries ?? {}),
    ...(values ?? []),
    ...(shape ? [goodObject(inner)] : []),
    ...(element ? [[goodValue(element)]] : []),
    ...(options ?? []).map(goodValue),
    ...POOL,
  ];
  const good = candidates.find((value) => z.safeParse(schema, value).success);
  if (good === undefined) throw new Error('Add a value to the pool: a field takes none of it.');
  return good;
};

const goodObject = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(definitionOf(schema).shape ?? {}).flatMap(([name, field]) => {
      const value = goodValue(field);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** A valid input of a call, without any optional field. */
export const goodInput = (id: CallId): Record<string, unknown> => {
  const { params, query, body } = endpointOf(id);
  return { ...goodObject(params), ...goodObject(query), ...goodObject(body) };
};

/** A field of a call's input as the wire spells it. */
export const wireNameOf = (id: CallId, field: string): string =>
  Object.keys(problemsToWire(endpointOf(id), { [field]: '' }))[0] ?? field;

export type Path = readonly (string | number)[];

/** Paths of all fields of an object, nested ones included. Objects and lists inside it count too. */
export const fieldPaths = (schema: Schema, above: Path = []): Path[] => {
  const inner = unwrapped(schema);
  const { shape, element } = definitionOf(inner);
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => {
      const path = [...above, name];
      return [path, ...fieldPaths(field, path)];
    });
  return element ? [[...above, 0], ...fieldPaths(element, [...above, 0])] : [];
};

/** The schema of a field. */
export const schemaAt = (schema: Schema, path: Path): Schema =>
  path.reduce<Schema>((at, key) => {
    const { shape, element } = definitionOf(unwrapped(at));
    const next = typeof key === 'number' ? element : shape?.[key];
    if (!next) throw new Error(`There is no field ${path.join('.')}.`);
    return next;
  }, schema);

/** A copy of an input with another value at a path; what lies on the way there is filled with what is good. */
export const withValue = (schema: Schema, input: unknown, path: Path, value: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = schemaAt(schema, [key]);
  const isList = typeof key === 'number';
  const known = isList
    ? ((input as unknown[] | undefined) ?? [])
    : ((input as Record<string, unknown> | undefined) ?? goodObject(unwrapped(schema)));
  const below = withValue(inner, (known as Record<string | number, unknown>)[key], rest, value);
  return isList ? [below] : { ...known, [key]: below };
};
