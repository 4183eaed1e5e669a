import { CALL_IDS, endpointOf } from '../contract/call-list.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { CallId } from '../contract/index.ts';
import { STREAM_PATH, StreamEventSchema } from '../contract/stream.ts';
import { OPAQUE, pathValueOf, wireFieldOf, wireTypeOf } from '../contract/wire-mapping.ts';
import { FAILURE_STATUS } from '../failure.ts';
import { LANGUAGE_CODES } from '../languages.ts';
import { PROOF_HEADER } from '../proof.ts';
import { documentComponents, type JsonSchema, refTo, wireJsonSchema } from './json-schema.ts';

/** Version of the interface: it changes when a call that was there is answered otherwise. */
const API_VERSION = '1.0.0';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface MediaType {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/** A call as OpenAPI describes it. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: MediaType & { readonly required: boolean };
  readonly responses: Readonly<Record<string, MediaType>>;
  /** Facts of the contract that OpenAPI has no place for. */
  readonly 'x-trickdesk'?: Readonly<Record<string, unknown>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

type ServerCode = keyof typeof FAILURE_STATUS;

/** Cause of each failure, for who reads the document. */
const FAILURE_TEXT: Readonly<Record<ServerCode, string>> = {
  invalid: 'A field does not fit; `fields` names each.',
  session: 'The session or key is missing, expired or revoked.',
  credentials: 'A name, password, code or key is wrong.',
  forbidden: 'The account or key has no right to this call.',
  'confirmation-required': 'The person has to prove again that it is them; nothing was done.',
  'not-found': 'There is no such thing, or it belongs to somebody else.',
  'no-such-call': 'This server has no such call.',
  conflict: 'The key of the call was used for something else, or what it acts on has changed.',
  'too-large': 'The request is larger than this call accepts.',
  refused: 'A rule refuses; the message says which.',
  locked: 'Locked after too many tries.',
  rate: 'Too many calls; `Retry-After` says how many seconds to wait.',
  internal: 'A defect of the server.',
  unavailable: 'It cannot be done now; nothing was done.',
};

const failuresOf = ({ access, stepUp, money, method }: Endpoint): ServerCode[] =>
  (Object.keys(FAILURE_STATUS) as ServerCode[]).filter((code) => {
    if (code === 'confirmation-required') return stepUp !== null;
    if (code === 'conflict') return money !== null || method === 'POST';
    if (code === 'session') return access === 'bearer';
    return code !== 'no-such-call';
  });

const failureResponses = (codes: readonly ServerCode[]): Record<string, MediaType> => {
  const byStatus = Map.groupBy(codes, (code) => String(FAILURE_STATUS[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => [
      status,
      {
        description: same.map((code) => `\`${code}\`: ${FAILURE_TEXT[code]}`).join(' '),
        content: { 'application/json': { schema: refTo('Failure') } },
      },
    ]),
  );
};

const fieldsOf = (schema: Endpoint['params']): readonly string[] => Object.keys(schema._zod.def.shape);

const parametersIn = (schema: Endpoint['params'], place: 'path' | 'query'): Parameter[] => {
  const { properties = {}, required = [] } = wireJsonSchema(schema, 'input');
  return fieldsOf(schema).map((field) => {
    const name = wireFieldOf(field);
    const json = properties[name] as JsonSchema;
    const values = json.enum?.map((value) => pathValueOf(field, String(value)));
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: place === 'path' && values ? { ...json, enum: values } : json,
    };
  });
};

const headersOf = ({ money, stepUp }: Endpoint): Parameter[] => [
  ...(money
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header' as const,
          required: true,
          description:
            'A UUID made once for what is wanted. The same call again with it acts no second time.',
          schema: { type: 'string' as const, format: 'uuid' },
        },
      ]
    : []),
  ...(stepUp
    ? [
        {
          name: PROOF_HEADER,
          in: 'header' as const,
          required: false,
          description: '`password …` or `code …`, percent-encoded; asked for with `confirmation-required`.',
          schema: { type: 'string' as const },
        },
      ]
    : []),
  {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Language of sentences.',
    schema: { type: 'string', enum: [...LANGUAGE_CODES] },
  },
];

const answerOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    status: { type: 'boolean', const: true },
    message: { type: 'string' },
    data,
  },
  required: ['status', 'message', 'data'],
});

/** A name such as `modifyStopLoss` as words. */
const wordsOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const rightText = ({ right }: Endpoint): string =>
  right === null ? 'No right beyond being known.' : `Needs the right to ${right.action} ${right.subject}.`;

const scopeText = ({ keyScope, access }: Endpoint): string => {
  if (access === 'api-token') return 'Made with the API token, before anybody is signed in.';
  return keyScope === null ? 'No key of a script may call it.' : `A key needs the scope \`${keyScope}\`.`;
};

const descriptionOf = (endpoint: Endpoint): string =>
  [
    endpoint.changes ? 'Changes something.' : 'Changes nothing.',
    rightText(endpoint),
    scopeText(endpoint),
    ...(endpoint.atOnce === null ? [] : [`At most ${endpoint.atOnce} of them under way for one account.`]),
    ...(endpoint.isLong ? ['The answer may be megabytes.'] : []),
  ].join(' ');

const operationOf = (id: CallId): Operation => {
  const endpoint = endpointOf(id);
  const [domain = '', name = ''] = id.split('.');
  const { params, query, body, output, right, money, changes, stepUp, keyScope, atOnce, bodyLimit } =
    endpoint;
  return {
    operationId: id,
    summary: `${domain}: ${wordsOf(name)}`,
    description: descriptionOf(endpoint),
    tags: [domain],
    security:
      endpoint.access === 'bearer'
        ? [{ session: [] }, ...(keyScope ? [{ key: [] }] : [])]
        : [{ apiToken: [] }],
    parameters: [...parametersIn(params, 'path'), ...parametersIn(query, 'query'), ...headersOf(endpoint)],
    ...(endpoint.method === 'POST' && {
      requestBody: {
        description: 'Fields of the call.',
        required: (wireJsonSchema(body, 'input').required ?? []).length > 0,
        content: { 'application/json': { schema: wireJsonSchema(body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: 'It is done.',
        content: { 'application/json': { schema: answerOf(wireJsonSchema(output, 'output')) } },
      },
      ...failureResponses(failuresOf(endpoint)),
    },
    'x-trickdesk': { right, money, changes, stepUp, keyScope, atOnce, bodyLimit },
  };
};

/** Events with the type that the wire gives them. */
const eventComponent = (): JsonSchema => {
  const event = wireJsonSchema(StreamEventSchema, 'output');
  const kinds = event.oneOf ?? event.anyOf ?? [];
  for (const { properties } of kinds) {
    const type = properties?.['type'] as JsonSchema | undefined;
    if (type?.const !== undefined) type.const = wireTypeOf({ type: type.const as 'reload' });
  }
  return event;
};

const streamOperation = (): Operation => ({
  operationId: 'stream',
  summary: 'stream: events as they happen',
  description: 'Server-sent events; the data of each is a `StreamEvent`. A key needs the scope `read`.',
  tags: ['stream'],
  security: [{ session: [] }, { key: [] }],
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description: 'Goes on behind this event, for ten minutes.',
      schema: { type: 'integer' },
    },
  ],
  responses: {
    200: {
      description: 'Events, until either side ends it.',
      content: { 'text/event-stream': { schema: { type: 'string' } } },
    },
    ...failureResponses(['session', 'credentials', 'forbidden', 'rate', 'unavailable']),
  },
});

const failureComponent = (): JsonSchema => ({
  type: 'object',
  properties: {
    status: { type: 'boolean', const: false },
    message: { type: 'string', description: 'A sentence for the person.' },
    code: { type: 'string', enum: Object.keys(FAILURE_STATUS) },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      description: 'What is wrong, by field.',
      additionalProperties: { type: 'string' },
    },
    details: { description: 'Particulars of this refusal.' },
  },
  required: ['status', 'message', 'code', 'requestId'],
});

const pathsOf = (): OpenApiDocument['paths'] => {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const id of CALL_IDS) {
    const { path, method } = endpointOf(id);
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(id);
  }
  return { ...paths, [STREAM_PATH]: { get: streamOperation() } };
};

const personalDocuments = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    [...OPAQUE].flatMap(([schema, name]) => Object.entries(documentComponents(schema, name))),
  );

/** All calls of the contract, and the stream, as OpenAPI 3.1. */
export const openApiDocument = (): OpenApiDocument => {
  const domains = new Set(CALL_IDS.map((id) => id.split('.')[0] ?? ''));
  return {
    openapi: '3.1.0',
    info: {
      title: 'TrickDesk',
      version: API_VERSION,
      description:
        'Amounts are whole paise, days and clock times are those of India, instants are ISO 8601. Every answer is `{status, message, data}`, every failure a `Failure`.',
    },
    tags: [...domains].map((name) => ({ name })),
    paths: pathsOf(),
    components: {
      securitySchemes: {
        apiToken: { type: 'apiKey', in: 'header', name: 'X-Api-Token' },
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
        key: { type: 'http', scheme: 'bearer', description: 'A key, made in the settings.' },
      },
      schemas: {
        Failure: failureComponent(),
        StreamEvent: eventComponent(),
        ...personalDocuments(),
      },
    },
  };
};
