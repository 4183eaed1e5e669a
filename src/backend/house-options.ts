import { addressesOf, BadArguments } from './arguments.ts';
import type { HouseOptions } from './cluster/house.ts';
import { MOST_PROCESSES } from './cluster/own-users.ts';
import type { KeyList } from './secrets/key-list.ts';

const NATS_VARIABLE = 'TRICKDESK_NATS';

export const ROLES = ['node', 'backtests'] as const;
/** A node serves users; a process of backtests runs those, and serves nobody. */
export type Role = (typeof ROLES)[number];

/** @throws BadArguments */
export const roleOf = (text: string): Role => {
  const role = ROLES.find((each) => each === text);
  if (!role) throw new BadArguments(`--role must be one of ${ROLES.join(', ')}, not "${text}".`);
  return role;
};

/** A URL of one of some protocols, without a path. @throws BadArguments */
const requireUrl = (option: string, text: string, isFit: (url: URL) => boolean, example: string): string => {
  if (!URL.canParse(text) || !isFit(new URL(text)))
    throw new BadArguments(`${option} must be an address such as ${example}.`);
  return text;
};

/** Command line options of a process of a house. */
export const HOUSE_OPTIONS = {
  role: { type: 'string', default: 'node' },
  processes: { type: 'string' },
  nats: { type: 'string' },
  address: { type: 'string' },
  'leaves-from': { type: 'string' },
  'backtest-workers': { type: 'boolean', default: false },
} as const;

interface HouseArguments {
  readonly processes?: string;
  readonly nats?: string;
  readonly address?: string;
  readonly 'leaves-from'?: string;
  readonly 'backtest-workers': boolean;
}

/** An address with a password is no argument: everybody on the machine can read those. */
const natsOf = (argument: string | undefined, env: NodeJS.ProcessEnv): string | undefined => {
  if (argument !== undefined && URL.canParse(argument) && new URL(argument).password !== '')
    throw new BadArguments(`Give an address of NATS with a password by ${NATS_VARIABLE}, not by --nats.`);
  const nats = argument ?? env[NATS_VARIABLE];
  return nats === undefined
    ? undefined
    : requireUrl(
        '--nats',
        nats,
        ({ protocol }) => protocol === 'nats:' || protocol === 'tls:',
        'nats://127.0.0.1:4222',
      );
};

const processesOf = (text = '1'): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MOST_PROCESSES)
    throw new BadArguments(`--processes must be a number from 1 to ${MOST_PROCESSES}, not "${text}".`);
  return count;
};

/** The house of some arguments; none of a server that is alone. @throws BadArguments */
export const houseOf = (given: HouseArguments, env: NodeJS.ProcessEnv): { readonly house?: HouseOptions } => {
  const nats = natsOf(given.nats, env);
  const processes = processesOf(given.processes);
  const { address, 'leaves-from': leavesFrom, 'backtest-workers': hasBacktestWorkers } = given;
  if (nats === undefined) {
    if (processes > 1 || hasBacktestWorkers)
      throw new BadArguments(
        `A house of several processes needs --nats or ${NATS_VARIABLE}: they tell each other their news.`,
      );
    if (address !== undefined || leavesFrom !== undefined)
      throw new BadArguments('--address and --leaves-from are of a house: give --nats and --processes too.');
    return {};
  }
  if (address !== undefined)
    requireUrl(
      '--address',
      address,
      // Servers forward to each other over a network of their own.
      ({ protocol, pathname }) => protocol === 'http:' && pathname === '/',
      'http://10.0.0.5:8787',
    );
  return {
    house: {
      processes,
      nats,
      hasBacktestWorkers,
      ...(address !== undefined && { address }),
      ...(leavesFrom !== undefined && { leavesFrom: addressesOf('--leaves-from', leavesFrom) }),
    },
  };
};

interface Given {
  readonly role: Role;
  readonly house?: HouseOptions;
  readonly host?: string;
  readonly database?: string;
  readonly keys?: { readonly session?: KeyList; readonly data?: KeyList };
}

/** Require what the servers of a house share. They read what each of them has written. @throws BadArguments */
export const requireForHouse = ({ role, house, host, database, keys }: Given): void => {
  if (role === 'backtests' && !house)
    throw new BadArguments('--role backtests is of a house: give --nats and --database too.');
  if (!house) return;
  if (database === undefined)
    throw new BadArguments('A house needs a PostgreSQL database: a SQLite file has one server.');
  if (role === 'backtests') return;
  if (!keys?.session || !keys.data)
    throw new BadArguments(
      'A house needs the keys that its servers share: give both by --session-keys-file and --data-keys-file, or by TRICKDESK_SESSION_KEYS and TRICKDESK_DATA_KEYS.',
    );
  if (house.address === undefined && (host === '0.0.0.0' || host === '::'))
    throw new BadArguments(
      '--address is needed: other servers cannot reach "every address" of this machine.',
    );
};
