import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../support/test-backend.ts';
import { isOnPostgres } from '../../support/test-database.ts';

/** Small changes of one account at once; it may send more in a minute. */
const OWN = 400;
/** Calls that name a strategy which their caller may not even see. */
const NAMING = 50;
/** Most of one account's work that a small change may take. Who waits behind all of it has 1. */
const MOST = 0.4;
const MOST_ROUNDS = 5;

let server: TestBackend;
let greedy: TestUser;
let victim: TestUser;
let strategyId = 0;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  greedy = await server.register('greedy');
  victim = await server.register('victim');
  const house = await server.backend.parts.database.read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .select('strategies.id')
    .where('users.is_house', '=', 1)
    .where('strategies.kind', '=', 'rules')
    .where('strategies.minimum_capital', '<=', 10_00_000_00)
    .executeTakeFirstOrThrow();
  // Warm: the first calls load what all later ones use.
  for (const user of [greedy, victim]) await user.call('alerts.read', { notification_id: 0 });
  ({ strategyId } = await victim.call('strategies.clone', { strategyId: house.id }));
}, 60_000);
afterAll(() => server.dispose());

/** Longest of the victim's small changes beside others. It is a share of their time. */
const longestBeside = async (others: readonly Promise<{ status: number }>[]): Promise<number> => {
  let isDone = false;
  const start = performance.now();
  const statuses = Promise.all(others).finally(() => (isDone = true));
  await wait(30);
  const times: number[] = [];
  do {
    const began = performance.now();
    await victim.call('alerts.read', { notification_id: 0 });
    times.push(performance.now() - began);
  } while (!isDone);
  const whole = performance.now() - start;
  const counts = Map.groupBy(await statuses, ({ status }) => status);
  const text = [...counts].map(([status, of]) => `${of.length} × ${status}`).join(', ');
  console.log(
    `${times.length} changes beside ${text}: at most ${Math.max(...times).toFixed(0)} of ${whole.toFixed(0)} ms.`,
  );
  return Math.max(...times) / whole;
};

/** Smallest of some shares. A real wait comes every time, a busy moment of the machine does not. */
const heldUpBy = async (others: () => readonly Promise<{ status: number }>[]): Promise<number> => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS && shortest >= MOST; round++)
    shortest = Math.min(shortest, await longestBeside(others()));
  return shortest;
};

const own = () => Array.from({ length: OWN }, () => greedy.ask('alerts.read', { notification_id: 0 }));
const naming = (count: number) =>
  Array.from({ length: count }, () => greedy.ask('strategies.add', { url: 'follow', strategyId }));

it.runIf(isOnPostgres)(
  'changes of one account hold up nobody else’s',
  async () => {
    expect(await heldUpBy(own)).toBeLessThan(MOST);
  },
  60_000,
);

it.runIf(isOnPostgres)(
  'calls that name a strategy of somebody else, and are refused, hold up no change of its owner',
  async () => {
    expect(await heldUpBy(() => naming(OWN))).toBeLessThan(MOST);
  },
  60_000,
);

it.runIf(isOnPostgres)(
  'nobody waits behind all that another account has under way, because one of its calls names them',
  async () => {
    expect(await heldUpBy(() => [...own(), ...naming(NAMING)])).toBeLessThan(MOST);
  },
  60_000,
);
