import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readOrMakeSecret } from './key-file.ts';
import { keepToOwner } from './owner-only.ts';

/** How a backend that runs alone was asked to run. */
export interface StandaloneOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly apiToken: string;
  /** Where the API token was found, for the person who starts a client. */
  readonly apiTokenSource: string;
}

/** Arguments that cannot be followed, as a sentence. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments';
}

const DEFAULT_PORT = 8787;
const TOKEN_FILE = 'api-token';
const TOKEN_VARIABLE = 'TRICKDESK_API_TOKEN';

export const USAGE =
  'Usage: npm run server -- [--port 8787] [--data DIR] [--api-token-file FILE]\n' +
  `The API token comes from ${TOKEN_VARIABLE} or --api-token-file; otherwise one is made and kept in DIR.`;

const portOf = (text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new BadArguments(`--port must be a number from 0 to 65535, not "${text}".`);
  return port;
};

/** Reads arguments and environment; secrets are never arguments. */
export const standaloneOptions = (argv: readonly string[], env: NodeJS.ProcessEnv): StandaloneOptions => {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, data: { type: 'string' }, 'api-token-file': { type: 'string' } },
    }));
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
  const dataDir = resolve(values.data ?? 'trickdesk-data');
  keepToOwner(dataDir);
  const port = values.port === undefined ? DEFAULT_PORT : portOf(values.port);
  const fromEnvironment = env[TOKEN_VARIABLE]?.trim();
  if (fromEnvironment) return { port, dataDir, apiToken: fromEnvironment, apiTokenSource: TOKEN_VARIABLE };
  const file = values['api-token-file'];
  if (file !== undefined) {
    const apiToken = readFileSync(resolve(file), 'utf8').trim();
    if (!apiToken) throw new BadArguments(`${file} is empty; it must hold the API token.`);
    return { port, dataDir, apiToken, apiTokenSource: resolve(file) };
  }
  const kept = join(dataDir, TOKEN_FILE);
  return { port, dataDir, apiToken: readOrMakeSecret(kept), apiTokenSource: kept };
};
