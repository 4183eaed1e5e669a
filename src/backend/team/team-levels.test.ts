import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { HOUSE, type Database, type Transaction } from '../db/database.ts';
import {
  checkTeamLevels,
  countActiveAtLevel,
  countVolume,
  KEPT_LEVELS,
  teamLevels,
  teamSizes,
} from './team-levels.ts';
import { withTeamOf } from './team-tree.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

let folder = '';
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-levels-'));
  database = await openTestDatabase(folder);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const activate = async (tx: Transaction, userId: number): Promise<void> => {
  await tx.query.updateTable('users').set({ is_active: 1 }).where('id', '=', userId).execute();
  await countActiveAtLevel(tx, userId);
};

const pay = async (
  tx: Transaction,
  userId: number,
  taxable: number,
  how: 'wallet' | 'credit' | 'to an author',
): Promise<void> => {
  await tx.query
    .insertInto('purchases')
    .values({
      user_id: userId,
      kind: how === 'to an author' ? 'author' : 'trade',
      item_id: 'x',
      text: 'x',
      taxable,
      gst: 0,
      paid_with: how === 'credit' ? 'credit' : 'wallet',
      state: 'paid',
      message: '',
      reference: 'x',
      at: 0,
    })
    .execute();
  if (how === 'wallet') await countVolume(tx, userId, taxable);
};

it('kept levels of a team are what its people come to, whichever of them joins, becomes active and pays', async () => {
  let number = 0;
  const person = fc.record({
    above: fc.nat({ max: 100 }),
    isActive: fc.boolean(),
    paid: fc.nat({ max: 50_000 }),
    how: fc.constantFrom('wallet', 'credit', 'to an author'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 1, maxLength: 25 }), async (people) => {
      const ids: number[] = [];
      for (const { above, isActive, paid, how } of people)
        await writeForAll(database, async (tx) => {
          number++;
          const referrerId = ids.length === 0 ? null : (ids[above % ids.length] ?? null);
          const id = await addUser(tx, { number, referrerId });
          ids.push(id);
          if (isActive) await activate(tx, id);
          if (paid > 0) await pay(tx, id, paid, how);
        });
      const [root = 0] = ids;
      const members = await withTeamOf(database.read, root)
        .selectFrom('team')
        .innerJoin('users', 'users.id', 'team.id')
        .select(['users.id', 'level', 'is_active'])
        .execute();
      const { levels } = await teamLevels(database.read, root);
      for (const { level, ...sums } of levels) {
        const there = members.filter((member) => member.level === level);
        const volume = there.reduce((sum, { id }) => {
          const { paid = 0, how } = people[ids.indexOf(id)] ?? {};
          return how === 'wallet' ? sum + paid : sum;
        }, 0);
        const active = there.filter(({ is_active: isActive }) => isActive === 1).length;
        expect(sums).toEqual({ members: there.length, active, volume });
      }
      expect(levels.reduce((sum, level) => sum + level.members, 0)).toBe(people.length - 1);
      expect((await teamSizes(database.read, [root])).get(root) ?? 0).toBe(people.length - 1);
      expect(await checkTeamLevels(database.read)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

it('a line deeper than what is kept is counted to its end, and writes no more with each who joins', async () => {
  const depth = KEPT_LEVELS + 5;
  const ids: number[] = [];
  for (let number = 0; number <= depth; number++)
    ids.push(
      await writeForAll(database, async (tx) => {
        const id = await addUser(tx, { number, referrerId: ids.at(-1) ?? null });
        await activate(tx, id);
        await pay(tx, id, 10, 'wallet');
        return id;
      }),
    );
  const [root = 0, second = 0] = ids;
  const { levels } = await teamLevels(database.read, root);
  expect(levels).toEqual(
    Array.from({ length: depth }, (_, index) => ({ level: index + 1, members: 1, active: 1, volume: 10 })),
  );
  const sizes = await teamSizes(database.read, [root, second]);
  expect([sizes.get(root), sizes.get(second)]).toEqual([depth, depth - 1]);
  const rows = await database.read
    .selectFrom('team_levels')
    .select('user_id')
    .where('user_id', '=', root)
    .execute();
  expect(rows).toHaveLength(KEPT_LEVELS);
  expect(await checkTeamLevels(database.read)).toEqual([]);
});

it.each(['members', 'active', 'volume', 'rewards'])(
  'a level whose %s are not right is found out',
  async (column) => {
    await database.write(HOUSE, async (tx) => {
      const head = await addUser(tx, { number: 1 });
      await addUser(tx, { number: 2, referrerId: head });
      await sql.raw(`update team_levels set ${column} = ${column} + 1`).execute(tx.query);
    });
    expect(await checkTeamLevels(database.read)).toEqual([
      'The team of user 1 is not what is kept of its level 1',
    ]);
  },
);
