import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endedBacktest } from '../../../../tests/support/ended-backtest.ts';
import { ordinaryDays } from '../../../../tests/support/bonus-candles.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { SCAN_LIMITS } from '../../../shared/scan-limits.ts';
import type { RuleDocumentInput } from '../../../shared/rule-document.ts';

const DAYS = ordinaryDays('2024-01-01', 220);
const SYMBOLS = ['ITC', 'TCS', 'BPCL', 'INFY'] as const;

/** Daily candles of a wave; another for each number. */
const candles = (at: number, days = DAYS): string =>
  [
    'timestamp,open,high,low,close,volume,oi',
    ...days.map((day) => {
      const number = DAYS.indexOf(day);
      const close = 1_000 + Math.round(200 * Math.sin(number / (4 + at)) + 3 * ((number * (at + 7)) % 17));
      return `${day} 00:00:00+05:30,${close},${close + 5},${close - 5},${close},${1000 + number},0`;
    }),
  ].join('\n');

const RULES: RuleDocumentInput = {
  ...{ version: 1, instruments: ['TCS'], timeframe: '1d', side: 'long', product: 'delivery' },
  entry: {
    kind: 'all',
    conditions: [
      {
        kind: 'compare',
        left: { kind: 'price', field: 'close' },
        operator: 'crosses-above',
        right: { kind: 'indicator', indicator: { name: 'sma', period: 10 } },
      },
      {
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
        operator: '>',
        right: { kind: 'constant', value: 40 },
      },
    ],
  },
  // Sold a candle later, so that every entry of the rule is one of the run.
  exit: {
    kind: 'compare',
    left: { kind: 'position', field: 'bars-held' },
    operator: '>=',
    right: { kind: 'constant', value: 1 },
  },
  size: { kind: 'fixed', quantity: 1 },
};

let server: TestBackend;
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  [user, other] = [await server.register('scanner'), await server.register('other-scanner')];
  await user.call('market.import', {
    files: [
      ...SYMBOLS.map((symbol, at) => ({ name: `${symbol}.csv`, text: candles(at) })),
      { name: 'WIPRO.csv', text: candles(5, DAYS.slice(-8)) },
      { name: 'ONGC.csv', text: candles(6, DAYS.slice(0, 100)) },
      {
        name: 'members.csv',
        text: `INDEX,SYMBOL,FROM,TO\nN,ITC,2020-01-01,${DAYS[80]}\nN,BPCL,${DAYS[81]},\nN,TCS,2020-01-01,`,
      },
    ],
  });
}, 60_000);
afterAll(() => server.dispose());

const scan = (day: string | undefined, universe: object = { kind: 'all' }, document: object = RULES) =>
  user.call('scanner.run', {
    document,
    universe,
    source: 'replay',
    ...(day !== undefined && { day }),
  } as never);
const rowsOf = async (scanId: number, verdict = 'hit') =>
  (await user.call('scanner.rows', { scanId, verdict } as never)).rows;
const symbolsOf = async (scanId: number, verdict = 'hit') =>
  (await rowsOf(scanId, verdict)).map(({ symbol }) => symbol);

describe('a scan', () => {
  it('finds on each day just what a backtest enters after its close', async () => {
    const run = await endedBacktest(user, { ...RULES, instruments: [...SYMBOLS] }, DAYS);
    expect(run.message).toBe('');
    const trades = await user.call('backtests.trades', { backtestId: run.backtestId, pageSize: 100 });
    const entered = new Map<string, string[]>();
    for (const { symbol, entryAt } of trades.backtest_tradehistory) {
      const before = DAYS[DAYS.indexOf(entryAt.slice(0, 10)) - 1] ?? '';
      entered.set(before, [...(entered.get(before) ?? []), symbol].sort());
    }
    expect(entered.size).toBeGreaterThan(10);
    // The last day's entry would fill on a day that the run has not.
    for (const day of DAYS.slice(30, -1)) {
      const { scanId } = await scan(day);
      const hits = (await symbolsOf(scanId)).filter((symbol) => SYMBOLS.includes(symbol as never));
      expect([day, hits]).toEqual([day, entered.get(day) ?? []]);
    }
  }, 120_000);

  it('looks at the latest day unless asked otherwise, and says why a symbol is no hit', async () => {
    const { scanId, day, counts } = await scan(undefined);
    expect(day).toBe(DAYS.at(-1));
    expect(counts).toMatchObject({ all: 6, 'no-history': 1, 'warm-up': 1, faulty: 0 });
    expect(counts.hit + counts.miss).toBe(4);
    expect(await rowsOf(scanId, 'no-history')).toMatchObject([{ symbol: 'ONGC', close: null }]);
    expect(await rowsOf(scanId, 'warm-up')).toMatchObject([
      { symbol: 'WIPRO', reason: 'The rules need more history than its 8 candles.' },
    ]);
    const why = await user.call('scanner.why', { scanId, symbol: 'TCS' });
    expect(why.parts.map(({ values }) => values.map(({ unit }) => unit))).toEqual([
      ['price', 'price'],
      ['number', 'number'],
    ]);
    expect(why.parts[0]?.values[0]?.value).toBe(why.row.close);
    expect(why.row.passed).toBe(why.parts.filter(({ holds }) => holds).length);
  });

  it('takes the symbols of a watchlist, or the members that an index had on the day', async () => {
    const { list } = await user.call('watchlists.create', { name: 'To scan' });
    await user.call('watchlists.add', {
      listId: list.listId,
      entries: [{ kind: 'symbol', text: 'TCS' }],
    });
    const ofList = await scan(DAYS[90], { kind: 'watchlist', listId: list.listId });
    expect(await symbolsOf(ofList.scanId, 'all')).toEqual(['TCS']);
    const ofIndex = async (day: string | undefined) =>
      symbolsOf((await scan(day, { kind: 'index', index: 'N' })).scanId, 'all');
    expect(await ofIndex(DAYS[80])).toEqual(['ITC', 'TCS']);
    expect(await ofIndex(DAYS[81])).toEqual(['BPCL', 'TCS']);
    const foreign = {
      document: RULES,
      universe: { kind: 'watchlist', listId: list.listId },
      source: 'replay',
      day: DAYS[90],
    };
    expect((await other.ask('scanner.run', foreign as never)).body.code).toBe('not-found');
  });

  it('reads prices as a backtest does where a share was split', async () => {
    const split = DAYS[150] ?? '';
    const text = candles(3)
      .split('\n')
      .map((line) => {
        if (line.slice(0, 10) >= split || !line.startsWith('2024')) return line;
        const [at, ...prices] = line.split(',');
        return [at, ...prices.slice(0, 4).map((price) => Number(price) * 2), ...prices.slice(4)].join(',');
      })
      .join('\n');
    await user.call('market.import', {
      files: [
        { name: 'HDFCBANK.csv', text },
        {
          name: 'CF-CA.csv',
          text: `SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\nHDFCBANK,EQ,Bonus 1:1,10,${split}`,
        },
      ],
    });
    for (const day of DAYS.slice(148, 170)) {
      const { scanId } = await scan(day);
      const [split, whole] = [
        await user.call('scanner.why', { scanId, symbol: 'HDFCBANK' }),
        await user.call('scanner.why', { scanId, symbol: 'INFY' }),
      ];
      expect(split.row.verdict).toBe(whole.row.verdict);
    }
  });

  it('never says that nothing was found where a symbol that the rules read has no candle', async () => {
    const document: RuleDocumentInput = {
      ...RULES,
      entry: {
        kind: 'compare',
        left: { kind: 'price', field: 'close', instrument: 'WIPRO' },
        operator: '>',
        right: { kind: 'constant', value: 1, unit: 'rupees' },
      },
    };
    const scanOn = (day: string) =>
      user.ask('scanner.run', { document, universe: { kind: 'all' }, day, source: 'replay' });
    const early = await scanOn(DAYS.at(-20) ?? '');
    expect(early.body.message).toMatch(
      /^The rules read WIPRO, and there is no candle of it on \d\d-\d\d-2024\.$/,
    );
    expect((await scanOn(DAYS.at(-1) ?? '')).body.data).toMatchObject({ counts: { miss: 0 } });
  });

  it('counts and names a symbol whose candles cannot be read, and goes on', async () => {
    const { database } = server.backend.parts;
    const { owner_id: owner } = await database.read
      .selectFrom('candle_chunks')
      .select('owner_id')
      .where('symbol', '=', 'WIPRO')
      .where('source', '=', 'replay')
      .executeTakeFirstOrThrow();
    await database.write(owner, (tx) =>
      tx.query
        .updateTable('candle_chunks')
        .set({ columns: new Uint8Array([1, 2, 3]) })
        .where('owner_id', '=', owner)
        .where('symbol', '=', 'BPCL')
        .execute(),
    );
    const { scanId, counts } = await scan(DAYS[100]);
    expect(counts.faulty).toBe(1);
    expect(await rowsOf(scanId, 'faulty')).toMatchObject([
      { symbol: 'BPCL', reason: 'Its stored candles cannot be read.' },
    ]);
    expect(counts.hit + counts.miss).toBeGreaterThan(2);
  });

  it('is one at a time for each person, and can be stopped', async () => {
    const input = { document: RULES, universe: { kind: 'all' }, source: 'replay', day: DAYS[100] };
    // On a busy computer the first may be over before the second comes.
    let codes: string[] = [];
    while (codes.every((code) => code === 'done')) {
      const both = [user.ask('scanner.run', input), user.ask('scanner.run', input)];
      codes = (await Promise.all(both)).map(({ body }) => body.code ?? 'done').sort();
    }
    expect(codes).toEqual(['conflict', 'done']);
    for (let wasRunning = false; !wasRunning;) {
      const run = user.ask('scanner.run', input);
      ({ wasRunning } = await user.call('scanner.cancel'));
      const { code, message } = (await run).body;
      if (wasRunning) expect(message).toBe('The scan was stopped.');
      else expect(code).toBeUndefined();
    }
    expect((await scan(DAYS[100])).counts.all).toBeGreaterThan(0);
  });

  it('refuses what it cannot look at with the reason', async () => {
    const { scanId } = await scan(DAYS[100]);
    expect((await other.ask('scanner.rows', { scanId })).body.code).toBe('not-found');
    expect((await other.ask('scanner.why', { scanId, symbol: 'TCS' })).body.code).toBe('not-found');
    expect((await user.ask('scanner.why', { scanId, symbol: 'NONE' })).body.code).toBe('not-found');
    const ask = async (input: object) =>
      (
        await user.ask('scanner.run', {
          document: RULES,
          universe: { kind: 'all' },
          source: 'replay',
          ...input,
        })
      ).body;
    const quick = { ...RULES, timeframe: '15m' };
    expect((await ask({ document: quick })).fields).toHaveProperty(['document.timeframe']);
    expect((await ask({ document: 7 })).code).toBe('invalid');
    expect((await ask({ universe: { kind: 'index', index: 'NONE' } })).message).toContain('import one in');
    expect((await ask({ source: 'simulated', day: '2100-01-01' })).fields).toHaveProperty('day');
    const nobody = await other.ask('scanner.run', {
      ...{ document: RULES, universe: { kind: 'all' }, source: 'replay' },
    });
    expect(nobody.body.message).toContain('There are no prices of a past day here.');
  });

  it('goes over the simulated market too', async () => {
    await server.backend.prepared;
    const { counts } = await user.call('scanner.run', {
      ...{ document: RULES, universe: { kind: 'all' }, source: 'simulated' },
    } as never);
    expect(counts.all).toBeGreaterThan(20);
    expect(counts.hit + counts.miss).toBe(counts.all);
  });
});

describe('saved scans', () => {
  it('are kept under a name, replaced and removed, and are nobody else’s', async () => {
    const first = await user.call('scanner.save', { name: 'Crossing', document: RULES });
    const changed = { ...RULES, stopLoss: { kind: 'percent', value: 3 } };
    const { scans } = await user.call('scanner.save', { name: 'CROSSING', document: changed });
    expect(scans).toMatchObject([
      { savedId: first.scans[0]?.savedId, name: 'CROSSING', document: { stopLoss: { value: 3 } } },
    ]);
    expect((await other.call('scanner.saved')).scans).toEqual([]);
    const savedId = scans[0]?.savedId ?? 0;
    expect((await other.ask('scanner.remove', { savedId })).body.code).toBe('not-found');
    expect((await user.call('scanner.remove', { savedId })).scans).toEqual([]);
  });

  it('are so many at most', async () => {
    for (let at = 0; at < SCAN_LIMITS.saved; at++)
      await other.call('scanner.save', { name: `Scan ${at}`, document: RULES });
    const { body } = await other.ask('scanner.save', { name: 'One more', document: RULES });
    expect(body).toMatchObject({ code: 'refused' });
    await other.call('scanner.save', { name: 'Scan 1', document: RULES });
  });
});
