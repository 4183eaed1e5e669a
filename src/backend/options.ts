import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readOrMakeSecret } from './key-file.ts';
import type { MetricsPlace } from './operations/metrics-server.ts';
import { keepToOwner } from './owner-only.ts';

/** Options of a backend that runs alone. */
export interface StandaloneOptions {
  readonly port: number;
  /** Address to listen at; this machine's own unless given. */
  readonly host?: string;
  /** Addresses of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  readonly apiToken: string;
  /** Where the API token was found, for the user starting a client. */
  readonly apiTokenSource: string;
  /** Where metrics are served; nowhere unless asked for. */
  readonly metrics?: MetricsPlace;
}

/** Arguments that cannot be followed, as a sentence. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments';
}

const DEFAULT_PORT = 8787;
const LOOPBACK = '127.0.0.1';
const TOKEN_FILE = 'api-token';
const TOKEN_VARIABLE = 'TRICKDESK_API_TOKEN';

export const USAGE =
  'Usage: npm run server -- [--port 8787] [--host 127.0.0.1] [--trust-proxy ADDRESSES] [--data DIR] [--api-token-file FILE] [--metrics-port PORT] [--metrics-host 127.0.0.1]\n' +
  'ADDRESSES are those of proxies, with commas between them, whose X-Forwarded-For is believed.\n' +
  'With --metrics-port, metrics are served at /metrics of that port, and not with the calls.\n' +
  `The API token comes from ${TOKEN_VARIABLE} or --api-token-file; otherwise one is made and kept in DIR.`;

const portOf = (option: string, text: string): number => {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new BadArguments(`${option} must be a number from 0 to 65535, not "${text}".`);
  return port;
};

const hostOf = (option: string, text: string): string => {
  if (isIP(text) === 0)
    throw new BadArguments(`${option} must be an address such as 127.0.0.1 or 0.0.0.0, not "${text}".`);
  return text;
};

const metricsOf = (port: string | undefined, host: string | undefined): { metrics?: MetricsPlace } => {
  if (port === undefined && host !== undefined)
    throw new BadArguments('--metrics-host says where metrics are served; give --metrics-port too.');
  if (port === undefined) return {};
  const address = host === undefined ? LOOPBACK : hostOf('--metrics-host', host);
  return { metrics: { port: portOf('--metrics-port', port), host: address } };
};

/** Names are refused: what they stand for may change while it is trusted. */
const proxiesOf = (text: string): string[] => {
  const proxies = text.split(',').map((address) => address.trim());
  for (const address of proxies)
    if (isIP(address) === 0)
      throw new BadArguments(
        `--trust-proxy must be addresses such as 127.0.0.1,10.0.0.2 with commas between them; "${address}" is none.`,
      );
  return proxies;
};

/** Reads arguments and environment; secrets are never arguments. */
export const standaloneOptions = (argv: readonly string[], env: NodeJS.ProcessEnv): StandaloneOptions => {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'trust-proxy': { type: 'string' },
        data: { type: 'string' },
        'api-token-file': { type: 'string' },
        'metrics-port': { type: 'string' },
        'metrics-host': { type: 'string' },
      },
    }));
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
  const place = {
    port: values.port === undefined ? DEFAULT_PORT : portOf('--port', values.port),
    ...(values.host !== undefined && { host: hostOf('--host', values.host) }),
    trustedProxies: values['trust-proxy'] === undefined ? [] : proxiesOf(values['trust-proxy']),
    ...metricsOf(values['metrics-port'], values['metrics-host']),
  };
  const dataDir = resolve(values.data ?? 'trickdesk-data');
  keepToOwner(dataDir);
  const fromEnvironment = env[TOKEN_VARIABLE]?.trim();
  if (fromEnvironment)
    return { ...place, dataDir, apiToken: fromEnvironment, apiTokenSource: TOKEN_VARIABLE };
  const file = values['api-token-file'];
  if (file !== undefined) {
    const apiToken = readFileSync(resolve(file), 'utf8').trim();
    if (!apiToken) throw new BadArguments(`${file} is empty; it must hold the API token.`);
    return { ...place, dataDir, apiToken, apiTokenSource: resolve(file) };
  }
  const kept = join(dataDir, TOKEN_FILE);
  const apiToken = readOrMakeSecret(kept);
  if (!apiToken) throw new BadArguments(`${kept} is empty. Remove it: another API token is made.`);
  return { ...place, dataDir, apiToken, apiTokenSource: kept };
};
