import { type FailureCode, INTERNAL_ERROR_MESSAGE } from '../../shared/failure.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { Refusal } from '../refusal.ts';

/** The body of a failed call. */
export interface FailureBody {
  status: false;
  message: string;
  code: FailureCode;
  requestId: string;
  fields?: Readonly<Record<string, string>>;
  details?: unknown;
}

/** A failed answer: HTTP status and body, and whether it is a defect that the log must explain. */
export interface FailureAnswer {
  status: number;
  body: FailureBody;
  isDefect: boolean;
}

export const successBody = (data: unknown, message: string) => ({ status: true, message, data });

const answer = (refusal: Refusal, requestId: string): FailureAnswer => ({
  status: refusal.status,
  body: {
    status: false,
    message: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.fields && { fields: refusal.fields }),
    ...(refusal.details !== undefined && { details: refusal.details }),
  },
  isDefect: false,
});

/** Fastify's own refusals (body too large, broken JSON) as ours. */
const transportRefusal = (error: { statusCode?: number; code?: string }): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too-large', 'That is more than this call accepts.');
  if (error.statusCode === 429) return new Refusal('rate', 'Too many tries. Wait a minute and try again.');
  if (error.statusCode === 415) return new Refusal('invalid', 'The request must be JSON.');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal('invalid', 'The request is not readable JSON.');
  return null;
};

/** Answer to a thrown error. Details of a defect stay in the log. */
export const failureAnswer = (error: unknown, requestId: string): FailureAnswer => {
  if (error instanceof Refusal) return answer(error, requestId);
  const storage = storageTrouble(error);
  if (storage) return { ...answer(new Refusal('unavailable', storage), requestId), isDefect: true };
  const transport = transportRefusal(error ?? {});
  if (transport) return answer(transport, requestId);
  return { ...answer(new Refusal('internal', INTERNAL_ERROR_MESSAGE), requestId), isDefect: true };
};
