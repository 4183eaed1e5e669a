import type { Client } from '../../shared/contract/index.ts';
import type { CallOptions } from '../../shared/contract/endpoint.ts';
import { callBridge } from './bridge.ts';

type Call = (input?: unknown, options?: CallOptions) => ReturnType<typeof callBridge>;

const domainClient = (domain: string): Record<string, Call> =>
  new Proxy<Record<string, Call>>(
    {},
    {
      get: (calls, name) => {
        if (typeof name !== 'string') return undefined;
        return (calls[name] ??= (input, options) => callBridge(`${domain}.${name}`, input ?? {}, options));
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
