import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** Previews that were not carried out, of one user. */
const MOST_KEPT = 20;

let server: TestBackend;
let basketId = 0;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const previewOf = async (user: TestUser): Promise<number> => {
  basketId ||= (await user.call('baskets.list', { search: 'Bank Five' })).listBasket[0]?.basketId ?? 0;
  return (await user.call('baskets.preview', { basketId })).previewId;
};

it('previews that nobody carries out do not pile up, and those of others stay', async () => {
  const [greedy, other] = [await server.register('greedy'), await server.register('other')];
  const theirs = await previewOf(other);
  const made: number[] = [];
  for (let count = 0; count < 2 * MOST_KEPT; count++) made.push(await previewOf(greedy));
  const { id: userId } = await greedy.call('profile.mine');
  const kept = await server.backend.parts.database.read
    .selectFrom('basket_previews')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  expect(kept.map(({ id }) => id)).toEqual(made.slice(-MOST_KEPT));
  const amount = 1_00_000_00;
  const gone = await greedy.ask('baskets.open', { basketId, amount, previewId: made[0] });
  expect([gone.status, gone.body.message]).toEqual([404, 'No such preview.']);
  const there = await other.ask('baskets.open', { basketId, amount, previewId: theirs });
  expect(there.status).not.toBe(404);
});
