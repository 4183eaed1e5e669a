import { z } from 'zod';
import { serverTokens } from '../vault/server-token.ts';
import type { Vault } from '../vault/vault.ts';
import type { ValueFile } from './settings.ts';

const OldSchema = z.looseObject({
  backend: z.looseObject({ kind: z.literal('server'), url: z.string(), apiToken: z.string() }),
});

/**
 * Move the API token of an earlier version to the vault. It lies in the settings file, in plain. While the vault cannot
 * keep it, it is used from there and stays for the next start: nobody has to ask for a new one.
 */
export async function moveServerToken(file: ValueFile, vault: Promise<Vault>): Promise<void> {
  const old = OldSchema.safeParse(file.get('settings')).data;
  if (!old) return;
  const { url, apiToken } = old.backend;
  if (apiToken !== '') await serverTokens(vault).store(url, apiToken);
  if ((await vault).keptIn === 'memory') return;
  // Read again: settings may have been changed meanwhile.
  const now = OldSchema.safeParse(file.get('settings')).data;
  if (!now) return;
  const { apiToken: moved, ...backend } = now.backend;
  if (moved === apiToken) file.set('settings', { ...now, backend });
}
