import { setTimeout as wait } from 'node:timers/promises';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { HOUSE } from '../../src/backend/db/database.ts';

/** Task of the process, as JSON in its first argument. */
export interface StartsTask {
  /** Running strategies: copies of the shipped ones, of a user each. */
  readonly strategies: number;
}

export interface StartsReady {
  /** Milliseconds until the last is evaluated, and of the processor meanwhile. */
  readonly wallMs: number;
  readonly cpuMs: number;
}

const BATCH = 500;

/** Add so many users, each with a running copy. */
const addCopies = async ({ backend }: TestBackend, { strategies }: StartsTask): Promise<void> => {
  const { database } = backend.parts;
  const shipped = await database.read
    .selectFrom('strategies')
    .selectAll()
    .where('is_public', '=', 1)
    .where('kind', '=', 'rules')
    .orderBy('id')
    .execute();
  const owner = await database.read
    .selectFrom('users')
    .selectAll()
    .where('is_house', '=', 1)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < strategies; from += BATCH)
    await database.write(HOUSE, async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, strategies); at++) {
        const { id: ownerId } = await tx.query
          .insertInto('users')
          .values({
            ...owner,
            id: undefined,
            email: `starts${at}@example.com`,
            phone: `8${String(at).padStart(9, '0')}`,
            referral_code: `S${at}`,
            is_house: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const model = shipped[at % shipped.length];
        if (!model) throw new Error('No strategy is shipped.');
        const { id: parentId, ...copy } = model;
        await tx.query
          .insertInto('strategies')
          .values({
            ...copy,
            owner_id: ownerId,
            parent_id: parentId,
            is_public: 0,
            status: STRATEGY_STATUS.running,
            mode: 'test',
            managed_by: null,
          })
          .execute();
      }
    });
};

/** Start them all again, and measure it. */
const measure = async (task: StartsTask): Promise<StartsReady> => {
  const first = await startTestBackend();
  await first.backend.prepared;
  const before = first.backend.parts.marketRuns.simulated.runner.runningCount;
  await addCopies(first, task);
  await first.close();
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const server = await startTestBackend({ dataDir: first.dataDir });
  await server.backend.prepared;
  const { runner } = server.backend.parts.marketRuns.simulated;
  while (runner.runningCount < before + task.strategies) await wait(10);
  const { user, system } = process.cpuUsage(cpuBefore);
  const wallMs = performance.now() - began;
  await server.dispose();
  return { wallMs, cpuMs: (user + system) / 1_000 };
};

const result = await measure(JSON.parse(process.argv[2] ?? '') as StartsTask);
process.on('message', () => process.exit(0));
process.send?.(result);
if (!process.send) console.log(result);
