import {
  INTERNAL_ERROR_MESSAGE,
  UNAUTHORISED_MESSAGE,
  type Failure,
  type FailureCode,
} from '../../shared/failure.ts';
import type { Presentation } from '../state/failure-reports.ts';

interface Reaction {
  /** Sentence of the toast; `server` is the failure's own sentence. */
  says: 'server' | typeof UNAUTHORISED_MESSAGE | typeof INTERNAL_ERROR_MESSAGE;
  /** Leads to the sign-in page. */
  isSignedOut: boolean;
}

const serverSentence: Reaction = { says: 'server', isSignedOut: false };
const sessionOver: Reaction = { says: UNAUTHORISED_MESSAGE, isSignedOut: true };

/** Section 8 of the specification as a table. */
export const FAILURE_POLICY: Readonly<Record<FailureCode, Reaction>> = {
  session: sessionOver,
  unauthorised: sessionOver,
  /** A 401 too, but of somebody who is just signing in: there is nowhere to send them. */
  credentials: { says: UNAUTHORISED_MESSAGE, isSignedOut: false },
  internal: { says: INTERNAL_ERROR_MESSAGE, isSignedOut: false },
  invalid: serverSentence,
  forbidden: serverSentence,
  'confirmation-required': serverSentence,
  'not-found': serverSentence,
  'no-such-call': serverSentence,
  conflict: serverSentence,
  'too-large': serverSentence,
  refused: serverSentence,
  locked: serverSentence,
  rate: serverSentence,
  unavailable: serverSentence,
  'unknown-outcome': serverSentence,
  'bad-answer': serverSentence,
};

interface Effects {
  /** Shows a toast; the same words are shown once, however many calls failed with them. */
  toast: (message: string) => void;
  goToSignIn: () => void;
}

/** React to a failure. A dialog that shows its failure itself gets no toast beside it. */
export const reactTo = (failure: Failure, presentation: Presentation, effects: Effects): void => {
  const reaction = FAILURE_POLICY[failure.code];
  if (presentation === 'toast' || reaction.isSignedOut) {
    effects.toast(reaction.says === 'server' ? failure.message : reaction.says);
  }
  if (reaction.isSignedOut) effects.goToSignIn();
};
