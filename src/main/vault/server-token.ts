import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import type { Vault } from './vault.ts';

const KeptSchema = z.object({ url: z.string(), token: z.string() });

/** The API token of a server elsewhere. It is kept with the server's address: no other is ever sent it. */
export interface ServerTokens {
  /** Empty when none is known for that address. */
  of(url: string): Promise<string>;
  store(url: string, token: string): Promise<void>;
}

/** API tokens in the vault. */
export const serverTokens = (vault: Promise<Vault>): ServerTokens => ({
  of: async (url) => {
    const kept = KeptSchema.safeParse(parseJson((await (await vault).read('server-token')) ?? 'null'));
    return kept.data?.url === url ? kept.data.token : '';
  },
  store: async (url, token) => (await vault).write('server-token', JSON.stringify({ url, token })),
});
