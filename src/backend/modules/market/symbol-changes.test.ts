import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedBacktest } from '../../../../tests/support/ended-backtest.ts';
import { buyAndHold } from '../../../../tests/support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { kindOfDay } from '../../../shared/trading-days.ts';
import { loadBars } from '../../market/candle-store.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const FIRST = istDayStart('2025-03-03');
const CHANGED = '2025-04-09';
const DAYS = Array.from({ length: 60 }, (_, day) => istDate(FIRST + day * DAY_MS)).filter(
  (day) => kindOfDay(day) === 'ordinary',
);
const LIST =
  'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM\n"Eternal, Limited",ZOMATO,ETERNAL,09-APR-2025';
const pricesOf = (days: readonly string[], price = 200): string =>
  [
    'timestamp,open,high,low,close,volume,oi',
    ...days.map((day) => `${day} 00:00:00+05:30,${price},${price + 1},${price - 1},${price},5000,0`),
  ].join('\n');
const before = { name: 'ZOMATO.csv', text: pricesOf(DAYS.filter((day) => day < CHANGED)) };
const after = { name: 'ETERNAL.csv', text: pricesOf(DAYS.filter((day) => day >= CHANGED)) };
const list = { name: 'symbolchange.csv', text: LIST };

const daysOf = async (user: TestUser, symbol: string): Promise<string[]> => {
  const { id } = await user.call('profile.mine');
  const key = { ownerId: id, source: 'replay', symbol, timeframe: '1d' } as const;
  return (await loadBars(server.backend.parts.database.read, key)).map(({ time }) => istDate(time));
};

describe('a share that is traded under another symbol', () => {
  it.each([
    ['first', [[list], [before, after]]],
    ['last', [[before, after], [list]]],
    ['between', [[after], [list], [before]]],
    ['beside its prices', [[before, list, after]]],
  ])('has all of its days where the list comes %s', async (when, imports) => {
    const user = await server.register(`renamed-${when.replaceAll(' ', '-')}`);
    for (const files of imports) {
      const report = await user.call('market.import', { files });
      expect(report.files.map(({ outcome }) => outcome)).toEqual(files.map(() => 'imported'));
    }
    expect(await daysOf(user, 'ETERNAL')).toEqual(DAYS);
    // What was imported stays under its own symbol too.
    expect(await daysOf(user, 'ZOMATO')).toEqual(DAYS.filter((day) => day < CHANGED));
  });

  it('keeps its own price of a day that both symbols have', async () => {
    const user = await server.register('both-symbols');
    const own = { name: 'ETERNAL.csv', text: pricesOf(DAYS, 300) };
    await user.call('market.import', { files: [own] });
    await user.call('market.import', { files: [before, list] });
    const { id } = await user.call('profile.mine');
    const key = { ownerId: id, source: 'replay', symbol: 'ETERNAL', timeframe: '1d' } as const;
    const closes = (await loadBars(server.backend.parts.database.read, key)).map(({ close }) => close);
    expect(new Set(closes)).toEqual(new Set([300_00]));
  });

  it('is there before any price of its present symbol, and is replayed under it', async () => {
    const user = await server.register('renamed-only-before');
    const early = DAYS.filter((day) => day < CHANGED);
    const prices = { name: 'OLDCO.csv', text: pricesOf(early) };
    const renamed = { name: 'l.csv', text: 'OLD SYMBOL,NEW SYMBOL,FROM\nOLDCO,NEWCO,2025-04-09' };
    await user.call('market.import', { files: [prices, renamed] });
    const { instruments } = await user.call('market.instruments', { search: 'NEWCO' });
    const history = [
      { source: 'replay', timeframe: '1d', from: early[0], to: early.at(-1), bars: early.length },
    ];
    expect(instruments).toMatchObject([{ symbol: 'NEWCO', history }]);
    const added = await user.call('strategies.add', {
      ...{ url: 'add', name: 'Renamed', document: buyAndHold('NEWCO') },
    });
    expect(added.strategyId).toBeGreaterThan(0);
    await user.call('market.replay', { action: 'start', speed: 600, symbols: ['NEWCO'] });
    const { feed } = await user.call('market.feed');
    expect(feed.replay?.symbols).toEqual(['NEWCO']);
    await user.call('market.replay', { action: 'stop' });
  });

  it('counts each of its days once where both symbols have some of a month', async () => {
    const user = await server.register('renamed-counted');
    const own = { name: 'ETERNAL.csv', text: pricesOf(DAYS.slice(5), 300) };
    await user.call('market.import', { files: [before, own, list] });
    const { instruments } = await user.call('market.instruments', { search: 'ETERNAL' });
    expect(instruments[0]?.history.filter(({ source }) => source === 'replay')).toMatchObject([
      { timeframe: '1d', from: DAYS[0], to: DAYS.at(-1), bars: DAYS.length },
    ]);
    expect(await daysOf(user, 'ETERNAL')).toEqual(DAYS);
  });

  it('that is named by its earlier symbol says so in a backtest', async () => {
    const user = await server.register('renamed-left');
    await user.call('market.import', { files: [before, after, list] });
    const run = await endedBacktest(user, buyAndHold('ZOMATO'), DAYS);
    expect(run.assumptions).toContain(
      'ZOMATO is traded as ETERNAL from 09-04-2025, and has no prices of its own since.',
    );
  }, 60_000);

  it('is tested over the change, with the splits of its earlier symbol, and says so', async () => {
    const user = await server.register('renamed-backtest');
    // The action counts once, also where lists name it under both symbols.
    const bonus =
      'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\nZOMATO,EQ,Bonus 1:1,10,17-Mar-2025\nETERNAL,EQ,Bonus 1:1,10,17-Mar-2025';
    const early = pricesOf(
      DAYS.filter((day) => day < '2025-03-17'),
      400,
    );
    const [, ...late] = pricesOf(DAYS.filter((day) => day >= '2025-03-17' && day < CHANGED)).split('\n');
    const ofBoth = { name: 'ZOMATO.csv', text: [early, ...late].join('\n') };
    await user.call('market.import', { files: [ofBoth, after, list, { name: 'CF-CA.csv', text: bonus }] });
    const run = await endedBacktest(user, buyAndHold('ETERNAL'), DAYS);
    expect(Math.abs(run.figures?.returnPercent ?? NaN)).toBeLessThan(1);
    expect(run.assumptions).toContain('The prices of ETERNAL before 17-03-2025 are adjusted: Bonus 1:1.');
    expect(run.assumptions).toContain('ETERNAL was traded as ZOMATO before 09-04-2025.');
  }, 60_000);
});

describe('a list of symbol changes', () => {
  it('names its bad rows, and keeps the good ones or none as was asked', async () => {
    const user = await server.register('bad-changes');
    const text = [
      LIST,
      'Same,SBIN,SBIN,10-APR-2025',
      'No day,OLD,NEW,31-FEB-2025',
      'Index,NIFTY,NEWER,10-APR-2025',
      'Nothing,,,',
    ].join('\n');
    const refused = await user.call('market.import', {
      files: [{ name: 'a.csv', text }],
      onBad: 'refuse-file',
    });
    expect(refused.files).toMatchObject([{ outcome: 'refused', rowsKept: 0, rowsRead: 5, rowsRefused: 4 }]);
    const kept = await user.call('market.import', { files: [{ name: 'a.csv', text }] });
    expect(kept.files).toMatchObject([{ outcome: 'imported', rowsKept: 1, rowsRefused: 4 }]);
    // A name with a line break and an empty line are counted as the file has them.
    const broken = `${LIST.replace('Eternal,', 'Eternal\n')}\n\nSame,SBIN,SBIN,10-APR-2025`;
    const { files } = await user.call('market.import', { files: [{ name: 'b.csv', text: broken }] });
    expect(files[0]?.problems).toEqual([{ line: 5, reason: 'SBIN is not changed' }]);
    expect(kept.files[0]?.problems).toEqual([
      { line: 3, reason: 'SBIN is not changed' },
      { line: 4, reason: expect.stringContaining('31-FEB-2025') as string },
      { line: 5, reason: 'has no symbols of a share' },
      { line: 6, reason: 'has no symbols of a share' },
    ]);
    const again = await user.call('market.import', { files: [list] });
    expect(again.files).toMatchObject([{ outcome: 'imported', rowsKept: 0, rowsRepeated: 1 }]);
  });

  it('without a change, or longer than any, is refused as a whole', async () => {
    const user = await server.register('no-changes');
    const header = LIST.split('\n')[0] ?? '';
    const none = await user.call('market.import', { files: [{ name: 'none.csv', text: header }] });
    expect(none.files).toMatchObject([
      { outcome: 'refused', problems: [{ line: 0, reason: 'has no change of a symbol' }] },
    ]);
    const long = [header, ...Array.from({ length: 20_001 }, (_, at) => `Name,A${at},B${at},10-APR-2025`)];
    const refused = await user.call('market.import', { files: [{ name: 'l.csv', text: long.join('\n') }] });
    expect(refused.files).toMatchObject([{ outcome: 'refused', rowsKept: 0 }]);
  });

  it('is refused where more would be kept than there can be, and nothing is lost', async () => {
    const user = await server.register('many-changes');
    const rows = (count: number, day: string): string =>
      [LIST, ...Array.from({ length: count }, (_, at) => `Name,A${at},B${at},${day}`)].join('\n');
    await user.call('market.import', { files: [{ name: 'a.csv', text: rows(19_000, '10-APR-2025') }] });
    const { files } = await user.call('market.import', {
      files: [{ name: 'b.csv', text: rows(19_000, '11-APR-2025') }],
    });
    const problems = [{ line: 0, reason: 'there would be more than 20,000 symbol changes' }];
    expect(files).toMatchObject([{ outcome: 'refused', rowsKept: 0, problems }]);
    const again = await user.call('market.import', { files: [list] });
    expect(again.files).toMatchObject([{ rowsKept: 0, rowsRepeated: 1 }]);
  });

  it('that leads in a circle ends', async () => {
    const user = await server.register('circle');
    const circle = `${LIST}\nBack,ETERNAL,ZOMATO,09-APR-2025`;
    await user.call('market.import', { files: [before, after, { name: 'c.csv', text: circle }] });
    expect(await daysOf(user, 'ETERNAL')).toEqual(DAYS);
  });
});
