import type { Bridge } from '../../shared/desktop.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { t } from '../i18n/translate.ts';

declare global {
  interface Window {
    /** Put there by the preload; the only way out of the renderer. */
    readonly bridge: Bridge;
  }
}

const isResult = (answer: unknown): answer is Result<unknown> =>
  typeof answer === 'object' && answer !== null && 'ok' in answer;

/**
 * One call over the bridge. It never rejects: main has already parsed the answer, and whatever goes wrong between
 * the two processes comes back as a failure whose effect is not known.
 */
export const callBridge = async (
  id: string,
  input: unknown,
  options?: { idempotencyKey?: string },
): Promise<Result<unknown>> => {
  try {
    const answer = await window.bridge.call(id, input, options);
    return isResult(answer)
      ? answer
      : fail('bad-answer', t('TrickDesk got an answer it does not understand. Restart the application.'));
  } catch (error) {
    return fail('unknown-outcome', t('The answer was lost.'), {
      details: error instanceof Error ? error.message : String(error),
    });
  }
};
