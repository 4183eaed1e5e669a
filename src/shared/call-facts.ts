import { type CallId, contract } from './contract/index.ts';
import type { Domain, Endpoint } from './contract/endpoint.ts';

/** Facts about a call that a window must know before making it. */
export type CallFacts = Pick<Endpoint, 'right' | 'money'>;

const factsOf = (domain: string, calls: Domain): [string, CallFacts][] =>
  Object.entries(calls).map(([name, { right, money }]) => [`${domain}.${name}`, { right, money }]);

/**
 * Facts that the contract states about each call, without its schemas. The build of the window puts the values in place
 * of this module (`build/call-facts.ts`): it starts without the contract and without zod.
 */
export const CALL_FACTS = Object.fromEntries(
  Object.entries<Domain>(contract).flatMap(([domain, calls]) => factsOf(domain, calls)),
) as Readonly<Record<CallId, CallFacts>>;
