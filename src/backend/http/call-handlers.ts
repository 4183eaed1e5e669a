import type { Handlers } from '../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../shared/contract/index.ts';
import type { CallContext } from '../call-context.ts';

/** One handler for every call of the contract; leaving one out does not compile. */
export type HandlerMap = {
  readonly [D in keyof TrickDeskContract]: Handlers<TrickDeskContract[D], CallContext>;
};

/** A handler as the router calls it, once its input is parsed. */
export type AnyHandler = (input: unknown, context: CallContext) => unknown;

/** The handlers of all calls. Those of a domain are read from disk when first needed. */
export interface AllHandlers {
  of(domain: keyof HandlerMap, name: string): AnyHandler;
  /** Reads the remaining ones, so that no call waits for a file. */
  load(): Promise<void>;
}
