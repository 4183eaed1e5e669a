import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { keptIndices } from '../../market/index-members/kept-members.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('lists of members are as many as are listed without keeping others waiting, and no more', async () => {
  const user = await server.register('many-members');
  const { id } = await user.call('profile.mine');
  const list = (index: number) => ({
    name: `${index}.csv`,
    text: [
      'INDEX,SYMBOL,FROM,TO',
      ...Array.from({ length: 5_000 }, (_, at) => `INDEX ${index},S${at}X,2020-01-01,`),
    ].join('\n'),
  });
  for (let index = 1; index <= 4; index++)
    expect((await user.call('market.import', { files: [list(index)] })).files).toMatchObject([
      { outcome: 'imported', rowsKept: 5_000 },
    ]);
  const { files } = await user.call('market.import', { files: [list(5)] });
  const reason = 'lists of members would have more than 20,000 rows together';
  expect(files).toMatchObject([{ outcome: 'refused', rowsKept: 0, problems: [{ line: 0, reason }] }]);
  const { read } = server.backend.parts.database;
  expect(await longestTurn(() => keptIndices(read, id, '2025-01-01'))).toBeLessThan(150);
  const { indices } = await user.call('market.indices');
  expect(indices.map(({ members }) => members)).toEqual([5_000, 5_000, 5_000, 5_000]);
}, 60_000);
