import type { CallOptions } from '../../shared/contract/endpoint.ts';
import { fail, type Failure, type Result } from '../../shared/failure.ts';
import type { Proof, ProofQuestion } from '../../shared/proof.ts';
import { t } from '../i18n/translate.ts';

/** Question to the person. */
export interface AskedProof extends ProofQuestion {
  /** The answer before was not right. */
  readonly wasWrong: boolean;
}

/** Whoever asks the person. */
export interface ProofAsker {
  /** The person's answer; null when they gave up. */
  readonly ask: (asked: AskedProof) => Promise<Proof | null>;
  /** The call was answered: nothing more is asked. */
  readonly done: () => void;
}

type Send = (options?: CallOptions) => Promise<Result<unknown>>;

let asker: ProofAsker | null = null;
/** Outcome of a question; null for none before. */
type Outcome = 'answered' | 'given-up' | null;

const NOBODY: Promise<Outcome> = Promise.resolve(null);
/** One question at a time: calls that need a proof meanwhile wait, and end as it ends. */
let asking = NOBODY;

/** Puts the window's question in place. Returns the way to take it out again. */
export const askProofsWith = (given: ProofAsker): (() => void) => {
  asker = given;
  return () => {
    if (asker === given) asker = null;
  };
};

const failureAsking = (result: Result<unknown>): Failure | null =>
  !result.ok && result.failure.code === 'confirmation-required' ? result.failure : null;

const kindOf = ({ details }: Failure): ProofQuestion['kind'] =>
  (details as Partial<ProofQuestion> | undefined)?.kind === 'code' ? 'code' : 'password';

const givenUp = (): Result<never> =>
  fail('confirmation-required', t('You did not confirm that it is you. Nothing was done.'));

const askUntilAnswered = async (
  send: Send,
  options: CallOptions | undefined,
  first: Result<unknown>,
): Promise<Result<unknown>> => {
  let answer = first;
  for (let failure = failureAsking(answer); failure !== null; failure = failureAsking(answer)) {
    const wasWrong = failure.fields?.proof !== undefined;
    const proof = (await asker?.ask({ kind: kindOf(failure), wasWrong })) ?? null;
    if (!proof) return givenUp();
    answer = await send({ ...options, proof });
  }
  return answer;
};

/**
 * Makes a call. When the server wants to know again who it is, the person is asked, and the same call with the same key
 * is made once more for each answer, until it is right or they give up.
 */
export const sendWithProof = async (send: Send, options?: CallOptions): Promise<Result<unknown>> => {
  const first = await send(options);
  if (!failureAsking(first) || !asker) return first;
  const before = asking;
  const turn = (async () => {
    const answer = await before;
    if (answer === 'given-up') return givenUp();
    try {
      // The one before may have proven it for this session.
      return await askUntilAnswered(send, options, answer === null ? first : await send(options));
    } finally {
      asker?.done();
    }
  })();
  const mine = turn.then((result) => (failureAsking(result) ? 'given-up' : 'answered'));
  asking = mine;
  try {
    return await turn;
  } finally {
    if (asking === mine) asking = NOBODY;
  }
};
