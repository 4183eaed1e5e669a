import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const FIRST = istDayStart('2020-01-01');
const SHARES = 12;
const CHANGES_OF_SHARE = 40;

/** As many changes as one share may have, of some shares. Each symbol has candles of those before it. */
const longest = (): string => {
  const rows = ['OLD SYMBOL,NEW SYMBOL,FROM'];
  for (let share = 0; share < SHARES; share++)
    for (let change = 0; change < CHANGES_OF_SHARE; change++)
      rows.push(`S${share}N${change},S${share}N${change + 1},${istDate(FIRST + change * DAY_MS)}`);
  return rows.join('\n');
};
const PRICES = 'timestamp,open,high,low,close,volume,oi\n2019-03-11 00:00:00+05:30,10,10,10,10,5,0';

const withList = async (name: string): Promise<TestUser> => {
  const user = await server.register(name);
  const report = await user.call('market.import', {
    files: [
      { name: 'changes.csv', text: longest() },
      ...Array.from({ length: SHARES }, (_, share) => ({ name: `S${share}N0.csv`, text: PRICES })),
    ],
  });
  expect(new Set(report.files.map(({ outcome }) => outcome))).toEqual(new Set(['imported']));
  return user;
};

it('a replay of shares of which a list makes hundreds keeps nobody waiting', async () => {
  const user = await withList('longest');
  expect(await longestTurn(() => user.call('market.replay', { action: 'start', speed: 1 }))).toBeLessThan(
    250,
  );
  expect((await user.call('market.feed')).feed.replay?.symbols.length).toBe(SHARES * (CHANGES_OF_SHARE + 1));
}, 120_000);
