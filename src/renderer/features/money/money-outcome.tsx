import type { Failure, Result } from '../../../shared/failure.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { OUTCOME_LABELS } from '../../i18n/fixed-labels.ts';
import { useGoTo } from '../../state/navigation.ts';
import { OutcomeDialog } from '../../ui/outcome-dialog.tsx';

/** Outcome of a money call, with the server's words. */
export interface Outcome {
  isDone: boolean;
  message: string;
}

/** A session that is over has its own end: a toast and the sign-in page. */
const isSignedOut = ({ code }: Failure): boolean => code === 'session' || code === 'unauthorised';

/** The outcome of a call; `words` when the server said none, `place` where to look when its answer was lost. */
export const outcomeOf = (
  result: Result<unknown>,
  { text, place }: { text: string; place: string },
): Outcome | null => {
  if (result.ok) return { isDone: true, message: result.message ?? text };
  if (isSignedOut(result.failure)) return null;
  return { isDone: false, message: failureSentence(result.failure, place) ?? result.failure.message };
};

interface MoneyOutcomeProps {
  outcome: Outcome;
  /** Where `Proceed` leads. */
  proceedTo: string;
  /** Back to the form, as it was. */
  onTryAgain: () => void;
}

/** The specification's modals: `Success!` with `Proceed`, `Error!` with `Try Again`. */
export const MoneyOutcome = ({ outcome, proceedTo, onTryAgain }: MoneyOutcomeProps) => {
  const goTo = useGoTo();
  return outcome.isDone ? (
    <OutcomeDialog {...OUTCOME_LABELS.success} message={outcome.message} onAction={() => goTo(proceedTo)} />
  ) : (
    <OutcomeDialog {...OUTCOME_LABELS.failure} message={outcome.message} onAction={onTryAgain} />
  );
};
