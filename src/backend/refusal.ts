import type { FailureCode } from '../shared/failure.ts';

/** HTTP status of each failure code of the server itself. */
const STATUS = {
  invalid: 400,
  session: 401,
  credentials: 401,
  forbidden: 403,
  'confirmation-required': 403,
  'not-found': 404,
  'no-such-call': 404,
  conflict: 409,
  'too-large': 413,
  refused: 422,
  locked: 423,
  rate: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Partial<Record<FailureCode, number>>;

export type RefusalCode = keyof typeof STATUS;

/** A "no" of a handler, with a sentence for the user. Throwing it rolls the transaction back. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly fields?: Readonly<Record<string, string>>;
  readonly details?: unknown;

  constructor(
    code: RefusalCode,
    message: string,
    more: { fields?: Readonly<Record<string, string>>; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'Refusal';
    this.code = code;
    this.fields = more.fields;
    this.details = more.details;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** The one refusal for what is missing or belongs to another user. */
export const notFound = (thing: string): Refusal => new Refusal('not-found', `No such ${thing}.`);
