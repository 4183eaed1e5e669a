import type { CallOptions } from '../../shared/contract/endpoint.ts';
import type { Bridge } from '../../shared/desktop.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { t } from '../i18n/translate.ts';
import { sendWithProof } from './prove.ts';

declare global {
  interface Window {
    /** Put there by the preload; the only way out of the renderer. */
    readonly bridge: Bridge;
  }
}

const isResult = (answer: unknown): answer is Result<unknown> =>
  typeof answer === 'object' && answer !== null && 'ok' in answer;

/** One message to main. */
const send = async (id: string, input: unknown, options?: CallOptions): Promise<Result<unknown>> => {
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

/**
 * One call over the bridge. It never rejects: main has already parsed the answer, and whatever goes wrong between
 * the two processes comes back as a failure whose effect is not known. Where the server wants to know again who it is,
 * the person is asked in between.
 */
export const callBridge = (id: string, input: unknown, options?: CallOptions): Promise<Result<unknown>> =>
  sendWithProof((given) => send(id, input, given), options);
