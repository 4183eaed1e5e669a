import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { OPAQUE, wireFieldOf } from '../contract/wire-mapping.ts';

type Schema = z.core.$ZodType;

/** A JSON Schema, draft 2020-12: what OpenAPI 3.1 takes. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

const REF = '#/components/schemas/';

/** A reference to a schema that stands among the document's components. */
export const refTo = (name: string): JsonSchema => ({ $ref: `${REF}${name}` });

const renameFields = (jsonSchema: JsonSchema): void => {
  const { properties, required } = jsonSchema;
  if (properties)
    jsonSchema.properties = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [wireFieldOf(name), field]),
    );
  if (required) jsonSchema.required = required.map(wireFieldOf);
};

/** Leave out the bounds of safe integers, and closed objects. */
const simplify = (jsonSchema: JsonSchema): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
};

type Override = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0];

const onWire = ({ zodSchema, jsonSchema }: Override): void => {
  const name = OPAQUE.get(zodSchema);
  if (name !== undefined) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, refTo(name));
    return;
  }
  renameFields(jsonSchema);
  simplify(jsonSchema);
};

const without = (schema: JsonSchema, ...left: readonly string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !left.includes(key)));

/** Schema of a part of a call, as on the wire. `input` is before defaults are filled in. */
export const wireJsonSchema = (schema: Schema, io: 'input' | 'output'): JsonSchema => {
  // Only documents of persons refer to themselves, and those stand among the components.
  return without(z.toJSONSchema(schema, { io, override: onWire }), '$schema', '$defs');
};

/** Schema of a whole input of a call, by our names. */
export const inputJsonSchema = ({
  params,
  query,
  body,
}: Pick<Endpoint, 'params' | 'query' | 'body'>): JsonSchema => {
  const parts = [params, query, body].map((schema) =>
    without(
      z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => simplify(jsonSchema) }),
      '$schema',
    ),
  );
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties = {} }) => properties)) as Record<
      string,
      JsonSchema
    >,
    required: parts.flatMap(({ required = [] }) => required),
  };
};

/** A document of a person as components: itself, and schemas that it refers to. */
export const documentComponents = (schema: Schema, name: string): Record<string, JsonSchema> => {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    // Some parts are checked by code alone; they take anything here.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  });
  const moved = JSON.parse(
    JSON.stringify(json)
      .replaceAll(`"#/$defs/`, `"${REF}${name}`)
      .replaceAll(`"$ref":"#"`, `"$ref":"${REF}${name}"`),
  ) as JsonSchema;
  const { $defs = {}, ...document } = moved;
  const parts = Object.entries($defs).map(([part, each]) => [`${name}${part}`, each] as const);
  return { [name]: without(document, '$schema'), ...Object.fromEntries(parts) };
};
