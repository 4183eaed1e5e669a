/**
 * Failures are values. Every call ends in a Result; a Failure says in one sentence what went wrong and
 * carries a code from a closed union, so that policy is a table and not a guess.
 */
export const FAILURE_CODES = [
  /** 400: the payload does not fit its schema; `fields` names each bad field. */
  'invalid',
  /** 401: the session is missing, expired or revoked. The only code that starts a refresh. */
  'session',
  /** 401: wrong name or password, wrong one-time code. Never starts a refresh. */
  'credentials',
  /** The session has ended for good: refresh failed too. */
  'unauthorised',
  /** 403 */
  'forbidden',
  /** 403: the person has to prove again that it is them; `details` says how. Nothing was done. */
  'confirmation-required',
  /** 404: no such thing, and also somebody else's thing. */
  'not-found',
  /** 404: the call itself does not exist on this server. */
  'no-such-call',
  /** 409 */
  'conflict',
  /** 413 */
  'too-large',
  /** 422: a business rule refuses. */
  'refused',
  /** 423 */
  'locked',
  /** 429 */
  'rate',
  /** 500: a defect; the message is the specification's fixed text. */
  'internal',
  /** No answer could be had: the backend is away or the network is down. The message says whether it was sent. */
  'unavailable',
  /** The call was sent and no answer came: it may or may not have acted. Never retried for money. */
  'unknown-outcome',
  /** The answer does not fit the contract. */
  'bad-answer',
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/** HTTP status of each failure code that a server answers. */
export const FAILURE_STATUS = {
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

/** An error, for a person (`message`) and for policy (`code`). */
export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly requestId?: string;
  /** Field path → what is wrong with it. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Machine-readable particulars, such as a checklist or a new preview. */
  readonly details?: unknown;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly message?: string }
  | { readonly ok: false; readonly failure: Failure };

/** A successful result; `message` is the server's sentence, when it sent one. */
export const succeed = <T>(value: T, message?: string): Result<T> => ({ ok: true, value, message });

/** A failed result. */
export const fail = (
  code: FailureCode,
  message: string,
  more: Omit<Failure, 'code' | 'message'> = {},
): { readonly ok: false; readonly failure: Failure } => ({ ok: false, failure: { code, message, ...more } });

/** The specification's text for status 500, letter for letter. */
export const INTERNAL_ERROR_MESSAGE = 'Internal server Error';
/** The specification's text for status 401, letter for letter (its spelling). */
export const UNAUTHORISED_MESSAGE = 'Unautherised user';
