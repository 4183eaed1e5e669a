import { useState } from 'react';
import { create } from 'zustand';
import type { CallMarks, CallOptions } from '../../shared/contract/endpoint.ts';
import type { Failure, Result } from '../../shared/failure.ts';
import { reportFailure, type Presentation } from './failure-reports.ts';

export interface ActionState {
  isRunning: boolean;
  failure: Failure | null;
}

interface Options {
  /** `dialog` when the place that runs it shows the failure itself. */
  presentation?: Presentation;
}

/** A call of the platform, or whatever else answers like one: only the contract's own may need a key. */
type Call<Input, Output> = ((input: Input, options?: CallOptions) => Promise<Result<Output>>) &
  Partial<CallMarks>;

/**
 * Something that is done when a button is pressed. It runs once at a time and is never tried again by itself. A
 * money action keeps one idempotency key for as long as its payload stays the same, so that Try Again of a dialog
 * cannot act twice; another payload is another action and gets a key of its own.
 */
export const createAction = <Input, Output>(call: Call<Input, Output>, options: Options = {}) => {
  const idle: ActionState = { isRunning: false, failure: null };
  const use = create<ActionState>(() => idle);
  let keyed: { payload: string; key: string } | null = null;
  let running: { payload: string; done: Promise<Result<Output>> } | null = null;

  const keyFor = (input: Input): string => {
    const payload = JSON.stringify(input);
    if (keyed?.payload !== payload) keyed = { payload, key: crypto.randomUUID() };
    return keyed.key;
  };

  const carryOut = async (input: Input): Promise<Result<Output>> => {
    use.setState({ isRunning: true, failure: null });
    const result = await call(input, call.needsKey ? { idempotencyKey: keyFor(input) } : undefined);
    use.setState({ isRunning: false, failure: result.ok ? null : result.failure });
    if (result.ok) keyed = null;
    else reportFailure(result.failure, options.presentation);
    return result;
  };

  return {
    /** React hook: whether it runs, and how it last failed. */
    use,
    /** Does it. The same again while it runs gets the answer of the first; something else waits its turn. */
    run: (input: Input): Promise<Result<Output>> => {
      const payload = JSON.stringify(input);
      if (running !== null && running.payload === payload) return running.done;
      const turn = {
        payload,
        done: (running?.done ?? Promise.resolve()).then(() => carryOut(input)),
      };
      running = turn;
      void turn.done.then(() => {
        if (running === turn) running = null;
      });
      return turn.done;
    },
    /** Forgets the last failure, such as when its dialog closes. */
    clear: (): void => use.setState(idle),
  };
};

/** An action of its own for the life of a component: a dialog, a form, a row. */
export const useAction = <Input, Output>(call: Call<Input, Output>, options: Options = {}) => {
  const [action] = useState(() => createAction(call, options));
  return { ...action.use(), run: action.run, clear: action.clear };
};
