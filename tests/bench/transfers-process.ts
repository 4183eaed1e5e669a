import { contextOf, walletOf } from '../support/race-world.ts';
import { MoneyWorld } from '../support/money-world.ts';
import { addUser } from '../support/new-user.ts';
import { HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { transferMoney } from '../../src/backend/modules/wallet/transfer-money.ts';

/**
 * Transfers of many people at once, on a folder or an address. Started as `transfers-process.ts PLACE COUNT`.
 * After so many to warm up it reports what the same number cost, and says before and after when it begins and has ended.
 */
const [place = '', count = ''] = process.argv.slice(2);
const AT_ONCE = 64;
const PEOPLE = 1_000;
const FUNDS_PAISE = 1_00_000_00;
const PAISE_EACH = 10_00;

let retried = 0;
const database = await openDatabase(place, {
  onWrite: ({ type }) => {
    if (type === 'retried') retried++;
  },
});
const world = MoneyWorld.on(database, `bench ${process.pid}`);

/** Find the people; the first run on a database makes them. */
const peopleOf = async (): Promise<readonly { readonly id: number; readonly email: string }[]> => {
  const known = await database.read.selectFrom('users').select(['id', 'email']).orderBy('id').execute();
  if (known.length > 0) return known;
  await database.write(HOUSE, async (tx) => {
    for (let number = 0; number < PEOPLE; number++) {
      const userId = await addUser(tx, { number });
      await tx.query
        .insertInto('sessions')
        .values({
          ...{ id: userId, user_id: userId, created_at: 0, last_used_at: 0, revoked_at: null },
          ...{ device: '', address: '', proven_at: world.now },
        })
        .execute();
      await world.ledger.post(tx, {
        ...{ userId, key: 'bench', kind: 'added' },
        postings: [
          { house: 'upi-clearing', amount: -FUNDS_PAISE },
          { userId, account: 'available', amount: FUNDS_PAISE },
        ],
      });
    }
  });
  return peopleOf();
};

const people = await peopleOf();
const wallet = walletOf(world);
const transfer = transferMoney({
  ...wallet,
  lookups: { ...wallet.lookups, count: () => undefined } as never,
});
let turn = 0;

/** Milliseconds of each transfer, so many in flight at any moment. */
const run = async (): Promise<number[]> => {
  const took: number[] = [];
  let left = Number(count);
  const send = async (): Promise<void> => {
    while (left-- > 0) {
      const [from, to] = [people[turn % people.length], people[(turn * 7 + 1) % people.length]];
      turn++;
      if (!from || !to || from === to) continue;
      const input = { to: to.email, amount: PAISE_EACH, note: '' };
      const begun = performance.now();
      await transfer(input, contextOf(from.id, world.nextKey(), input));
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return took;
};

await run();
const cpu = process.cpuUsage();
const begun = performance.now();
process.send?.('begins');
const took = (await run()).sort((a, b) => a - b);
const { user, system } = process.cpuUsage(cpu);
process.send?.({
  transfers: took.length,
  ms: performance.now() - begun,
  p99: took[Math.floor(took.length * 0.99)],
  cpuMs: (user + system) / 1_000,
  retried,
});
await database.close();
process.disconnect?.();
