import { FAILURE_STATUS } from '../shared/failure.ts';

export type RefusalCode = keyof typeof FAILURE_STATUS;

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
    return FAILURE_STATUS[this.code];
  }
}

/** The one refusal for what is missing or belongs to another user. */
export const notFound = (thing: string): Refusal => new Refusal('not-found', `No such ${thing}.`);
