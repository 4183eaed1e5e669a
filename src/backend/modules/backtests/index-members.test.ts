import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedBacktest } from '../../../../tests/support/ended-backtest.ts';
import { buyAndHold } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import type { RunDetail } from '../../../shared/contract/backtests.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { kindOfDay } from '../../../shared/trading-days.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const FIRST = istDayStart('2024-01-01');
const DAYS = Array.from({ length: 200 }, (_, day) => istDate(FIRST + day * DAY_MS)).filter(
  (day) => kindOfDay(day) === 'ordinary',
);
const [START, END] = [DAYS[0] ?? '', DAYS.at(-1) ?? ''];
const LEFT_AFTER = DAYS[60] ?? '';
const JOINED = DAYS[61] ?? '';

/** Prices in whole rupees. */
const candles = (price: (at: number) => number): string =>
  [
    'timestamp,open,high,low,close,volume,oi',
    ...DAYS.map((day, at) => {
      const rupees = Math.round(price(at));
      return `${day} 00:00:00+05:30,${rupees},${rupees},${rupees},${rupees},50000,0`;
    }),
  ].join('\n');

/** ITC rises, and joins the index in the middle; BPCL falls, and leaves it. */
const FILES = [
  { name: 'ITC.csv', text: candles((at) => 100 + at) },
  { name: 'BPCL.csv', text: candles((at) => 500 - at) },
  { name: 'TCS.csv', text: candles((at) => 3_000 + 100 * Math.sin(at / 5)) },
];
const LIST = [
  'INDEX,SYMBOL,FROM,TO',
  `NIFTY 50,BPCL,2020-01-01,${LEFT_AFTER}`,
  `NIFTY 50,ITC,${JOINED},`,
  'NIFTY 50,TCS,2020-01-01,',
].join('\n');

const RULES = {
  ...buyAndHold('TCS'),
  target: { kind: 'percent', value: 4 },
  stopLoss: { kind: 'percent', value: 4 },
  size: { kind: 'fixed', quantity: 10 },
} as const;
const REFUSED =
  'Rules over the members of NIFTY 50 can be backtested, and not be traded or published yet. Name the shares in a copy of them.';
const OF_INDEX = { ...RULES, universe: { index: 'NIFTY 50' } };

const run = (user: TestUser, document: object) => endedBacktest(user, document, DAYS);

const tradesOf = async (user: TestUser, { backtestId }: RunDetail) =>
  (await user.call('backtests.trades', { backtestId, pageSize: 100 })).backtest_tradehistory;

const withFiles = async (name: string, ...lists: string[]): Promise<TestUser> => {
  const user = await server.register(name);
  const texts = lists.map((text, at) => ({ name: `members-${at}.csv`, text }));
  await user.call('market.import', { files: [...FILES, ...texts] });
  return user;
};

describe('a backtest over the members of an index', () => {
  it('trades the members of each day, and says what survivorship would have added', async () => {
    const user = await withFiles('members-of-then', LIST);
    const ofThen = await run(user, OF_INDEX);
    expect(ofThen.message).toBe('');
    const trades = await tradesOf(user, ofThen);
    const daysOf = (symbol: string) =>
      trades.filter((trade) => trade.symbol === symbol).map(({ entryAt }) => entryAt.slice(0, 10));
    expect(daysOf('BPCL').length).toBeGreaterThan(0);
    expect(daysOf('BPCL').filter((day) => day > LEFT_AFTER)).toEqual([]);
    expect(daysOf('ITC').length).toBeGreaterThan(0);
    expect(daysOf('ITC').filter((day) => day < JOINED)).toEqual([]);

    const ofToday = await run(user, { ...RULES, instruments: ['ITC', 'TCS'] });
    const [then, today] = [ofThen, ofToday].map(({ figures }) => figures?.netProfit ?? NaN) as [
      number,
      number,
    ];
    expect(today).toBeGreaterThan(then);
    expect(ofThen.result?.survivorship).toEqual({
      index: 'NIFTY 50',
      shares: 2,
      net: today,
      cost: today - then,
    });
    expect(
      ofThen.assumptions.filter((sentence) => sentence.includes('nobody could have earned it')),
    ).toHaveLength(1);
    expect(ofToday.result?.survivorship).toBeUndefined();
  }, 60_000);

  it('trades as over named shares when these are the members on all days', async () => {
    const list = ['INDEX,SYMBOL,FROM,TO', 'N,BPCL,2020-01-01,', 'N,ITC,2020-01-01,'].join('\n');
    const user = await withFiles('members-always', list);
    const ofIndex = await run(user, { ...RULES, universe: { index: 'N' } });
    const named = await run(user, { ...RULES, instruments: ['BPCL', 'ITC'] });
    expect(await tradesOf(user, ofIndex)).toEqual(await tradesOf(user, named));
    expect(ofIndex.result?.survivorship).toMatchObject({ cost: 0 });
  }, 60_000);

  it('holds a member over a change of its symbol, and enters it once', async () => {
    const rows = candles((at) => 200 + at / 10).split('\n');
    const [header, ...days] = rows as [string, ...string[]];
    const before = { name: 'ZOMATO.csv', text: [header, ...days.slice(0, 61)].join('\n') };
    const after = { name: 'ETERNAL.csv', text: [header, ...days.slice(61)].join('\n') };
    const user = await withFiles(
      'members-renamed',
      ['INDEX,SYMBOL,FROM,TO', `N,ZOMATO,2020-01-01,${LEFT_AFTER}`, `N,ETERNAL,${JOINED},`].join('\n'),
      `OLD SYMBOL,NEW SYMBOL,FROM\nZOMATO,ETERNAL,${JOINED}`,
    );
    await user.call('market.import', { files: [before, after] });
    const held = await run(user, { ...buyAndHold('TCS'), universe: { index: 'N' } });
    expect(held.message).toBe('');
    const trades = await tradesOf(user, held);
    expect(trades.map(({ symbol }) => symbol)).toEqual(['ETERNAL']);
    expect(trades[0]?.entryAt.slice(0, 10)).toBe(DAYS[1]);
    expect(trades[0]?.exitAt.slice(0, 10)).toBe(END);
  }, 60_000);

  it('says which members have no candles of the days on which they were', async () => {
    const list = ['INDEX,SYMBOL,FROM,TO', 'N,TCS,2020-01-01,', `N,ITC,${END},`].join('\n');
    const user = await withFiles('members-unseen', list);
    const short = candles((at) => 100 + at).split('\n');
    await user.call('market.import', {
      files: [{ name: 'INFY.csv', text: short.slice(0, 50).join('\n') }],
    });
    const more = `${list}\nN,INFY,${DAYS[100] ?? ''},`;
    await user.call('market.import', { files: [{ name: 'm.csv', text: more }] });
    const { assumptions } = await run(user, { ...RULES, universe: { index: 'N' } });
    expect(
      assumptions.filter((sentence) => sentence.startsWith('There are no candles of INFY from')),
    ).toHaveLength(1);
  }, 60_000);

  it('is refused without a list, without members, and without their prices', async () => {
    const user = await withFiles('members-refused');
    const ask = async () =>
      (
        await user.ask('backtests.start', {
          document: OF_INDEX,
          source: 'replay',
          from_date: START,
          to_date: END,
          capital: 10_00_000_00,
        })
      ).body.message;
    expect(await ask()).toBe('There is no list of the members of NIFTY 50: import one in Settings, Market.');
    const give = async (...rows: string[]) =>
      user.call('market.import', {
        files: [{ name: 'm.csv', text: ['INDEX,SYMBOL,FROM,TO', ...rows].join('\n') }],
      });
    await give('NIFTY 50,ITC,2020-01-01,2020-12-31');
    expect(await ask()).toMatch(/^By the list that you imported, no share was in NIFTY 50 from/);
    await give('NIFTY 50,ITC,2020-01-01,', 'NIFTY 50,WIPRO,2020-01-01,');
    expect(await ask()).toMatch(/^There are no candles of WIPRO from/);
  }, 60_000);

  it('is swept with its members, and the best combination tells the cost', async () => {
    const user = await withFiles('members-swept', LIST);
    const { backtestId } = await user.call('backtests.startSweep', {
      ...{ document: OF_INDEX, source: 'replay', from_date: START, to_date: END, capital: 10_00_000_00 },
      parameters: [{ path: 'target.value', from: 4, to: 6, step: 2 }],
      objective: 'netProfit',
    });
    const swept = await until('the sweep to end', async () => {
      const { backtest } = await user.call('backtests.list', { backtestId });
      return backtest?.finishedAt ? backtest : null;
    });
    const single = await run(user, OF_INDEX);
    expect(swept.sweep?.sets.figures.netProfit?.[0]).toBe(single.figures?.netProfit);
    const { cost = NaN, net = NaN } = swept.result?.survivorship ?? {};
    expect(net - cost).toBe(swept.figures?.netProfit);
  }, 60_000);

  it('is not said to trade on paper when its rules are saved or copied', async () => {
    const user = await withFiles('members-saved', LIST);
    const added = await user.ask('strategies.add', { url: 'add', name: 'Of then', document: OF_INDEX });
    const only = 'Rules over the members of NIFTY 50 can be backtested, and not be traded yet.';
    expect(added.body.message).toBe(`The strategy is saved. ${only}`);
    const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'One', document: OF_INDEX });
    const copy = { strategyId: strategyId ?? 0, name: 'Again' };
    expect((await user.ask('strategies.clone', copy)).body.message).toBe(`Again is ready. ${only}`);
    const third = await user.ask('strategies.add', { url: 'clone', ...copy, name: 'Third' });
    expect(third.body.message).toBe(`Third is ready. ${only}`);
  }, 60_000);

  it('is not started on paper or live, nor are its rules given to what runs', async () => {
    const user = await withFiles('members-on-paper', LIST);
    const { strategyId } = await user.call('strategies.add', {
      url: 'add',
      name: 'Of then',
      document: OF_INDEX,
    });
    const { status, body } = await user.ask('strategies.start', { strategyId: strategyId ?? 0 });
    expect([status, body.message]).toEqual([422, REFUSED]);
    const live = await user.ask('live.goLive', { strategyId: strategyId ?? 0, confirmName: 'Of then' });
    expect([live.status, live.body.message]).toEqual([422, REFUSED]);
    const plain = await user.call('strategies.add', { url: 'add', name: 'Plain', document: RULES });
    const plainId = plain.strategyId ?? 0;
    await user.call('strategies.start', { strategyId: plainId });
    const change = { url: 'update', strategyId: plainId, document: OF_INDEX } as const;
    const changed = await user.ask('strategies.add', change);
    expect([changed.status, changed.body.message]).toEqual([422, REFUSED]);
  }, 60_000);
});

describe('a list of members', () => {
  it('replaces the one of its index, and no other', async () => {
    const user = await server.register('members-replaced');
    const give = async (...rows: string[]) =>
      user.call('market.import', {
        files: [{ name: 'm.csv', text: ['INDEX,SYMBOL,FROM,TO', ...rows].join('\n') }],
      });
    const symbols = async () =>
      (await user.call('market.indices')).indices.map(({ index, symbols, shares }) => [
        index,
        shares,
        ...symbols,
      ]);
    const { files } = await give('NIFTY 50,ITC,2020-01-01,', 'NIFTY BANK,SBIN,2020-01-01,');
    expect(files).toMatchObject([
      { format: 'index-members', outcome: 'imported', rowsKept: 2, symbols: ['NIFTY 50', 'NIFTY BANK'] },
    ]);
    await give('NIFTY 50,TCS,2020-01-01,', 'NIFTY 50,ITC,2020-01-01,2021-01-01');
    expect(await symbols()).toEqual([
      ['NIFTY 50', 2, 'TCS'],
      ['NIFTY BANK', 1, 'SBIN'],
    ]);
    const again = await give('NIFTY 50,TCS,2020-01-01,', 'NIFTY 50,INFY,2020-01-01,');
    expect(again.files).toMatchObject([{ rowsKept: 1, rowsRepeated: 1 }]);
  });

  it('with one bad row changes nothing, whatever is asked', async () => {
    const user = await server.register('members-bad');
    const give = async (...rows: string[]) =>
      user.call('market.import', {
        files: [{ name: 'm.csv', text: ['INDEX,SYMBOL,FROM,TO', ...rows].join('\n') }],
        onBad: 'keep-good',
      });
    await give('NIFTY 50,ITC,2020-01-01,');
    const { files } = await give('NIFTY 50,TCS,2020-01-01,', 'NIFTY 50,INFY,yesterday,');
    expect(files).toMatchObject([
      { outcome: 'refused', rowsKept: 0, rowsRefused: 1, problems: [{ line: 3 }] },
    ]);
    expect((await user.call('market.indices')).indices).toMatchObject([{ symbols: ['ITC'] }]);
  });

  it('of a user has at most fifty indices', async () => {
    const user = await server.register('members-many');
    const rows = Array.from({ length: 51 }, (_, at) => `INDEX ${at},ITC,2020-01-01,`);
    const { files } = await user.call('market.import', {
      files: [{ name: 'm.csv', text: ['INDEX,SYMBOL,FROM,TO', ...rows].join('\n') }],
    });
    expect(files).toMatchObject([
      {
        outcome: 'refused',
        problems: [{ line: 0, reason: 'there would be members of more than 50 indices' }],
      },
    ]);
    expect((await user.call('market.indices')).indices).toEqual([]);
  });
});
