import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import type { RuleDocumentInput } from '../../../shared/rule-document.ts';

/** A share that no list of the program names. */
const SHARE = 'ZOMATO';
const DAY = '2022-10-03';

/** A minute a row from 09:15 on. The price rises by a rupee a minute. */
const minutes = Array.from({ length: 375 }, (_, index) => {
  const [minute, price] = [9 * 60 + 15 + index, 100 + index];
  const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${SHARE},20221003,${clock},${price},${price + 1},${price - 1},${price},5000,0`;
}).join('\n');

/** Buys once the price is over ₹110. It holds to the end of the day. */
const RULES: RuleDocumentInput = {
  version: 1,
  instruments: [SHARE],
  timeframe: '1m',
  side: 'long',
  product: 'intraday',
  entry: {
    kind: 'compare',
    left: { kind: 'price', field: 'close', offset: 0 },
    operator: '>',
    right: { kind: 'constant', value: 110, unit: 'rupees' },
  },
  stopLoss: { kind: 'percent', value: 50 },
  size: { kind: 'fixed', quantity: 10 },
  maxTradesPerDay: 1,
};

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('any-share');
});
afterAll(() => server.dispose());

const refusalOf = async (call: 'strategies.add', input: object): Promise<string> =>
  (await user.ask(call, input)).body.message ?? '';

it('a share that nobody keeps prices of is refused by name', async () => {
  const sentence = await refusalOf('strategies.add', { url: 'add', name: 'Early', document: RULES });
  expect(sentence).toContain(`${SHARE} is not known: import its prices, or fetch them from your broker`);
});

it('any share is imported, listed, tested, and traded where it has prices', async () => {
  const { files } = await user.call('market.import', { files: [{ name: 'minutes.csv', text: minutes }] });
  expect(files).toMatchObject([{ outcome: 'imported', symbols: [SHARE], rowsKept: 375 }]);
  const { instruments } = await user.call('market.instruments', { search: 'zom' });
  expect(instruments).toMatchObject([
    {
      symbol: SHARE,
      kind: 'equity',
      lotSize: 1,
      history: [{ source: 'replay', timeframe: '1m', bars: 375 }],
    },
  ]);
  const others = await server.register('somebody-else');
  expect((await others.call('market.instruments', { search: 'zom' })).instruments).toEqual([]);

  const { backtestId } = await user.call('backtests.start', {
    ...{ document: RULES, source: 'replay' as const, from_date: DAY, to_date: DAY, capital: 1_00_000_00 },
  });
  const run = await until('the run to end', async () => {
    const { backtest } = await user.call('backtests.list', { backtestId });
    return backtest?.finishedAt ? backtest : null;
  });
  expect(run.figures).toMatchObject({ trades: 1, wins: 1 });

  const added = await user.call('strategies.add', { url: 'add', name: 'Any', document: RULES });
  const strategyId = added.strategyId ?? 0;
  const refused = await user.ask('strategies.start', { strategyId });
  expect(refused.body.message).toContain(`The simulated market has no prices of ${SHARE}.`);

  await user.call('market.replay', { action: 'start', from: DAY, to: DAY, speed: 60 });
  await user.call('strategies.start', { strategyId });
  const [position] = await until('it to be bought', async () => {
    const { list } = await user.call('positions.open', {});
    return list.length > 0 ? list : null;
  });
  expect(position).toMatchObject({ symbol: SHARE, quantity: 10, side: 'long', source: 'replay' });
  expect(position?.averagePrice).toBeGreaterThan(110_00);
}, 60_000);

it.each([
  ['FINNIFTY.csv', 'an index of which nothing can be traded here'],
  ['NIFTY25DEC26000CE.csv', 'a contract'],
])('%s is no file of a share: it is %s', async (name) => {
  const text = `timestamp,open,high,low,close,volume,oi\n${DAY} 00:00:00+05:30,1,1,1,1,1,0`;
  const { files } = await user.call('market.import', { files: [{ name, text }] });
  expect(files).toMatchObject([{ outcome: 'refused' }]);
  expect(files[0]?.problems[0]?.reason).toContain('must be');
});
