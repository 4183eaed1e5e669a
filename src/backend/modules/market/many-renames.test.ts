import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { actionsOf } from '../../market/corporate-actions/kept-actions.ts';
import { symbolHistoryOf } from '../../market/symbol-changes/kept-symbol-changes.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const HEADER = 'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM';
const dayAt = (at: number): string => istDate(istDayStart('1990-01-01') + at * DAY_MS);
const importRows = async (user: TestUser, count: number, row: (at: number) => string) => {
  const rows = Array.from({ length: count }, (_, at) => `Name,${row(at)},${dayAt(at % 10_000)}`);
  const text = [HEADER, ...rows].join('\n');
  return (await user.call('market.import', { files: [{ name: 'l.csv', text }] })).files;
};

describe('a list with more symbol changes that hang together than there ever were', () => {
  it.each([
    ['to and fro', (at: number) => (at % 2 ? 'ETERNAL,ZOMATO' : 'ZOMATO,ETERNAL')],
    ['one after the other', (at: number) => `A${at},A${at + 1}`],
    ['from one symbol to many', (at: number) => `ZOMATO,A${at}`],
    ['from many symbols to one', (at: number) => `A${at},ZOMATO`],
  ])('is refused, %s, and nothing of it is kept', async (way, row) => {
    const user = await server.register(`renames-${way.replaceAll(' ', '-')}`);
    const { id } = await user.call('profile.mine');
    expect((await importRows(user, 40, row)).map(({ outcome }) => outcome)).toEqual(['imported']);
    const before = (await symbolHistoryOf(server.backend.parts.database.read, id)).changes.length;
    const reason = expect.stringMatching(
      /^\S+ belongs to more than 40 symbol changes that hang together$/,
    ) as string;
    for (const count of [41, 2_000])
      expect(await importRows(user, count, row)).toMatchObject([
        { outcome: 'refused', rowsKept: 0, problems: [{ line: 0, reason }] },
      ]);
    expect((await symbolHistoryOf(server.backend.parts.database.read, id)).changes.length).toBe(before);
  });
});

it('actions of a share are found among the most changes that may be without keeping others waiting', async () => {
  const user = await server.register('most-changes');
  const files = await importRows(user, 19_999, (at) => `S${at},N${at}`);
  expect(files).toMatchObject([{ outcome: 'imported', rowsKept: 19_999 }]);
  const { id } = await user.call('profile.mine');
  const { read } = server.backend.parts.database;
  expect(await longestTurn(() => actionsOf(read, id, ['N7']))).toBeLessThan(150);
}, 60_000);
