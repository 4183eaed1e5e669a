import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { pricesOn } from '../../src/backend/billing/price-list.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { MoneyWorld } from '../support/money-world.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed in each; `TRICKDESK_KILLS` asks for more. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 2);
const PEOPLE = 300;
const PLUS = 299_00 + 53_82;
/** The sandbox confirms this long after it was asked. */
const SANDBOX_MS = 4_000;

let world: MoneyWorld;
let people: number[] = [];

beforeAll(async () => {
  world = await MoneyWorld.open();
  // The market is made once, not after every kill.
  const first = await startTestBackend({ dataDir: world.folder });
  await first.backend.prepared;
  await first.close();
  world.now = Date.now() - 31 * DAY_MS;
  const plus = pricesOn(world.now).plans.find(({ planId }) => planId === 'plus');
  if (!plus) throw new Error('There is no plan to renew.');
  people = await Promise.all(Array.from({ length: PEOPLE }, () => world.person({ paise: 5 * PLUS })));
  await Promise.all(
    people.map((userId) =>
      world.database.write(userId, (tx) => world.subscriptions.buy(tx, userId, world.nextKey(), plus)),
    ),
  );
  world.now = Date.now();
}, 60_000);
afterAll(async () => {
  expect(await world.problems()).toEqual([]);
  await world.dispose();
});

/** Let a backend work, then end it like a power cut. Again and again; the last is left to finish. */
const killAgainAndAgain = async (
  from: number,
  window: number,
  isDone: () => Promise<boolean>,
): Promise<void> => {
  await world.database.close();
  for (let kill = 0; kill < KILLS; kill++) {
    const running = await startBackendProcess(world.folder);
    await new Promise((resolve) => setTimeout(resolve, from + (window * kill) / KILLS));
    await running.kill();
  }
  const last = await startBackendProcess(world.folder);
  await world.restart();
  try {
    await until('everything that was left', isDone, 30_000);
    // Whatever would be done twice is done by now.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  } finally {
    await last.kill();
  }
};

it(`every plan that is due is renewed once, over ${KILLS} kills`, { timeout: 120_000 }, async () => {
  const renewed = async () =>
    world.database.read
      .selectFrom('purchases')
      .select((eb) => ['user_id', eb.fn.countAll<number>().as('paid')])
      .where('state', '=', 'paid')
      .groupBy('user_id')
      .having((eb) => eb(eb.fn.countAll<number>(), '>=', 2))
      .execute();
  await killAgainAndAgain(0, 800, async () => (await renewed()).length === PEOPLE);
  for (const { paid } of await renewed()) expect(paid).toBe(2);
  for (const userId of people) expect((await world.balances(userId)).available).toBe(3 * PLUS);
  expect(await world.problems()).toEqual([]);
});

it(`every payment is credited once, over ${KILLS} kills`, { timeout: 180_000 }, async () => {
  await world.database.write(people, async (tx) => {
    for (const userId of people)
      await tx.query
        .insertInto('payment_intents')
        .values({
          user_id: userId,
          reference: `REF-${userId}`,
          amount: 100_00,
          upi_id: 'asha@okbank',
          state: 'pending',
          message: '',
          deep_link: '',
          payee_json: '{}',
          is_sandbox: 1,
          created_at: Date.now(),
          expires_at: Date.now() + 900_000,
          settled_at: null,
        })
        .execute();
  });
  const pending = () =>
    world.database.read.selectFrom('payment_intents').select('id').where('state', '=', 'pending').execute();
  await killAgainAndAgain(SANDBOX_MS, 600, async () => (await pending()).length === 0);
  for (const userId of people) expect((await world.balances(userId)).available).toBe(3 * PLUS + 100_00);
  const events = await world.database.read.selectFrom('provider_events').select('effect').execute();
  expect(events).toEqual(people.map(() => ({ effect: 'credited' })));
});
