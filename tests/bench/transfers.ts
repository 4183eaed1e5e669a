import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/backend/db/database.ts';
import { COMMANDS_A_COMMIT } from '../../src/backend/db/sqlite/write-queue.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { fillWithMuch, type MuchUser } from '../support/much-data.ts';
import { inTurn, type Row, sideBySide } from './measure.ts';
import { registerUser, startBackend, startServer, withPreparedFolder } from './server-process.ts';
import { writeForAll } from '../support/write-for-all.ts';

const CONNECTIONS = 64;
const PEOPLE = 64;
const TRANSFERS = 2_000;
/** Transfers of one sender in a day at the most. All runs together. */
const OF_ONE_SENDER = 400;
const PAISE_EACH = 10_00;
const FUNDS_PAISE = 1_00_000_00;

interface Sender {
  readonly accessToken: string;
  readonly userId: number;
}

interface Person extends Sender {
  readonly email: string;
}

/** Who sends to whom, one after the other, and how often. */
interface Pairs {
  readonly next: () => readonly [from: Sender, to: string];
  readonly count: number;
}

/** Sends one transfer over a kept connection to a transfer’s URL; throws when it is not done. */
const transfer = (agent: Agent, url: string, from: Sender, to: string): Promise<void> =>
  new Promise((done, failed) => {
    const body = JSON.stringify({ to, amount: PAISE_EACH });
    const sent = request(
      url,
      {
        method: 'POST',
        agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${from.accessToken}`,
          'idempotency-key': randomUUID(),
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => {
          if (answer.statusCode === 200) done();
          else failed(new Error(`A transfer came back with ${answer.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });

/** Microseconds a transfer, so many in flight at any moment. */
const measure = async (url: string, { next, count }: Pairs): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = count;
  const connection = async (): Promise<void> => {
    while (left-- > 0) await transfer(agent, url, ...next());
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const took = performance.now() - start;
  agent.destroy();
  return (took / count) * 1_000;
};

/** Gives everybody money through the ledger, as a confirmed payment would. */
const fund = async (dataDir: string, people: readonly Sender[]): Promise<void> => {
  const database = await openDatabase(dataDir);
  const ledger = new Ledger({ now: () => Date.now() });
  const everyone = people.map(({ userId }) => userId);
  await database.write(everyone, async (tx) => {
    for (const { userId } of people)
      await ledger.post(tx, {
        userId,
        key: 'bench',
        kind: 'added',
        postings: [
          { house: 'upi-clearing', amount: -FUNDS_PAISE },
          { userId, account: 'available', amount: FUNDS_PAISE },
        ],
      });
  });
  await database.close();
};

/** Has every session prove who it is: much leaves each account, and what is measured is not the password. */
const prove = async (dataDir: string): Promise<void> => {
  const database = await openDatabase(dataDir);
  await writeForAll(database, (tx) =>
    tx.query.updateTable('sessions').set({ proven_at: Date.now() }).execute(),
  );
  await database.close();
};

const checkBooks = async (dataDir: string): Promise<void> => {
  const database = await openDatabase(dataDir);
  const { problems } = await checkLedger(database.read);
  await database.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
};

/** Each to the next, round and round. */
const round = (people: readonly Person[]): Pairs => {
  let turn = 0;
  const pick = (): Person => people[turn++ % people.length] as Person;
  return { next: () => [pick(), pick().email], count: TRANSFERS };
};

/** Somebody of five years' history to people of their team. */
const toFriends = (user: MuchUser): Pairs => {
  let turn = 0;
  const next = () => [user, user.friends[turn++ % user.friends.length] as string] as const;
  return { next, count: OF_ONE_SENDER };
};

/** Measures on a server of its own, once it is warm. */
const side =
  (root: string, dataDir: string, pairs: Pairs, commandsACommit = COMMANDS_A_COMMIT) =>
  async () => {
    await prove(dataDir);
    const script = join(root, 'tests/bench/transfer-server.ts');
    const server = await startServer(script, dataDir, String(commandsACommit));
    const url = `${server.url}${contract.wallet.transfer.path}`;
    await measure(url, pairs);
    const took = await measure(url, pairs);
    await server.stop();
    return took;
  };

/** The same requests to a plain route: it checks the token and reads one row. */
const plainSide = (root: string, dataDir: string, pairs: Pairs) => async () => {
  const server = await startServer(join(root, 'tests/bench/peers/plain-route.mjs'), dataDir);
  await measure(`${server.url}/row`, pairs);
  const took = await measure(`${server.url}/row`, pairs);
  await server.stop();
  return took;
};

const newPeople = async (root: string, dataDir: string): Promise<Person[]> => {
  const server = await startBackend(root, dataDir);
  const people: Person[] = [];
  for (let number = 0; number < PEOPLE; number++) people.push(await registerUser(server.url));
  await server.stop();
  await fund(dataDir, people);
  return people;
};

/** The same transfers by a user with much history, and with little. Little is a hundredth of it. */
const beside1Percent = async (root: string, dataDir: string): Promise<Row> => {
  const littleDir = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  try {
    cpSync(dataDir, littleDir, { recursive: true });
    const [all, little] = [await fillWithMuch(dataDir, 1), await fillWithMuch(littleDir, 0.01)];
    await fund(dataDir, [all]);
    await fund(littleDir, [little]);
    return await sideBySide(
      'wallet transfer of somebody with five years of history (peer: 1 % of the data)',
      'µs',
      side(root, dataDir, toFriends(all)),
      side(root, littleDir, toFriends(little)),
    );
  } finally {
    rmSync(littleDir, { recursive: true, force: true });
  }
};

/**
 * Wallet transfers over HTTP with 64 connections. Every answer comes after its commit is on the disk (`synchronous =
 * FULL`): changes that wait share a commit, beside the same server with one commit each, and beside a plain route that
 * reads; and on all data beside a hundredth of it. The books are checked afterwards.
 */
export const transfers = async (root: string): Promise<Row[]> => [
  ...(await withPreparedFolder(root, async (dataDir) => {
    const people = await newPeople(root, dataDir);
    const [ours = Number.NaN, oneEach = Number.NaN, plain = Number.NaN] = await inTurn([
      side(root, dataDir, round(people)),
      side(root, dataDir, round(people), 1),
      plainSide(root, dataDir, round(people)),
    ]);
    await checkBooks(dataDir);
    const named = 'wallet transfer over HTTP, 64 connections';
    return [
      { name: `${named} (peer: one commit each)`, unit: 'µs', ours, peer: oneEach },
      { name: `${named} (peer: a plain route that reads one row)`, unit: 'µs', ours, peer: plain },
    ];
  })),
  await withPreparedFolder(root, (dataDir) => beside1Percent(root, dataDir)),
];
