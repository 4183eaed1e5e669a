import type { z } from 'zod';
import type { CallOptions, EndpointAt, InputOf, OutputOf } from '../../shared/contract/endpoint.ts';
import type { CallId, TrickDeskContract } from '../../shared/contract/index.ts';
import type { Bridge, DesktopCommandId, DesktopCommands, DesktopEvent } from '../../shared/desktop.ts';
import { fail, succeed, type Failure, type Result } from '../../shared/failure.ts';

/** Script of a test: an answer for each call the screen makes. A call without a script fails the test's way. */
export type Scripts = {
  [Id in CallId]?: (
    input: InputOf<EndpointAt<TrickDeskContract, Id>>,
    options?: CallOptions,
  ) => Scripted<OutputOf<EndpointAt<TrickDeskContract, Id>>>;
} & {
  [Id in DesktopCommandId as `desktop.${Id}`]?: (
    input: z.input<DesktopCommands[Id]['input']>,
  ) => Scripted<z.output<DesktopCommands[Id]['output']>>;
};

type Scripted<T> = T | Result<T> | Promise<T | Result<T>>;

interface MadeCall {
  id: string;
  input: unknown;
  options?: CallOptions;
}

const isResult = (value: unknown): value is Result<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value;

/** A failing answer for a script. */
export const refuse = (code: Failure['code'], message: string, more: Partial<Failure> = {}) =>
  fail(code, message, more);

/** A scripted `window.bridge`: answers as told, remembers what was asked, and says what main would say. */
export const createFakeBridge = (scripts: Scripts) => {
  const calls: MadeCall[] = [];
  const listeners = new Set<(event: DesktopEvent) => void>();
  const current: Scripts = { ...scripts };
  const bridge: Bridge = {
    call: async (id, input, options) => {
      calls.push({ id, input, ...(options ? { options } : {}) });
      const script = current[id as keyof Scripts] as
        ((input: unknown, options?: CallOptions) => unknown) | undefined;
      if (!script) return fail('no-such-call', `No script answers ${id}`);
      const answer = await script(input, options);
      return isResult(answer) ? answer : succeed(answer);
    },
    on: (callback) => {
      listeners.add(callback);
      return () => listeners.delete(callback);
    },
  };
  return {
    bridge,
    calls,
    /** Inputs of every call with this id, in order. */
    inputsOf: (id: CallId | `desktop.${DesktopCommandId}`): unknown[] =>
      calls.filter((call) => call.id === id).map((call) => call.input),
    /** Changes what is answered from now on. */
    script: (more: Scripts): void => void Object.assign(current, more),
    /** Says to the window what main would say. */
    emit: (event: DesktopEvent): void => {
      for (const listener of listeners) listener(event);
    },
  };
};

export type FakeBridge = ReturnType<typeof createFakeBridge>;
