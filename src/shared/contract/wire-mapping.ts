import type { z } from 'zod';
import { LegDocumentSchema } from '../leg-document.ts';
import { RuleDocumentSchema } from '../rule-document.ts';
import type { Endpoint } from './endpoint.ts';
import { StreamEventSchema, type StreamEvent } from './stream.ts';
import { WIRE_EVENTS, WIRE_NAMES, WIRE_URLS } from './wire-names.ts';

type Schema = z.core.$ZodType;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly valueType?: Schema;
  readonly innerType?: Schema;
  readonly in?: Schema;
  readonly out?: Schema;
  readonly left?: Schema;
  readonly right?: Schema;
  readonly getter?: () => Schema;
}

interface Field {
  readonly name: string;
  readonly plan: Plan | null;
}

/** Renamings in values of a schema; null of one in which nothing is. */
interface Plan {
  /** Fields by name: of this program, and of the wire. Those in which nothing is renamed are left out. */
  readonly toWire: ReadonlyMap<string, Field>;
  readonly toInside: ReadonlyMap<string, Field>;
  readonly elements: Plan | null;
  /** Of a map: its keys are somebody's data. */
  readonly values: Plan | null;
}

type Direction = 'toWire' | 'toInside';

const WIRE_OF: ReadonlyMap<string, string> = new Map(Object.entries(WIRE_NAMES));
const INSIDE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(WIRE_NAMES).map(([inside, wire]) => [wire, inside]),
);
const BOTH = { toWire: WIRE_OF, toInside: INSIDE_OF };
const OPPOSITE = { toWire: 'toInside', toInside: 'toWire' } as const;

/** Documents of a person, by schema, with what each is called: nothing in them is a name of a call. */
export const OPAQUE: ReadonlyMap<Schema, string> = new Map<Schema, string>([
  [RuleDocumentSchema, 'RuleDocument'],
  [LegDocumentSchema, 'LegDocument'],
]);

const planOfFields = (fields: ReadonlyMap<string, Plan | null>): Plan | null => {
  const renamed = [...fields].map(([inside, plan]) => ({
    inside,
    wire: WIRE_OF.get(inside) ?? inside,
    plan,
  }));
  const kept = renamed.filter(({ inside, wire, plan }) => inside !== wire || plan !== null);
  if (kept.length === 0) return null;
  return {
    toWire: new Map(kept.map(({ inside, wire, plan }) => [inside, { name: wire, plan }])),
    toInside: new Map(kept.map(({ inside, wire, plan }) => [wire, { name: inside, plan }])),
    elements: null,
    values: null,
  };
};

const plansOfFields = (plan: Plan): [string, Plan | null][] =>
  [...plan.toWire].map(([inside, field]) => [inside, field.plan]);

const merged = (one: Plan | null, other: Plan | null): Plan | null => {
  if (one === null || other === null) return one ?? other;
  const fields = new Map(plansOfFields(one));
  for (const [inside, plan] of plansOfFields(other))
    fields.set(inside, merged(fields.get(inside) ?? null, plan));
  const { toWire, toInside } = planOfFields(fields) ?? one;
  return {
    toWire,
    toInside,
    elements: merged(one.elements, other.elements),
    values: merged(one.values, other.values),
  };
};

const NO_FIELDS: Pick<Plan, Direction> = { toWire: new Map(), toInside: new Map() };

const buildPlan = (schema: Schema): Plan | null => {
  const { shape, element, options, valueType, innerType, left, right, getter, ...pipe } = schema._zod
    .def as Definition;
  if (shape)
    return planOfFields(new Map(Object.entries(shape).map(([name, field]) => [name, planOf(field)])));
  if (valueType) {
    const values = planOf(valueType);
    return values && { ...NO_FIELDS, elements: null, values };
  }
  if (element) {
    const elements = planOf(element);
    return elements && { ...NO_FIELDS, elements, values: null };
  }
  const parts = [...(options ?? []), innerType, getter?.(), left, right, pipe.in, pipe.out];
  return parts.reduce<Plan | null>((plan, part) => (part ? merged(plan, planOf(part)) : plan), null);
};

/** Made when a call is first made, not while the program starts. */
const plans = new WeakMap<Schema, Plan | null>();
const planOf = (schema: Schema): Plan | null => {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const plan = OPAQUE.has(schema) ? null : buildPlan(schema);
  plans.set(schema, plan);
  return plan;
};

/** Set a key that somebody else chose, as a plain key: `__proto__` would be the object's own. */
const put = (out: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__')
    Object.defineProperty(out, key, { value, enumerable: true, writable: true, configurable: true });
  else out[key] = value;
};

const renameFields = (plan: Plan, value: Readonly<Record<string, unknown>>, direction: Direction) => {
  const fields = plan[direction];
  const reserved = plan[OPPOSITE[direction]];
  const out: Record<string, unknown> = {};
  // Without a list of entries: this is done for every row of an answer.
  for (const key of Object.keys(value)) {
    const inner = value[key];
    const field = fields.get(key);
    if (field !== undefined)
      out[field.name] = field.plan === null ? inner : rename(field.plan, inner, direction);
    // A name of the other side says nothing on this one; a field of that name would take it for its own.
    else if (!reserved.has(key))
      put(out, key, plan.values === null ? inner : rename(plan.values, inner, direction));
  }
  return out;
};

/** The value itself where nothing of it is renamed. */
const rename = (plan: Plan | null, value: unknown, direction: Direction): unknown => {
  if (plan === null || typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return renameFields(plan, value as Record<string, unknown>, direction);
  const { elements } = plan;
  return elements === null ? value : value.map((each) => rename(elements, each, direction));
};

/** A value of a schema as it travels. */
export const toWire = (schema: Schema, value: unknown): unknown => rename(planOf(schema), value, 'toWire');

/** Value that has travelled, as the schema reads it. */
export const toInside = (schema: Schema, value: unknown): unknown =>
  rename(planOf(schema), value, 'toInside');

/** Rename every key of a value of the program's own making. The details of a failure are one. */
const renameAll = (value: unknown, direction: Direction): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => renameAll(each, direction));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      BOTH[direction].get(key) ?? key,
      renameAll(inner, direction),
    ]),
  );
};
export const detailsToWire = (details: unknown): unknown => renameAll(details, 'toWire');
export const detailsToInside = (details: unknown): unknown => renameAll(details, 'toInside');

type Problems = Readonly<Record<string, string>>;

/** The path of a call's input field in the other side's names. A path is such as `files.0.name`. */
const renamePath = (plan: Plan | null, path: string, direction: Direction): string => {
  let at = plan;
  return path
    .split('.')
    .map((key) => {
      const field = at?.[direction].get(key);
      at = field ? field.plan : (at?.elements ?? at?.values ?? null);
      return field?.name ?? key;
    })
    .join('.');
};

const renameProblems = (endpoint: Endpoint, problems: Problems, direction: Direction): Problems => {
  const plan = [endpoint.params, endpoint.query, endpoint.body].map(planOf).reduce(merged);
  return Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [renamePath(plan, path, direction), problem]),
  );
};

/** Problems of fields by path, with their names on the wire. */
export const problemsToWire = (endpoint: Endpoint, problems: Problems): Problems =>
  renameProblems(endpoint, problems, 'toWire');

/** Problems of fields by path, for a form of this program. */
export const problemsToInside = (endpoint: Endpoint, problems: Problems): Problems =>
  renameProblems(endpoint, problems, 'toInside');

const URLS: ReadonlyMap<string, string> = new Map(Object.entries(WIRE_URLS));

/** A field as the wire spells it. */
export const wireFieldOf = (name: string): string => WIRE_OF.get(name) ?? name;

/** A path parameter as it stands in the path. */
export const pathValueOf = (name: string, value: string): string =>
  (name === 'url' ? URLS.get(value) : undefined) ?? value;

const EVENT_TYPES: ReadonlyMap<string, string> = new Map(Object.entries(WIRE_EVENTS));
const EVENT_TYPES_INSIDE: ReadonlyMap<unknown, string> = new Map(
  Object.entries(WIRE_EVENTS).map(([inside, wire]) => [wire, inside]),
);

/** The type of an event on the wire. */
export const wireTypeOf = ({ type }: Pick<StreamEvent, 'type'>): string => EVENT_TYPES.get(type) ?? type;

/** An event of the stream as it travels. */
export const eventToWire = (event: StreamEvent): unknown => {
  const type = wireTypeOf(event);
  const renamed = toWire(StreamEventSchema, event);
  return type === event.type ? renamed : { ...(renamed as object), type };
};

/** Event from the stream, as its schema reads it. */
export const eventToInside = (sent: unknown): unknown => {
  const renamed = toInside(StreamEventSchema, sent);
  if (typeof renamed !== 'object' || renamed === null || !('type' in renamed)) return renamed;
  const { type } = renamed;
  // A type of ours that the wire spells otherwise is none of the wire.
  if (typeof type === 'string' && EVENT_TYPES.has(type)) return null;
  const inside = EVENT_TYPES_INSIDE.get(type);
  return inside === undefined ? renamed : { ...renamed, type: inside };
};
