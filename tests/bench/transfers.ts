import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { openDatabase } from '../../src/backend/db/database.ts';
import { COMMANDS_A_COMMIT } from '../../src/backend/db/write-queue.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { inTurn, type Row } from './measure.ts';
import { registerUser, startServer, withPreparedFolder } from './server-process.ts';

const CONNECTIONS = 64;
const PEOPLE = 64;
const TRANSFERS = 2_000;
const PAISE_EACH = 10_00;
const FUNDS_PAISE = 1_00_000_00;

interface Person {
  readonly accessToken: string;
  readonly userId: number;
  readonly email: string;
}

/** Sends one transfer over a kept connection; throws when it is not done. */
const transfer = (agent: Agent, url: string, from: Person, to: Person): Promise<void> =>
  new Promise((done, failed) => {
    const body = JSON.stringify({ to: to.email, amount: PAISE_EACH });
    const sent = request(
      `${url}${contract.wallet.transfer.path}`,
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
const measure = async (url: string, people: readonly Person[]): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = TRANSFERS;
  let turn = 0;
  const pick = (): Person => people[turn++ % people.length] as Person;
  const connection = async (): Promise<void> => {
    while (left-- > 0) await transfer(agent, url, pick(), pick());
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  const took = performance.now() - start;
  agent.destroy();
  return (took / TRANSFERS) * 1_000;
};

/** Gives everybody money through the ledger, as a confirmed payment would. */
const fund = async (dataDir: string, people: readonly Person[]): Promise<void> => {
  const database = await openDatabase(dataDir);
  const ledger = new Ledger({ now: () => Date.now() });
  await database.write(async (tx) => {
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
  await database.write((tx) => tx.query.updateTable('sessions').set({ proven_at: Date.now() }).execute());
  await database.close();
};

const checkBooks = async (dataDir: string): Promise<void> => {
  const database = await openDatabase(dataDir);
  const { problems } = await checkLedger(database.read);
  await database.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
};

/**
 * Wallet transfers over HTTP, 64 connections, every answer after its commit is on the disk (`synchronous = FULL`):
 * changes that wait share a commit, beside the same server with one commit each. The books are checked afterwards.
 */
export const transfers = (root: string): Promise<Row[]> =>
  withPreparedFolder(root, async (dataDir) => {
    const script = join(root, 'tests/bench/transfer-server.ts');
    const first = await startServer(script, dataDir, String(COMMANDS_A_COMMIT));
    const people: Person[] = [];
    for (let number = 0; number < PEOPLE; number++) people.push(await registerUser(first.url));
    await first.stop();
    await fund(dataDir, people);
    const side = (commandsACommit: number) => async () => {
      await prove(dataDir);
      const server = await startServer(script, dataDir, String(commandsACommit));
      await measure(server.url, people);
      const took = await measure(server.url, people);
      await server.stop();
      return took;
    };
    const [shared = Number.NaN, alone = Number.NaN] = await inTurn([side(COMMANDS_A_COMMIT), side(1)]);
    await checkBooks(dataDir);
    return [{ name: 'wallet transfer over HTTP, 64 connections', unit: 'µs', ours: shared, peer: alone }];
  });
