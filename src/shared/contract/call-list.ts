import type { Endpoint } from './endpoint.ts';
import { type CallId, contract } from './index.ts';

/** Every call of the contract, by id. */
const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(contract).flatMap(([domain, calls]) =>
    Object.entries<Endpoint>(calls).map(([name, endpoint]) => [`${domain}.${name}`, endpoint] as const),
  ),
);

/** Ids of all calls, as the contract lists them. */
export const CALL_IDS = [...ENDPOINTS.keys()] as readonly CallId[];

/** Whether a text is the id of a call. */
export const isCallId = (text: string): text is CallId => ENDPOINTS.has(text);

/** The endpoint of a call. @throws Error when there is no such call */
export const endpointOf = (id: CallId): Endpoint => {
  const endpoint = ENDPOINTS.get(id);
  if (!endpoint) throw new Error(`There is no call ${id}.`);
  return endpoint;
};
