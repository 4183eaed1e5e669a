import { z } from 'zod';
import { MINUTE_MS } from './time.ts';

/** Paise that may leave an account daily without a fresh proof. Transfers and withdrawals count together. */
export const UNPROVEN_A_DAY = 10_000_00;

/** So long a proof is good for the session that gave it. */
export const PROOF_GOOD_MS = 5 * MINUTE_MS;

/** The header that a proof travels in, beside whatever a call sends. */
export const PROOF_HEADER = 'X-Proof';

/** A proof that it is still the person who signed in: the password, or with two-step sign-in a code. */
export const ProofSchema = z.object({
  kind: z.enum(['password', 'code']),
  text: z.string().min(1).max(256),
});
export type Proof = z.output<typeof ProofSchema>;

/** Details of a refusal with `confirmation-required`: which proof this account gives. */
export const ProofQuestionSchema = z.object({ kind: ProofSchema.shape.kind });
export type ProofQuestion = z.output<typeof ProofQuestionSchema>;

/** A proof as it stands in its header; letters of every script survive it. */
export const proofHeader = ({ kind, text }: Proof): string => `${kind} ${encodeURIComponent(text)}`;

/** The proof in a header; null when it is none. */
export const readProof = (header: string): Proof | null => {
  const space = header.indexOf(' ');
  try {
    const text = decodeURIComponent(header.slice(space + 1));
    const parsed = ProofSchema.safeParse({ kind: header.slice(0, space), text });
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
};
