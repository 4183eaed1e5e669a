import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionFile, withoutOptionFile } from '../../../../tests/support/option-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { minutesToClock } from '../../../shared/time.ts';

/** Prices of NSE. */
const REAL_DAY = 'nse_fo_activity_op_2025-12-16.csv';
/** Snapshots of a chain on its last day, every five minutes. */
const REAL_CHAIN = 'nifty_chain_5min_expiry_2026-02-03.csv';
const WITHOUT_REAL_CHAIN = withoutOptionFile(REAL_CHAIN);
const WITHOUT_REAL_DAY = withoutOptionFile(REAL_DAY);

interface Results {
  label: string;
  net: number;
  days: {
    day: string;
    entries: number;
    why: string;
    net: number;
    premiums: string | null;
    vix: number | null;
  }[];
  byVix: { name: string; days: number }[];
  byPremiums: { name: string; days: number; net: number }[];
  missed: { day: string; sentence: string }[];
  missingStrikes: number;
  firstMissing: string[];
}

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const leg = (kind: 'call' | 'put', more: object = {}) => ({
  ...{ side: 'sell', kind, lots: 1, strike: { by: 'at-the-money', steps: 0 }, ...more },
});
const STRADDLE = {
  version: 2,
  underlying: 'NIFTY',
  entry: { at: '09:20' },
  exit: { at: '15:15' },
  legs: [leg('call'), leg('put')],
};
const importFiles = async (user: TestUser, ...files: { name: string; text: string }[]) => {
  const { body } = await user.ask('market.import', { files });
  return body.data as { files: { outcome: string; rowsKept: number; problems: unknown[] }[] };
};
const ask = (user: TestUser, more: object = {}) =>
  user.ask('options.backtest', {
    ...{ document: STRADDLE, source: 'replay', premiums: 'kept' },
    ...{ from_date: '2025-12-15', to_date: '2025-12-17', ...more },
  });
const resultsOf = async (user: TestUser, more: object = {}): Promise<Results> => {
  const { body, status } = await ask(user, more);
  expect([status, body.message]).toEqual([200, 'OK']);
  return body.data as Results;
};

const daily = (rows: readonly string[]) => ({
  name: 'NIFTY.csv',
  text: ['timestamp,open,high,low,close,volume', ...rows].join('\n'),
});
/** Minutes from 09:15 on, labelled by their start; the price grows by `step` a minute. */
const minutesOf = (symbol: string, day: string, price: number, step: number, minutes = 375): string[] =>
  Array.from({ length: minutes }, (_, index) => {
    const at = 555 + index;
    const clock = minutesToClock(at);
    const [open, close] = [price + index * step, price + (index + 1) * step].map((one) => one.toFixed(2));
    const [high, low] = step > 0 ? [close, open] : [open, close];
    return `${symbol},${day.replaceAll('-', '')},${clock},${open},${high},${low},${close},650,1000`;
  });
const file = (name: string, ...rows: string[][]) => ({ name, text: rows.flat().join('\n') });

describe('minutes of contracts', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await server.register('kept-minutes');
    const imported = await importFiles(
      user,
      file(
        'index.csv',
        minutesOf('NIFTY', '2025-12-15', 26_000, 0.01),
        minutesOf('NIFTY', '2025-12-16', 26_000, 0.01),
      ),
      file(
        'options.csv',
        ...[25_950, 26_000, 26_050].flatMap((strike) =>
          ['CE', 'PE'].map((right) => minutesOf(`NIFTY16DEC25${strike}${right}`, '2025-12-15', 100, -0.1)),
        ),
      ),
      daily(['2025-12-12,26000,26100,25900,26046.95,0']),
    );
    for (const one of imported.files) expect(one).toMatchObject({ outcome: 'imported', problems: [] });
    expect(imported.files[1]?.rowsKept).toBe(6 * 375);
  });

  it('are what legs are entered and left at; a day without them is left out and named', async () => {
    const results = await resultsOf(user);
    expect(results.label).toMatch(/^Premiums are prices that were kept/);
    expect(results.days).toHaveLength(1);
    expect(results.days[0]).toMatchObject({ day: '2025-12-15', entries: 2, premiums: 'minutes', vix: null });
    // Sold about 99.50, bought back about 64: two lots of 75 for what the time between has taken.
    expect(results.net).toBeGreaterThan(2 * 75 * 34_00);
    expect(results.net).toBeLessThan(2 * 75 * 36_00);
    expect(results.byPremiums).toEqual([{ name: 'minutes', days: 1, won: 1, net: results.net }]);
    expect(results.byVix).toMatchObject([{ name: '-', days: 1 }]);
    expect(results.missed).toEqual([
      { day: '2025-12-16', sentence: 'No premiums are kept of this day for the expiry that a leg asks for.' },
    ]);
    // Ten strikes on each side of the money, of which three are there, of calls and of puts.
    expect(results.missingStrikes).toBe(2 * (21 - 3));
    expect(results.firstMissing[0]).toBe('2025-12-15 NIFTY 2025-12-16 25500 CE');
  });

  it('are modelled where there are none, if that was chosen, and each day says which', async () => {
    const results = await resultsOf(user, { premiums: 'kept-else-modelled' });
    expect(results.days.map(({ day, premiums }) => `${day} ${premiums}`)).toEqual([
      '2025-12-15 minutes',
      '2025-12-16 modelled',
    ]);
    expect(results.label).toContain('modelled, at prices that were not traded.');
  });

  it('are grouped by India VIX at the close before, once its history is imported', async () => {
    const vix = ['2025-12-12,10.1,10.6,9.9,10.11,0', '2025-12-15,10.2,17,10.1,16.25,0'];
    const text = ['timestamp,open,high,low,close,volume', ...vix].join('\n');
    const { files } = await importFiles(user, { name: 'INDIAVIX.csv', text });
    expect(files[0]).toMatchObject({ outcome: 'imported', problems: [] });
    const results = await resultsOf(user, { premiums: 'kept-else-modelled' });
    expect(results.days.map(({ day, vix: before }) => [day, before])).toEqual([
      ['2025-12-15', 10.11],
      ['2025-12-16', 16.25],
    ]);
    expect(results.byVix).toMatchObject([
      { name: '0', days: 1 },
      { name: '15', days: 1 },
    ]);
    // It is traded by nobody: a replay of all that is there leaves it out.
    await user.call('market.replay', { action: 'start', from: '2025-12-15', to: '2025-12-16' });
    const feeds = await server.backend.parts.database.read
      .selectFrom('feeds')
      .select('symbols_json')
      .where('source', '=', 'replay')
      .execute();
    expect(feeds.map(({ symbols_json: symbols }) => symbols)).toEqual(['["NIFTY"]']);
    await user.call('market.replay', { action: 'stop' });
  });

  it('imported again are no news', async () => {
    const again = await importFiles(
      user,
      file('options.csv', minutesOf('NIFTY16DEC2526000CE', '2025-12-15', 100, -0.1)),
    );
    expect(again.files[0]).toMatchObject({ outcome: 'imported', rowsKept: 0, rowsRepeated: 375 });
  });

  it('with a header and bid and ask are sold at the bid', async () => {
    const other = await server.register('kept-quotes');
    const rows = minutesOf('NIFTY16DEC2526000CE.NFO', '2025-12-15', 100, 0).map((row) => {
      const [ticker, date = '', time, open, high, low, close, volume, oi] = row.split(',');
      const day = `${date.slice(6)}/${date.slice(4, 6)}/${date.slice(0, 4)}`;
      return [ticker, day, `${time}:59`, open, high, low, close, volume, oi, '99.00', '101.00'].join(',');
    });
    const header = 'Ticker,Date,Time,Open,High,Low,Close,Volume,Open Interest,Bid,Ask';
    await importFiles(
      other,
      file('index.csv', minutesOf('NIFTY', '2025-12-15', 26_000, 0.01)),
      file('vendor.csv', [header], rows),
    );
    const { body } = await ask(other, { document: { ...STRADDLE, legs: [leg('call')] } });
    // Sold at 99, bought back at 101.
    expect((body.data as { gross: number }).gross).toBe(-2 * 75 * 100);
  });
});

describe('daily candles of the exchange', () => {
  it.skipIf(WITHOUT_REAL_DAY !== '')(
    `of 16-12-2025 settle at what the index closed at${WITHOUT_REAL_DAY}`,
    async () => {
      const user = await server.register('kept-daily');
      await importFiles(user, daily(['2025-12-16,25951.50,25980.75,25834.35,25860.10,0']), {
        name: 'op16122025.csv',
        text: readFileSync(optionFile(REAL_DAY), 'utf8'),
      });
      /** Result of one unit, in rupees. It is bought so many steps out of the money, which is 25950 at the open. */
      const unit = async (kind: 'call' | 'put', steps: number): Promise<number> => {
        const legs = [leg(kind, { side: 'buy', strike: { by: 'at-the-money', steps } })];
        const { body } = await ask(user, { document: { ...STRADDLE, legs } });
        const results = body.data as Results & { gross: number };
        expect(results.days).toMatchObject([{ day: '2025-12-16', why: 'expiry', premiums: 'daily' }]);
        return results.gross / 75 / 100;
      };
      // 25850 CE: 139.00 at the open and half its spread; 10.10 at the end, where its last half hour averaged 18.10.
      const call = await unit('call', -2);
      expect(call).toBeLessThanOrEqual(10.1 - 139);
      expect(call).toBeGreaterThan(10.1 - 139 - 4);
      // 25900 PE: 25.20 and half its spread; 39.90 at the end, not 27.95.
      const put = await unit('put', 1);
      expect(put).toBeLessThanOrEqual(39.9 - 25.2);
      expect(put).toBeGreaterThan(39.9 - 25.2 - 1);
    },
  );
});

/** Snapshots as files of minutes: bid and ask are the last price, the index stands still between them. */
const filesOfChain = (text: string) => {
  const day = '2026-02-03';
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  const spots = new Map<string, string>();
  const options: string[] = [];
  for (const [, , strike = '', call, callInterest, , put, putInterest, , spot = '', , stamp = ''] of rows) {
    const clock = stamp.slice(11, 16);
    spots.set(clock, spot);
    for (const [right, price, interest] of [
      ['CE', call, callInterest],
      ['PE', put, putInterest],
    ] as const)
      // Zero is a contract that was never traded.
      if (Number(price) > 0)
        options.push(
          [
            `NIFTY ${day} ${Number(strike)} ${right}`,
            '20260203',
            clock,
            price,
            price,
            price,
            price,
            0,
            interest,
            price,
            price,
          ].join(','),
        );
  }
  let spot = [...spots.values()][0] ?? '';
  const index = Array.from({ length: 375 }, (_, minute) => {
    const at = 555 + minute;
    const clock = minutesToClock(at);
    spot = spots.get(clock) ?? spot;
    return ['NIFTY', '20260203', clock, spot, spot, spot, spot, 0, 0].join(',');
  });
  // The first row at the opening time says that minutes are labelled by their start.
  const [first = ''] = options;
  const opening = first.replace(/,\d{2}:\d{2},/, ',09:15,');
  return [file('index.csv', index), file('options.csv', [opening, ...options])];
};

describe('a real chain on its last day', () => {
  it.skipIf(WITHOUT_REAL_CHAIN !== '')(
    `is sold at 13:08 for 57.35 and 56.40, as it stood, and bought back at 15:23 for 69.70${WITHOUT_REAL_CHAIN}`,
    async () => {
      const user = await server.register('kept-chain');
      const { files } = await importFiles(
        user,
        ...filesOfChain(readFileSync(optionFile(REAL_CHAIN), 'utf8')),
      );
      expect(files.map(({ outcome, problems }) => [outcome, problems])).toEqual([
        ['imported', []],
        ['imported', []],
      ]);
      const results = (await resultsOf(user, {
        ...{ from_date: '2026-02-03', to_date: '2026-02-03' },
        document: { ...STRADDLE, entry: { at: '13:09' }, exit: { at: '15:24' } },
      })) as Results & { gross: number; minutesWithoutPrice: number };
      expect(results.days).toMatchObject([{ day: '2026-02-03', entries: 2, premiums: 'minutes' }]);
      // (57.35 + 56.40 − 0.05 − 69.65) × 65, of a strike that the index was 0.35 away from.
      expect(results.gross).toBe(Math.round((57.35 + 56.4 - 0.05 - 69.65) * 65 * 100));
      expect(results.missingStrikes).toBe(0);
      // Four minutes of five have no snapshot, and none is made up.
      expect(results.minutesWithoutPrice).toBeGreaterThan(200);
    },
  );
});

describe('what cannot be tested names its field', () => {
  let user: TestUser | undefined;
  it.each([
    [{ source: 'simulated' }, 422, 'premiums', 'Kept premiums are of real days'],
    [{ from_date: '2025-12-18' }, 422, 'from_date', 'The first day must not be after the last.'],
    [{ document: { ...STRADDLE, underlying: 'NOSUCH' } }, 400, 'document.underlying', 'No options on NOSUCH'],
    [
      { document: { ...STRADDLE, legs: [leg('call', { lots: 2 ** 53 })] } },
      400,
      'document.legs[0].lots',
      'legs',
    ],
    [{ premiums: 'best' }, 400, 'premiums', 'premiums'],
  ])('%j', async (more, status, field, sentence) => {
    user ??= await server.register('kept-bad');
    const answer = await ask(user, more);
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(sentence);
    expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toContain(field);
  });

  it('a period without premiums', async () => {
    const other = await server.register('kept-none');
    await importFiles(other, file('index.csv', minutesOf('NIFTY', '2025-12-15', 26_000, 0.01)));
    const answer = await ask(other);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('No premiums of NIFTY are kept of these days.');
  });
});

it('settles by the close of the index, whatever premiums were chosen', async () => {
  const user = await server.register('settled-by-the-close');
  await importFiles(
    user,
    // Its last minutes are missing, so that nothing is left before the end.
    file('index.csv', minutesOf('NIFTY', '2025-12-16', 25_951, 0, 360)),
    daily(['2025-12-16,25951.50,25980.75,25834.35,25860.10,0']),
  );
  const hold = { at: '15:30', daysBeforeExpiry: 0 };
  const legs = [leg('put', { side: 'buy' })];
  const document = { ...STRADDLE, exit: hold, legs };
  const grossOf = async (more: object) => {
    const { body, status } = await ask(user, { document, volatility: 12, ...more });
    expect([status, body.message]).toEqual([200, 'OK']);
    const results = body.data as Results & { gross: number };
    expect(results.days).toMatchObject([{ day: '2025-12-16', why: 'expiry', premiums: 'modelled' }]);
    return results.gross;
  };
  // The day is modelled both times, at the same prices.
  expect(await grossOf({ premiums: 'modelled' })).toBe(await grossOf({ premiums: 'kept-else-modelled' }));
});
