import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../support/bundled.ts';
import { canRace, RaceWorld } from '../support/race-world.ts';
import { drawCommands, type MoneyCommand, postingsOf } from '../support/random-transfers.ts';

/** Commands of the long run: `TRICKDESK_LEDGER_COMMANDS=1000000 npx vitest run tests/faults/postgres-processes`. */
const COMMANDS = Number(process.env['TRICKDESK_LEDGER_COMMANDS'] ?? 2_000);
const PROCESSES = ['one', 'other'];
const PEOPLE = 4;
const START = 1_000_00;

interface Report {
  readonly done: readonly string[];
  readonly retried: number;
}

/** Runs a process that moves money, to its end. */
const race = async (...args: string[]): Promise<Report> => {
  const child = spawn(process.execPath, [await bundled('tests/faults/racing-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`A process ended with ${code}.`);
  return JSON.parse(output) as Report;
};

describe.runIf(canRace)('two processes on one PostgreSQL database', () => {
  let world: RaceWorld;
  beforeAll(async () => {
    world = await RaceWorld.open();
  }, 60_000);
  afterAll(() => world.dispose());

  it(
    `keep books as they have acknowledged them, over ${COMMANDS.toLocaleString('en-IN')} random commands`,
    { timeout: 60_000 + 20 * COMMANDS },
    async () => {
      const ids = await world.people(PEOPLE, START);
      const each = COMMANDS / PROCESSES.length;
      const reports = await Promise.all(
        PROCESSES.map((name) => race(world.url, name, String(each), ids.join(','))),
      );
      // The model knows whose money each command moves. In which order they ran it need not know.
      const drawn = PROCESSES.flatMap((name) => drawCommands(name, each, PEOPLE));
      const commands = new Map<string, MoneyCommand>(drawn.map((command) => [command.key, command]));
      const acknowledged = new Set(reports.flatMap(({ done }) => done));
      const expected = new Map(ids.map((id) => [`${id} available`, START]));
      for (const key of acknowledged)
        for (const posting of postingsOf(commands.get(key)!, ids)) {
          if ('house' in posting) continue;
          const account = `${posting.userId} ${posting.account}`;
          expected.set(account, (expected.get(account) ?? 0) + posting.amount);
        }

      const { read } = world.handles[0].database;
      const accounts = await read
        .selectFrom('ledger_accounts')
        .select(['user_id', 'kind', 'balance'])
        .where('user_id', 'is not', null)
        .execute();
      for (const { user_id: userId, kind, balance } of accounts)
        expect([userId, kind, balance]).toEqual([userId, kind, expected.get(`${userId} ${kind}`)]);
      const below = await read
        .selectFrom('ledger_entries')
        .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
        .select('ledger_entries.id')
        .where('ledger_accounts.user_id', 'is not', null)
        .where('ledger_entries.balance', '<', 0)
        .execute();
      expect(below).toEqual([]);
      const written = await read
        .selectFrom('ledger_transfers')
        .select('key')
        .where('key', 'in', [...commands.keys()])
        .execute();
      expect(written.map(({ key }) => key).sort()).toEqual([...acknowledged].sort());
      expect(await world.handles[0].problems()).toEqual([]);
      expect(reports.map(({ retried }) => retried)).toEqual([0, 0]);
      expect(acknowledged.size).toBeGreaterThan(COMMANDS / 4);
    },
  );
});
