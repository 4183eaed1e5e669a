import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BONUS_LIST, bonusCandles, ordinaryDays } from '../../../../tests/support/bonus-candles.ts';
import { endedBacktest } from '../../../../tests/support/ended-backtest.ts';
import { buyAndHold } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { istDate } from '../../../shared/time.ts';
import { loadBars } from '../../market/candle-store.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const DAYS = ordinaryDays('2024-10-01', 60);
const actions = (...rows: string[]) => ({
  name: 'CF-CA.csv',
  text: ['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', ...rows].join('\n'),
});
const changes = (...rows: string[]) => ({
  name: 'symbolchange.csv',
  text: ['OLD SYMBOL,NEW SYMBOL,FROM', ...rows].join('\n'),
});
const members = (...rows: string[]) => ({
  name: 'members.csv',
  text: ['INDEX,SYMBOL,FROM,TO', ...rows].join('\n'),
});
const RENAMED = changes('ITC,NEWITC,2024-11-04');
const INDICES = members(
  'NIFTY 50,ITC,2020-01-01,2021-01-01',
  'NIFTY 50,ITC,2023-01-01,',
  'NIFTY 50,TCS,2021-05-01,',
  'NIFTY BANK,SBIN,2022-02-02,',
);

const bring = async (user: TestUser, ...files: { name: string; text: string }[]) => {
  const report = await user.call('market.import', { files });
  expect(report.files.map(({ outcome }) => outcome)).toEqual(files.map(() => 'imported'));
};
const NOTHING = {
  corporateActions: { actions: 0, shares: 0, from: null, to: null },
  symbolChanges: { changes: 0, from: null, to: null },
  indices: [],
};

describe('the imported lists of the exchange', () => {
  it('have their counts and days, for each user alone', async () => {
    const user = await server.register('lists-counted');
    expect(await user.call('market.lists')).toEqual(NOTHING);
    const list = actions(
      'ITC,EQ,Bonus 1:1,10,28-Oct-2024',
      'ITC,EQ,Dividend - Rs 5 Per Share,10,03-Jun-2021',
      'TCS,EQ,Bonus 1:1,10,31-May-2018',
    );
    await bring(user, list, changes('ZOMATO,ETERNAL,2025-04-09', 'A1,A2,2019-01-01'), INDICES);
    expect(await user.call('market.lists')).toEqual({
      corporateActions: { actions: 3, shares: 2, from: '2018-05-31', to: '2024-10-28' },
      symbolChanges: { changes: 2, from: '2019-01-01', to: '2025-04-09' },
      indices: [
        { index: 'NIFTY 50', spans: 3, shares: 2, from: '2020-01-01' },
        { index: 'NIFTY BANK', spans: 1, shares: 1, from: '2022-02-02' },
      ],
    });
    const other = await server.register('lists-of-another');
    expect(await other.call('market.lists')).toEqual(NOTHING);
  });

  it('go one by one, and nobody else loses any', async () => {
    const [user, other] = [await server.register('lists-removed'), await server.register('lists-kept')];
    for (const one of [user, other]) await bring(one, BONUS_LIST, RENAMED, INDICES);
    const all = await other.call('market.lists');
    const withoutActions = await user.ask('market.removeList', { list: 'corporate-actions' });
    expect(withoutActions.body.message).toBe('The list of corporate actions is removed.');
    expect(withoutActions.body.data).toEqual({ ...all, corporateActions: NOTHING.corporateActions });
    const withoutChanges = await user.ask('market.removeList', { list: 'symbol-changes' });
    expect(withoutChanges.body.message).toBe('The list of symbol changes is removed.');
    expect(withoutChanges.body.data).toEqual({ ...NOTHING, indices: all.indices });
    const withoutIndex = await user.ask('market.removeList', { list: 'index-members', index: 'NIFTY 50' });
    expect(withoutIndex.body.message).toBe('The list of the members of NIFTY 50 is removed.');
    expect(withoutIndex.body.data).toEqual({ ...NOTHING, indices: all.indices.slice(1) });
    expect(await user.call('market.lists')).toEqual(withoutIndex.body.data);
    expect((await user.call('market.indices')).indices.map(({ index }) => index)).toEqual(['NIFTY BANK']);
    expect(await other.call('market.lists')).toEqual(all);
  });

  it.each([
    [{ list: 'corporate-actions' }, 'There is no list of corporate actions.'],
    [{ list: 'symbol-changes' }, 'There is no list of symbol changes.'],
    [{ list: 'index-members', index: 'NIFTY 100' }, 'There is no list of the members of NIFTY 100.'],
  ] as const)('are refused where there is none: %o', async (input, sentence) => {
    const user = await server.register(`no-${input.list}`);
    await bring(user, INDICES);
    const { status, body } = await user.ask('market.removeList', input);
    expect([status, body.code, body.message]).toEqual([404, 'not-found', sentence]);
    expect((await user.call('market.lists')).indices).toHaveLength(2);
  });

  it('of members are refused where no index is named', async () => {
    const user = await server.register('no-index-named');
    const { status, body } = await user.ask('market.removeList', { list: 'index-members' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ index: 'must say whose members are removed' });
  });
});

it('a backtest reads prices as they were traded once the actions are removed', async () => {
  const user = await server.register('actions-removed');
  await bring(user, bonusCandles('ITC', DAYS), BONUS_LIST);
  const returned = async () => (await endedBacktest(user, buyAndHold('ITC'), DAYS)).figures?.returnPercent;
  expect(Math.abs((await returned()) ?? NaN)).toBeLessThan(1);
  await user.call('market.removeList', { list: 'corporate-actions' });
  expect(await returned()).toBeLessThan(-40);
}, 60_000);

it('a share has only the prices of its own symbol once the symbol changes are removed', async () => {
  const user = await server.register('changes-removed');
  const { id: ownerId } = await user.call('profile.mine');
  await bring(user, bonusCandles('ITC', DAYS), RENAMED);
  const key = { ownerId, source: 'replay', symbol: 'NEWITC', timeframe: '1d' } as const;
  const days = async () =>
    (await loadBars(server.backend.parts.database.read, key)).map(({ time }) => istDate(time));
  expect(await days()).toEqual(DAYS.filter((day) => day < '2024-11-04'));
  await user.call('market.removeList', { list: 'symbol-changes' });
  expect(await days()).toEqual([]);
  expect((await user.call('market.instruments', { search: 'NEWITC' })).instruments).toEqual([]);
});

describe('what is held on a replay', () => {
  /** Buys at once, and holds. */
  const HOLD = { ...buyAndHold('ITC'), size: { kind: 'capital-percent', percent: 50 } };

  /** A position that a bonus of its share was applied to. */
  const held = async (name: string, ...lists: { name: string; text: string }[]) => {
    const user = await server.register(name);
    await bring(user, bonusCandles('ITC', DAYS), ...lists);
    const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'Holds', document: HOLD });
    await user.call('strategies.start', { strategyId: strategyId ?? 0 });
    await user.call('market.replay', { action: 'start', speed: 600, from: '2024-10-10' });
    const { id } = await user.call('profile.mine');
    const { marketRuns } = server.backend.parts;
    const run = marketRuns.requireReplay(id);
    await marketRuns.setSpeed(run, 100_000);
    await until('the end of the replay', () => Promise.resolve(run.session.status === 'ended'), 60_000);
    const position = async () => {
      const [one] = (await user.call('positions.open', {})).list;
      return { quantity: one?.quantity, averagePrice: one?.averagePrice };
    };
    const told = async () =>
      (await user.call('logs.trading', {})).log_list
        .filter(({ topic }) => topic === 'action')
        .map(({ text }) => text);
    return { user, position, told };
  };

  it.each([
    ['corporate-actions', [BONUS_LIST]],
    [
      'symbol-changes',
      [
        { ...BONUS_LIST, text: BONUS_LIST.text.replaceAll('ITC', 'OLDITC') },
        changes('OLDITC,ITC,2024-11-04'),
      ],
    ],
  ] as const)(
    'stays as the action left it, and its owner is told once, when the list of %s is removed',
    async (list, files) => {
      const { user, position, told } = await held(`held-${list}`, ...files);
      const before = await position();
      expect(before.averagePrice).toBeCloseTo(500_00, -3);
      expect(await told()).toHaveLength(1);
      await user.call('market.removeList', { list });
      expect(await position()).toEqual(before);
      const gone =
        'ITC: Bonus 1:1, ex-date 28-10-2024, was applied to what you hold on paper. The list does not have it any more. ' +
        'Nothing was changed again: check quantity and cost of ITC.';
      expect((await told()).filter((text) => text === gone)).toHaveLength(1);
      await bring(user, ...files);
      expect(await position()).toEqual(before);
    },
    90_000,
  );

  it('reads the lists of its shares anew when one of them is removed', async () => {
    const user = await server.register('replay-reads-anew');
    const { id } = await user.call('profile.mine');
    await bring(user, BONUS_LIST, RENAMED, INDICES);
    const applied = vi.spyOn(server.backend.parts.marketRuns, 'applyActions');
    await user.call('market.removeList', { list: 'corporate-actions' });
    await user.call('market.removeList', { list: 'symbol-changes' });
    await user.call('market.removeList', { list: 'index-members', index: 'NIFTY 50' });
    expect(applied.mock.calls).toEqual([[id], [id]]);
    applied.mockRestore();
  });
});

it('rules over an index cannot be backtested once its list is removed', async () => {
  const user = await server.register('index-removed');
  await bring(user, bonusCandles('ITC', DAYS), INDICES);
  await user.call('market.removeList', { list: 'index-members', index: 'NIFTY 50' });
  const { body } = await user.ask('backtests.start', {
    document: { ...buyAndHold('ITC'), universe: { index: 'NIFTY 50' } },
    ...{ source: 'replay', from_date: DAYS[0], to_date: DAYS.at(-1), capital: 10_00_000_00 },
  });
  expect(body.message).toBe('There is no list of the members of NIFTY 50: import one in Settings, Market.');
});

it('waits for an import that is under way, which none of its lists is removed from', async () => {
  const user = await server.register('removed-beside-import');
  await bring(user, BONUS_LIST);
  const { imports } = server.backend.parts;
  const run = imports.pool.run.bind(imports.pool);
  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(imports.pool, 'run').mockImplementationOnce(async (...task) => {
    const read = await run(...task);
    hasRead.resolve();
    await mayWrite.promise;
    return read;
  });
  const ended: string[] = [];
  const importing = bring(user, bonusCandles('ITC', DAYS), BONUS_LIST).then(() => ended.push('import'));
  await hasRead.promise;
  const removing = user
    .call('market.removeList', { list: 'corporate-actions' })
    .then(() => ended.push('removal'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(ended).toEqual([]);
  mayWrite.resolve();
  await Promise.all([importing, removing]);
  expect(ended).toEqual(['import', 'removal']);
}, 30_000);
