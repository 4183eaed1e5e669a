import { z } from 'zod';
import type { Result } from '../failure.ts';
import type { Proof } from '../proof.ts';
import type { Right } from '../rights.ts';

type Schema = z.core.$ZodType;
/** An object schema; its keys decide which part of the request a field travels in. */
type ObjectSchema = z.core.$ZodObject;

/** Who may call: anybody holding the API token, or a signed-in user. */
export type Access = 'api-token' | 'bearer';

/**
 * How a call that needs an `Idempotency-Key` keeps its promise. `ledger`: key, answer and money are written in one
 * transaction. `orders`: what it does reaches beyond the database, so the key is spent before it begins. `marked`: its
 * input has a mark, and the order is written with it, so nothing else is written first. `stop`: done again it stops
 * nothing more, so it begins at once and waits for nothing to be written, not even on a full disk.
 */
export type Money = 'ledger' | 'orders' | 'marked' | 'stop';

/**
 * When a call needs a fresh proof of who is calling. The proof says that it is still the person who signed in; it is a
 * header beside the input (see `../proof.ts`). `above-limit`: once more than a limit leaves the account in a day, and
 * for a recipient who was never paid before.
 */
export type StepUp = 'always' | 'above-limit';

/**
 * Scopes of a script's key, from the least. `read`: calls that change nothing. `propose`: put
 * something before the person, which waits for them. `change`: changes that cause no order, move no money, and touch
 * neither brokers, credentials nor what a running strategy does.
 */
export const KEY_SCOPES = ['read', 'propose', 'change'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/**
 * One call of the platform, declared once. Main's HTTP client, the bridge, the backend's routes and the
 * renderer's client are all derived from this value.
 */
export interface Endpoint<
  Params extends ObjectSchema = ObjectSchema,
  Query extends ObjectSchema = ObjectSchema,
  Body extends ObjectSchema = ObjectSchema,
  Output extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST';
  /** Path with `{name}` for each path parameter. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly output: Output;
  /**
   * Right that the caller's account must have; null where being signed in is enough, or where nobody is signed in yet.
   * What leaves a position or stops a strategy needs no more than sight of it: a lack of rights must not trap anybody
   * in a trade.
   */
  readonly right: Right | null;
  /** Moves money, spends credit or sends orders: needs an `Idempotency-Key` and is never retried blindly. */
  readonly money: Money | null;
  /**
   * Whether it may change anything. Of one that may, nobody knows without an answer whether it was done; one that
   * changes nothing can simply be made again.
   */
  readonly changes: boolean;
  /** When it asks for a proof, and refuses with `confirmation-required` without one; null for never. */
  readonly stepUp: StepUp | null;
  readonly access: Access;
  /** Scope that a script's key needs; null where no key may call. A call that changes something says so itself. */
  readonly keyScope: KeyScope | null;
  /** Largest request body in bytes. */
  readonly bodyLimit: number;
  /**
   * Number of these calls that one user may have under way: work that takes long or much memory. Null: as many as they
   * like.
   */
  readonly atOnce: number | null;
  /** Whether its answer may be megabytes: those of one user are then made one after the other, and a part at a time. */
  readonly isLong: boolean;
}

const Nothing = z.object({});
type Nothing = typeof Nothing;

/** Parts of a call, given by functions. A program that starts builds none of them before they are needed. */
interface Parts<P extends ObjectSchema, Q extends ObjectSchema, B extends ObjectSchema, O extends Schema> {
  params?: P | (() => P);
  query?: Q | (() => Q);
  input?: B | (() => B);
  output: O;
  right: Right | null;
  money?: Money;
  /** Default: false for a call with the right to read and without `money`, else true. */
  changes?: boolean;
  stepUp?: StepUp;
  access?: Access;
  /** Default: `read` for a call of a signed-in user that changes nothing, else no key. */
  keyScope?: Exclude<KeyScope, 'read'> | null;
  bodyLimit?: number;
  atOnce?: number;
  isLong?: boolean;
}

/** Default limit of a request body: 256 kB. */
export const BODY_LIMIT = 256 * 1024;
/** Limit of a call that takes the text of files: 64 MB. */
export const IMPORT_BODY_LIMIT = 64 * 1024 * 1024;

/** Return a getter of a schema; one given as a function is built at first use. */
const onDemand = <T extends Schema>(given: T | (() => T)): (() => T) => {
  let built: T | null = typeof given === 'function' ? null : given;
  return () => (built ??= typeof given === 'function' ? given() : given);
};

const endpoint =
  (method: 'GET' | 'POST') =>
  <
    O extends Schema,
    P extends ObjectSchema = Nothing,
    Q extends ObjectSchema = Nothing,
    B extends ObjectSchema = Nothing,
  >(
    path: string,
    parts: Parts<P, Q, B, O>,
  ): Endpoint<P, Q, B, O> => {
    const params = onDemand(parts.params ?? (Nothing as unknown as P));
    const query = onDemand(parts.query ?? (Nothing as unknown as Q));
    const body = onDemand(parts.input ?? (Nothing as unknown as B));
    const changes = parts.changes ?? (parts.right?.action !== 'read' || parts.money !== undefined);
    const access = parts.access ?? 'bearer';
    const mayRead = access === 'bearer' && !changes && parts.stepUp === undefined;
    return {
      method,
      path,
      get params() {
        return params();
      },
      get query() {
        return query();
      },
      get body() {
        return body();
      },
      output: parts.output,
      right: parts.right,
      money: parts.money ?? null,
      changes,
      stepUp: parts.stepUp ?? null,
      access,
      keyScope: parts.keyScope !== undefined ? parts.keyScope : mayRead ? 'read' : null,
      bodyLimit: parts.bodyLimit ?? BODY_LIMIT,
      atOnce: parts.atOnce ?? null,
      isLong: parts.isLong ?? false,
    };
  };

/** Declares a POST call; `input` is the JSON body. */
export const post = endpoint('POST');
/** Declares a GET call. */
export const get = endpoint('GET');

/**
 * The fields of an object schema; `unknown` when it has none. zod reads an object without fields as one whose every
 * field is `never`; in an intersection it must add nothing.
 */
type Fields<T> = string extends keyof T ? unknown : T;

/**
 * Input that a caller passes: path parameters, query and body in one flat object (the keys never collide; a test proves
 * it).
 */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? Fields<z.input<P>> & Fields<z.input<Q>> & Fields<z.input<B>>
    : never;
/** Input that a handler receives: the same, parsed and with defaults filled in. */
export type ParsedOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, Schema>
    ? Fields<z.output<P>> & Fields<z.output<Q>> & Fields<z.output<B>>
    : never;
/** Data that a call returns under `data`. */
export type OutputOf<E> =
  E extends Endpoint<ObjectSchema, ObjectSchema, ObjectSchema, infer O> ? z.output<O> : never;

/** A domain is a record of calls by verb or noun; a contract is a record of domains. */
export type Domain = Readonly<Record<string, Endpoint>>;
export type Contract = Readonly<Record<string, Domain>>;

/** `domain.call` for every call of a contract. */
export type CallId<C extends Contract> = {
  [D in keyof C & string]: `${D}.${keyof C[D] & string}`;
}[keyof C & string];

/** The endpoint behind a call id. */
export type EndpointAt<C extends Contract, Id extends string> = Id extends `${infer D}.${infer K}`
  ? D extends keyof C
    ? K extends keyof C[D]
      ? C[D][K]
      : never
    : never
  : never;

/** Options of one call. */
export interface CallOptions {
  /** UUID made once per dialog; required by money calls. */
  readonly idempotencyKey?: string;
  /** Given when the call was refused with `confirmation-required`. */
  readonly proof?: Proof;
}

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T];
/** Arguments of a call; the input may be left out when it requires no field. */
type CallArguments<E> = [RequiredKeys<InputOf<E>>] extends [never]
  ? [input?: InputOf<E>, options?: CallOptions]
  : [input: InputOf<E>, options?: CallOptions];

/** Marks that a client puts on a call. */
export interface CallMarks {
  /** Moves money or sends orders: every attempt carries an idempotency key. */
  readonly needsKey: boolean;
}

/** A typed client: `client.domain.call(input)` returns a Result. */
export type Client<C extends Contract> = {
  readonly [D in keyof C]: {
    readonly [K in keyof C[D]]: ((...args: CallArguments<C[D][K]>) => Promise<Result<OutputOf<C[D][K]>>>) &
      CallMarks;
  };
};

/** Return value of a handler; `message` becomes the envelope's sentence. */
export type Answer<T> = T | Reply<T>;
/** An answer with a sentence of its own for the person. */
export class Reply<T> {
  readonly data: T;
  readonly message: string;
  constructor(data: T, message: string) {
    this.data = data;
    this.message = message;
  }
}

/** Exactly one handler for each call of a domain: a missing, extra or wrongly typed one does not compile. */
export type Handlers<D extends Domain, Context> = {
  readonly [K in keyof D]: (
    input: ParsedOf<D[K]>,
    context: Context,
  ) => Promise<Answer<OutputOf<D[K]>>> | Answer<OutputOf<D[K]>>;
};
