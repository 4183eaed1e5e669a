import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QUOTAS } from '../../src/backend/quotas.ts';
import {
  addOwn,
  crossingRules,
  publishNew,
  type Publication,
  reviewed,
  SUMMARY,
} from '../support/published.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { HOUSE } from '../../src/backend/db/database.ts';

let server: TestBackend;
let people = 0;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const person = (): Promise<TestUser> => server.register(`wicked${people++}`);
const versionIn = ({ versions }: Publication): number => versions[0]?.strategyId ?? 0;
const alertsOf = async (user: TestUser) => (await user.call('alerts.list', {})).notification_list;

it('a version with the very same rules is no new version, and notifies nobody', async () => {
  const [author, holder] = [await person(), await person()];
  const published = await publishNew(author, 'Same again', crossingRules(71));
  await holder.call('strategies.clone', { strategyId: versionIn(published) });
  const before = (await alertsOf(holder)).length;
  for (let round = 0; round < 5; round++) {
    const { status } = await author.ask('authors.newVersion', {
      publicationId: published.publicationId,
      strategyId: published.draftId,
      note: `Visit my channel, members get the rest. ${round}`,
    });
    if (status === 200) await reviewed(author, published.publicationId);
  }
  expect((await alertsOf(holder)).slice(0, -before || undefined).map(({ body }) => body)).toEqual([]);
}, 60_000);

it('published versions count among the strategies that an account may have', async () => {
  const author = await person();
  const { id } = await author.call('profile.mine');
  const strategyId = await addOwn(author, 'One more', crossingRules(72));
  const own = await server.backend.parts.database.read
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', strategyId)
    .executeTakeFirstOrThrow();
  // As if added on other days.
  await server.backend.parts.database.write(own.owner_id, async (tx) => {
    for (let number = 1; number < QUOTAS.strategies; number++)
      await tx.query
        .insertInto('strategies')
        .values({ ...own, id: undefined, name: `Filler ${number}`, created_at: 0 })
        .execute();
  });
  const { status, body } = await author.ask('authors.publish', { strategyId, summary: SUMMARY });
  if (status === 200) await reviewed(author, body.data?.publicationId ?? 0);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from strategies where owner_id = ${id} and removed_at is null`.execute(
    server.backend.parts.database.read,
  );
  expect(rows[0]?.count).toBeLessThanOrEqual(QUOTAS.strategies);
}, 60_000);

it('a follow that comes beside a withdrawal is not left behind: what is withdrawn is seen by nobody', async () => {
  const author = await person();
  const followers = [await person(), await person(), await person(), await person()];
  const published = await publishNew(author, 'Here and gone', crossingRules(73));
  const strategyId = versionIn(published);
  // What is written waits for a moment, as it does when the disk is busy.
  let letGo = (): void => {};
  const busy = server.backend.parts.database.write(
    HOUSE,
    () => new Promise<void>((resolve) => (letGo = resolve)),
  );
  const withdrawing = author.call('authors.withdraw', { publicationId: published.publicationId });
  await wait(100);
  const following = followers.map((user) => user.ask('strategies.add', { url: 'follow', strategyId }));
  await wait(100);
  letGo();
  await Promise.all([busy, withdrawing, ...following]);
  const seen = await Promise.all(followers.map((user) => user.ask('strategies.details', { strategyId })));
  expect(seen.map(({ status }) => status)).toEqual(followers.map(() => 404));
}, 60_000);

it('the very same rules in another order of their shares are still somebody else’s work', async () => {
  const [author, thief] = [await person(), await person()];
  const rules = crossingRules(74);
  await publishNew(author, 'Honest work', rules);
  const strategyId = await addOwn(thief, 'Mine now', {
    ...rules,
    instruments: [...rules.instruments].reverse(),
  });
  const { status } = await thief.ask('authors.publish', { strategyId, summary: SUMMARY });
  expect(status).toBe(422);
});

it('nobody publishes under the name of the house', async () => {
  const { read } = server.backend.parts.database;
  const house = await read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .select(['strategies.name', 'full_name'])
    .where('is_house', '=', 1)
    .where('is_public', '=', 1)
    .executeTakeFirstOrThrow();
  const [author, reader] = [await person(), await person()];
  await author.ask('profile.updatePersonal', { fullName: house.full_name });
  const strategyId = await addOwn(author, house.name, crossingRules(75));
  const { status, body } = await author.ask('authors.publish', { strategyId, summary: SUMMARY });
  if (status === 200) await reviewed(author, body.data?.publicationId ?? 0);
  const { rows } = await reader.call('home.marketplace', { search: house.name, pageSize: 5 });
  const asHouse = rows.filter(
    ({ name, strategyAuthor }) => name === house.name && strategyAuthor.name === house.full_name,
  );
  expect(asHouse).toHaveLength(1);
}, 60_000);

it('what others read of an author has no characters that turn the text around', async () => {
  const author = await person();
  const strategyId = await addOwn(author, 'Safe 001%', crossingRules(76));
  const turned = 'Safe \u202E%001 nruter\u202C';
  const asked = await Promise.all([
    author.ask('strategies.add', { url: 'update', strategyId, name: turned }),
    author.ask('authors.publish', { strategyId, summary: `${SUMMARY}\u202E\u0007\u001b[2J` }),
    author.ask('authors.saveProfile', { bio: `${turned}, and more of it` }),
    author.ask('profile.updatePersonal', { fullName: turned }),
    author.ask('strategies.add', { url: 'add', name: turned, document: crossingRules(77) }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  for (const { body } of asked) expect(body.message).toMatch(/ must not have control characters\.$/);
});
