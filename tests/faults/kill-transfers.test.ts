import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/backend/db/database.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { Ledger } from '../../src/backend/ledger/ledger.ts';
import { bundled } from '../support/bundled.ts';
import { addUser } from '../support/new-user.ts';

/** Kills of the long run: `TRICKDESK_KILLS=1000 npx vitest run tests/faults/kill-transfers`. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 200);
const USERS = 8;
const START_PAISE = 1_000_00;
/** How long a process may move money before it is killed. */
const LONGEST_MS = 60;
const AT_ONCE = 2;

const folders: string[] = [];
beforeAll(async () => {
  for (let number = 0; number < AT_ONCE; number++) folders.push(await fundedFolder());
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A data folder whose users have money. */
const fundedFolder = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-kill-transfers-'));
  const database = await openDatabase(folder);
  const ledger = new Ledger({ now: () => Date.now() });
  await database.write(async (tx) => {
    for (let number = 0; number < USERS; number++) {
      const userId = await addUser(tx, { number });
      await ledger.post(tx, {
        userId,
        key: 'start',
        kind: 'added',
        postings: [
          { house: 'upi-clearing', amount: -START_PAISE },
          { userId, account: 'available', amount: START_PAISE },
        ],
      });
    }
  });
  await database.close();
  return folder;
};

/** Lets a process move money, kills it like a power cut, and returns the keys that it was told are done. */
const killWhileMoving = async (folder: string, name: string): Promise<string[]> => {
  const child = spawn(
    process.execPath,
    [await bundled('tests/faults/transferring-process.ts'), folder, name],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let trouble = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (trouble += chunk.toString()));
  const gone = once(child, 'close');
  while (!output.includes('ready\n') && child.exitCode === null) await wait(1);
  if (child.exitCode !== null) throw new Error(`The process ended by itself: ${trouble}`);
  await wait(Math.random() * LONGEST_MS);
  child.kill('SIGKILL');
  await gone;
  // A line that was cut off was not told.
  return output.split('\n').slice(1, -1);
};

it(
  `after ${KILLS} kills every acknowledged transfer is there once, and none by half`,
  { timeout: KILLS * 3_000 },
  async () => {
    const told = await Promise.all(
      folders.map(async (folder, number) => {
        const keys: string[] = [];
        for (let kill = number; kill < KILLS; kill += AT_ONCE)
          keys.push(...(await killWhileMoving(folder, `${kill}`)));
        return keys;
      }),
    );
    for (const [number, folder] of folders.entries()) {
      const acknowledged = told[number] ?? [];
      const database = await openDatabase(folder);
      const written = await database.read.selectFrom('ledger_transfers').select('key').execute();
      const counts = new Map<string, number>();
      for (const { key } of written) counts.set(key, (counts.get(key) ?? 0) + 1);
      expect(acknowledged.filter((key) => counts.get(key) !== 1)).toEqual([]);
      const report = await checkLedger(database.read);
      expect(report.problems).toEqual([]);
      expect(report.entries).toBe(2 * report.transfers);
      const { total } = await database.read
        .selectFrom('ledger_accounts')
        .select((eb) => eb.fn.sum<number>('balance').as('total'))
        .where('user_id', 'is not', null)
        .executeTakeFirstOrThrow();
      expect(total).toBe(USERS * START_PAISE);
      // Kept answers and moved money come together: a retry of any of them finds its answer.
      const { kept } = await database.read
        .selectFrom('idempotency')
        .select((eb) => eb.fn.countAll<number>().as('kept'))
        .executeTakeFirstOrThrow();
      expect(kept).toBe(report.transfers - USERS);
      await database.close();
    }
    expect(told.flat().length).toBeGreaterThan(KILLS);
  },
);
