import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { istDate, istDayStart } from '../../../shared/time.ts';
import { loadCandleRange } from '../../market/candle-range.ts';
import { loadBars } from '../../market/candle-store.ts';
import { actionsOf } from '../../market/corporate-actions/kept-actions.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const HEADER = 'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM';
const changes = (...rows: string[]) => ({ name: 'symbolchange.csv', text: [HEADER, ...rows].join('\n') });
const RENAMED = 'Eternal,ZOMATO,ETERNAL,09-APR-2025';
const actions = (...rows: string[]) => ({
  name: 'CF-CA.csv',
  text: ['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', ...rows].join('\n'),
});
const row = (time: string, price: number): string =>
  `${time}+05:30,${price},${price},${price},${price},5000,0`;
const prices = (symbol: string, ...rows: string[]) => ({
  name: `${symbol}.csv`,
  text: ['timestamp,open,high,low,close,volume,oi', ...rows].join('\n'),
});
const bring = async (user: TestUser, ...files: { name: string; text: string }[]) => {
  const report = await user.call('market.import', { files });
  expect(report.files.map(({ outcome }) => outcome)).toEqual(files.map(() => 'imported'));
};
const actionDays = async (user: TestUser, symbol: string) => {
  const { id } = await user.call('profile.mine');
  const kept = await actionsOf(server.backend.parts.database.read, id, [symbol]);
  return (kept.get(symbol) ?? []).map(({ day, purpose }) => `${day} ${purpose}`);
};
const barsOf = async (user: TestUser, symbol: string, timeframe: '1m' | '1d') => {
  const { id: ownerId } = await user.call('profile.mine');
  const key = { ownerId, source: 'replay', symbol, timeframe } as const;
  return loadBars(server.backend.parts.database.read, key);
};

describe('a corporate action of a share with an earlier symbol', () => {
  it('counts once where lists of before and after the change both have it', async () => {
    const user = await server.register('action-under-both');
    await bring(user, changes(RENAMED));
    await bring(user, actions('ZOMATO,EQ,Bonus 1:1,10,17-Mar-2025'));
    // The exchange has its old actions under the present symbol.
    await bring(user, actions('ETERNAL,EQ,Bonus 1:1,10,17-Mar-2025'));
    expect(await actionDays(user, 'ETERNAL')).toEqual(['2025-03-17 Bonus 1:1']);
  });

  it('counts once where the share has got its first symbol back', async () => {
    const user = await server.register('action-symbol-back');
    await bring(user, changes('Away,ZOMATO,ETERNAL,09-APR-2024', 'Back,ETERNAL,ZOMATO,09-APR-2025'));
    await bring(user, actions('ZOMATO,EQ,Bonus 1:1,10,18-Mar-2024'));
    expect(await actionDays(user, 'ZOMATO')).toEqual(['2024-03-18 Bonus 1:1']);
  });

  it('is not one of another share that had the symbol before', async () => {
    const user = await server.register('symbol-used-again');
    // From 2022 on the symbol is that of another share, which was NEWCO before.
    await bring(user, changes('One,OLDCO,FIRSTCO,09-APR-2020', 'Two,NEWCO,OLDCO,09-APR-2022'));
    await bring(user, actions('OLDCO,EQ,Bonus 1:1,10,18-Mar-2019'));
    expect(await actionDays(user, 'FIRSTCO')).toEqual(['2019-03-18 Bonus 1:1']);
    expect(await actionDays(user, 'OLDCO')).toEqual([]);
  });

  it('is refused where all of its symbols together would make too many shares of one', async () => {
    const user = await server.register('too-many-over-symbols');
    await bring(user, changes(RENAMED));
    const hundredfold = (symbol: string, ...days: string[]) =>
      actions(...days.map((day) => `${symbol},EQ,Bonus 99:1,10,${day}`));
    await bring(user, hundredfold('ZOMATO', '18-Mar-2024', '17-Mar-2025'));
    const report = await user.call('market.import', {
      files: [hundredfold('ETERNAL', '17-Nov-2025')],
    });
    expect(report.files).toMatchObject([{ outcome: 'refused' }]);
  });

  it('is applied to what is held on a replay when the list of symbols comes last', async () => {
    const user = await server.register('held-list-last');
    const { id } = await user.call('profile.mine');
    await bring(user, actions('ZOMATO,EQ,Bonus 1:1,10,17-Mar-2025'));
    // As for a list of actions that comes late: what is held is carried over when it comes, and not a day later.
    const applied = vi.spyOn(server.backend.parts.marketRuns, 'applyActions');
    await bring(user, changes(RENAMED));
    expect(applied.mock.calls).toEqual([[id]]);
    applied.mockRestore();
  });
});

describe('candles of an earlier symbol', () => {
  it('are all there where the minutes of a day come in two files', async () => {
    const user = await server.register('half-days');
    await bring(user, changes(RENAMED));
    const minutes = (...labels: string[]) => ({
      name: 'minutes.csv',
      text: labels.map((label) => `ZOMATO,20250310,${label},200,200,200,200,50,0`).join('\n'),
    });
    await bring(user, minutes('09:16', '09:17'));
    await bring(user, minutes('13:16', '13:17'));
    const imported = await barsOf(user, 'ZOMATO', '1m');
    expect(imported.length).toBe(4);
    expect(await barsOf(user, 'ETERNAL', '1m')).toEqual(imported);
  });

  it('are the corrected ones where prices are imported again, whenever the list came', async () => {
    const wrong = prices('ZOMATO', row('2025-03-10 00:00:00', 20), row('2025-03-11 00:00:00', 20));
    const right = prices('ZOMATO', row('2025-03-10 00:00:00', 200), row('2025-03-11 00:00:00', 200));
    const last = await server.register('corrected-list-last');
    for (const file of [wrong, right, changes(RENAMED)]) await bring(last, file);
    expect((await barsOf(last, 'ETERNAL', '1d')).map(({ close }) => close)).toEqual([200_00, 200_00]);
    const first = await server.register('corrected-list-first');
    for (const file of [changes(RENAMED), wrong, right]) await bring(first, file);
    expect((await barsOf(first, 'ETERNAL', '1d')).map(({ close }) => close)).toEqual([200_00, 200_00]);
  });

  it('leave a share that a later list says had another symbol', async () => {
    const user = await server.register('corrected-list');
    await bring(user, prices('ZOMATO', row('2025-03-10 00:00:00', 200)));
    await bring(user, changes('Wrong,ZOMATO,ETERNALX,09-APR-2025'));
    await bring(user, changes(RENAMED));
    expect((await barsOf(user, 'ETERNAL', '1d')).map(({ time }) => istDate(time))).toEqual(['2025-03-10']);
    expect(await barsOf(user, 'ETERNALX', '1d')).toEqual([]);
  });

  it('are of the share that had the symbol then, where another one got it later', async () => {
    const user = await server.register('candles-symbol-again');
    await bring(user, changes('One,OLDCO,FIRSTCO,09-APR-2020', 'Two,NEWCO,OLDCO,09-APR-2022'));
    await bring(user, prices('NEWCO', row('2019-03-11 00:00:00', 900), row('2021-03-10 00:00:00', 950)));
    await bring(user, prices('OLDCO', row('2019-03-12 00:00:00', 100)));
    expect((await barsOf(user, 'FIRSTCO', '1d')).map(({ close }) => close)).toEqual([100_00]);
  });

  it('leave the days since the change where these are made of minutes', async () => {
    const user = await server.register('days-of-minutes');
    const { id: ownerId } = await user.call('profile.mine');
    const clocks = Array.from({ length: 30 }, (_, at) => `10:${String(at).padStart(2, '0')}`);
    const text = ['20250505', '20250506', '20250507']
      .flatMap((day) => clocks.map((clock) => `ETERNAL,${day},${clock},230,231,229,230,50,0`))
      .join('\n');
    await bring(user, { name: 'minutes.csv', text });
    await bring(user, prices('ZOMATO', row('2025-03-10 00:00:00', 200), row('2025-03-11 00:00:00', 200)));
    const days = async () => {
      const range = {
        ...({ ownerId, source: 'replay', symbols: ['ETERNAL'], timeframe: '1d', warmUp: 0 } as const),
        ...{ from: istDayStart('2025-05-01'), before: istDayStart('2025-05-31') },
      };
      const candles = await loadCandleRange(server.backend.parts.database.read, 1, range);
      return (candles.get('ETERNAL') ?? []).map(({ time }) => istDate(time));
    };
    expect(await days()).toEqual(['2025-05-05', '2025-05-06', '2025-05-07']);
    await bring(user, changes(RENAMED));
    expect(await days()).toEqual(['2025-05-05', '2025-05-06', '2025-05-07']);
  });
});
