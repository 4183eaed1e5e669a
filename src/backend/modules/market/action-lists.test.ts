import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionsOf } from '../../market/corporate-actions/kept-actions.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('action-lists');
});
afterAll(() => server.dispose());

const HEADER = 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE';
const give = async (...rows: string[]) =>
  user.ask('market.import', { files: [{ name: 'list.csv', text: [HEADER, ...rows].join('\n') }] });

it('says how many rows were refused, not how many are shown', async () => {
  const { body } = await give(
    'ITC,EQ,Bonus 1:1,10,28-Oct-2024',
    ...Array.from({ length: 250 }, () => 'ITC,EQ,Bonus 1:1,10,31-Feb-2024'),
  );
  expect(body.data?.rowsRefused).toBe(250);
});

it('does not keep more rows than it has read', async () => {
  const { body } = await give(
    'TCS,EQ,Bonus 1:1/Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/- Per Share/Dividend - Rs 5,10,28-Oct-2024',
  );
  expect(body.message).toBe('1 of 1 rows are new and kept.');
});

it('says the same list again is repeated', async () => {
  await give('INFY,EQ,Bonus 1:1,10,28-Oct-2023');
  const { body } = await give('INFY,EQ,Bonus 1:1,10,28-Oct-2023');
  expect(body.message).toBe('0 of 1 rows are new and kept.');
});

it('says why a list without any action is refused', async () => {
  const { body } = await give('INFY,EQ,Annual General Meeting,10,28-Oct-2023');
  expect(body.data?.files[0]).toMatchObject({ outcome: 'refused' });
  expect(body.data?.files[0]?.problems).not.toEqual([]);
});

it('reads a date that was put off once, whether both rows come in one list or in two', async () => {
  const two = ['WIPRO,EQ,Bonus 1:3,2,28-Oct-2024', 'WIPRO,EQ,Bonus 1:3,2,30-Oct-2024'] as const;
  const kept = async (who: TestUser) => {
    const { id } = await who.call('profile.mine');
    const read = server.backend.parts.database.read;
    return ((await actionsOf(read, id, ['WIPRO'])).get('WIPRO') ?? []).map(({ day }) => day);
  };
  const [one, other] = [await server.register('one-list'), await server.register('two-lists')];
  await one.call('market.import', { files: [{ name: 'l.csv', text: [HEADER, ...two].join('\n') }] });
  for (const row of two)
    await other.call('market.import', { files: [{ name: 'l.csv', text: [HEADER, row].join('\n') }] });
  expect(await kept(one)).toEqual(await kept(other));
});

it('does not read a negative ratio as a positive one', async () => {
  const { body } = await give('HDFC,EQ,Bonus -1:1,10,28-Oct-2024');
  expect(body.data?.rowsKept).toBe(0);
});

it.each(['-', '&', 'NIFTY', 'NIFTY26DEC24500CE'])(
  'keeps no action of what is no share: %s',
  async (symbol) => {
    const { body } = await give(`${symbol},EQ,Bonus 1:1,10,2024-01-01`);
    expect(body.data?.rowsKept).toBe(0);
  },
);

it.each(['Bonus 0:1', 'Bonus 1:1000000', 'Rights 1:1 @ Premium Rs 100000000'])(
  'says why %s is not taken',
  async (purpose) => {
    const { body } = await give(`ITC,EQ,${purpose},10,2024-01-02`, 'ITC,EQ,Bonus 1:2,10,2020-01-02');
    expect(body.data?.files[0]?.problems).not.toEqual([]);
  },
);

it('refuses a list that is longer than any of the exchange, and one of too much of one share', async () => {
  const long = await give(...Array.from({ length: 20_001 }, () => 'x'));
  expect(long.body.data?.files[0]?.problems[0]?.reason).toContain('has at most 20,000 rows');
  const days = Array.from({ length: 501 }, (_, index) => istDate(istDayStart('2019-01-01') + index * DAY_MS));
  const many = await give(...days.map((day) => `ITC,EQ,Dividend - Rs 1 Per Share,1,${day}`));
  expect(many.body.data?.files[0]?.problems[0]?.reason).toContain('ITC would have more than 500 actions');
  const splits = [3, 4, 5].map((day) => `SBIN,EQ,Bonus 100:1,1,0${day}-Nov-2026`);
  const huge = await give(...splits);
  expect(huge.body.data?.files[0]?.problems[0]?.reason).toContain('the splits and bonuses of SBIN');
  expect(huge.body.data?.files[0]).toMatchObject({ outcome: 'refused', rowsKept: 0 });
});
