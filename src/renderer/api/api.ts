import { CALL_FACTS } from '../../shared/call-facts.ts';
import type { CallId, Client } from '../../shared/contract/index.ts';
import type { CallMarks, CallOptions } from '../../shared/contract/endpoint.ts';
import { callBridge } from './bridge.ts';

type Call = ((input?: unknown, options?: CallOptions) => ReturnType<typeof callBridge>) & CallMarks;

const callOf = (id: CallId): Call =>
  Object.assign((input?: unknown, options?: CallOptions) => callBridge(id, input ?? {}, options), {
    needsKey: CALL_FACTS[id].money !== null,
  });

const domainClient = (domain: string): Record<string, Call> =>
  new Proxy<Record<string, Call>>(
    {},
    {
      get: (calls, name) => {
        if (typeof name !== 'string') return undefined;
        return (calls[name] ??= callOf(`${domain}.${name}` as CallId));
      },
    },
  );

/** The platform's calls, typed by the contract: `api.strategies.mine({ pageType: 'Test' })` → `Result`. */
export const api = new Proxy<Record<string, Record<string, Call>>>(
  {},
  {
    get: (domains, domain) =>
      typeof domain === 'string' ? (domains[domain] ??= domainClient(domain)) : undefined,
  },
) as unknown as Client;
