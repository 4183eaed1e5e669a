import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  BadAddress,
  DATABASE_OPTIONS,
  DATABASE_USAGE,
  databaseAddress,
  type GivenAddress,
} from './db/database-address.ts';
import { addressesOf, BadArguments } from './arguments.ts';
import type { HouseOptions } from './cluster/house.ts';
import { HOUSE_OPTIONS, houseOf, requireForHouse, type Role, roleOf } from './house-options.ts';
import { readOrMakeSecret, readSecretFile } from './key-file.ts';
import type { MetricsPlace } from './operations/metrics-server.ts';
import { keepToOwner } from './owner-only.ts';
import { BadKeys, type KeyList, parseKeyList, readKeyFile } from './secrets/key-list.ts';

/** Options of a backend that runs alone. */
export interface StandaloneOptions {
  readonly port: number;
  /** Address to listen at; this machine's own unless given. */
  readonly host?: string;
  /** Addresses of proxies whose X-Forwarded-For counts. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** Address of a PostgreSQL database; without one the database is a file of the data folder. */
  readonly database?: string;
  readonly apiToken: string;
  /** Where the API token was found, for the user starting a client. */
  readonly apiTokenSource: string;
  /** Least weight of a line that is logged. */
  readonly logLevel: string;
  /** Keys that are not in the data folder. */
  readonly keys?: { readonly session?: KeyList; readonly data?: KeyList };
  /** Wait while another server works on the database, then take over. */
  readonly isStandby: boolean;
  /** Where metrics are served; nowhere unless asked for. */
  readonly metrics?: MetricsPlace;
  /** The house that this server is one process of. */
  readonly house?: HouseOptions;
  /** `backtests`: runs the backtests of a house, and serves nobody. */
  readonly role: Role;
}

const DEFAULT_PORT = 8787;
const LOOPBACK = '127.0.0.1';
const TOKEN_FILE = 'api-token';
const TOKEN_VARIABLE = 'TRICKDESK_API_TOKEN';

export const USAGE =
  'Usage: npm run server -- [--port 8787] [--host 127.0.0.1] [--trust-proxy ADDRESSES] [--data DIR] [--database postgres://USER@HOST/NAME] [--database-file FILE] [--api-token-file FILE] [--session-keys-file FILE] [--data-keys-file FILE] [--metrics-port PORT] [--metrics-host 127.0.0.1] [--nats nats://HOST:4222 [--processes 1] [--address http://HOST:8787] [--leaves-from ADDRESSES] [--backtest-workers] [--role node|backtests]] [--standby]\n' +
  'ADDRESSES are those of proxies, with commas between them, whose X-Forwarded-For is believed.\n' +
  'With --metrics-port, metrics are served at /metrics of that port, and not with the calls.\n' +
  'With --standby it waits while another server works on the same PostgreSQL database, and takes over when that one ends.\n' +
  'With --processes N it is one of N servers that share the users of one PostgreSQL database; --address is where the others reach it, --leaves-from the addresses that its orders to brokers leave from. With --backtest-workers it leaves backtests to processes with --role backtests.\n' +
  'Keys come from files or from TRICKDESK_SESSION_KEYS and TRICKDESK_DATA_KEYS, as id:base64 with commas or line ends between them; the first signs and seals.\n' +
  `${DATABASE_USAGE}\n` +
  `The API token comes from ${TOKEN_VARIABLE} or --api-token-file; otherwise one is made and kept in DIR.`;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const DEFAULT_LOG_LEVEL = 'warn';

const logLevelOf = (text = DEFAULT_LOG_LEVEL): string => {
  if (!LOG_LEVELS.includes(text))
    throw new BadArguments(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
  return text;
};

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

const databaseOf = (given: GivenAddress, env: NodeJS.ProcessEnv): Pick<StandaloneOptions, 'database'> => {
  try {
    const database = databaseAddress(given, env);
    return database === null ? {} : { database };
  } catch (error) {
    throw error instanceof BadAddress ? new BadArguments(error.message, { cause: error }) : error;
  }
};

const keyList = (kind: 'session' | 'data', file: string | undefined, env: NodeJS.ProcessEnv) => {
  const variable = `TRICKDESK_${kind.toUpperCase()}_KEYS`;
  const text = env[variable];
  if (file !== undefined && text !== undefined)
    throw new BadArguments(`Give the ${kind} keys by ${variable} or by --${kind}-keys-file, not by both.`);
  try {
    if (file !== undefined) return readKeyFile(resolve(file));
    return text === undefined ? undefined : parseKeyList(text, variable);
  } catch (error) {
    throw error instanceof BadKeys ? new BadArguments(error.message, { cause: error }) : error;
  }
};

const keysOf = (
  files: { readonly 'session-keys-file'?: string; readonly 'data-keys-file'?: string },
  env: NodeJS.ProcessEnv,
): Pick<StandaloneOptions, 'keys'> => {
  const session = keyList('session', files['session-keys-file'], env);
  const data = keyList('data', files['data-keys-file'], env);
  return session || data ? { keys: { ...(session && { session }), ...(data && { data }) } } : {};
};

/** A server that takes over reads what the other has written: its database, and what is sealed in it. */
const requireForStandby = ({
  isStandby,
  database,
  keys,
}: Pick<StandaloneOptions, 'isStandby' | 'database' | 'keys'>): void => {
  if (!isStandby) return;
  if (database === undefined)
    throw new BadArguments('--standby needs a PostgreSQL database: a SQLite file has one server.');
  if (!keys?.session || !keys.data)
    throw new BadArguments(
      '--standby needs the keys of the server that it stands by for: give both by --session-keys-file and --data-keys-file, or by TRICKDESK_SESSION_KEYS and TRICKDESK_DATA_KEYS.',
    );
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
        ...DATABASE_OPTIONS,
        'api-token-file': { type: 'string' },
        'session-keys-file': { type: 'string' },
        'data-keys-file': { type: 'string' },
        'metrics-port': { type: 'string' },
        'metrics-host': { type: 'string' },
        ...HOUSE_OPTIONS,
        standby: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error));
  }
  const place = {
    port: values.port === undefined ? DEFAULT_PORT : portOf('--port', values.port),
    ...(values.host !== undefined && { host: hostOf('--host', values.host) }),
    trustedProxies:
      values['trust-proxy'] === undefined ? [] : addressesOf('--trust-proxy', values['trust-proxy']),
    logLevel: logLevelOf(env['LOG_LEVEL']),
    ...keysOf(values, env),
    ...metricsOf(values['metrics-port'], values['metrics-host']),
    ...databaseOf(values, env),
    ...houseOf(values, env),
    isStandby: values.standby,
    role: roleOf(values.role),
  };
  requireForStandby(place);
  requireForHouse(place);
  const dataDir = resolve(values.data ?? 'trickdesk-data');
  keepToOwner(dataDir);
  const fromEnvironment = env[TOKEN_VARIABLE]?.trim();
  if (fromEnvironment)
    return { ...place, dataDir, apiToken: fromEnvironment, apiTokenSource: TOKEN_VARIABLE };
  const file = values['api-token-file'];
  if (file !== undefined) {
    const apiToken = readSecretFile(resolve(file)).trim();
    if (!apiToken) throw new BadArguments(`${file} is empty; it must hold the API token.`);
    return { ...place, dataDir, apiToken, apiTokenSource: resolve(file) };
  }
  const kept = join(dataDir, TOKEN_FILE);
  const apiToken = readOrMakeSecret(kept);
  if (!apiToken) throw new BadArguments(`${kept} is empty. Remove it: another API token is made.`);
  return { ...place, dataDir, apiToken, apiTokenSource: kept };
};
