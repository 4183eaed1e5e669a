import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import type { LegDocumentInput } from '../../../shared/leg-document.ts';
import { fixtureFiles } from '../../../../tests/support/market-files.ts';
import { clockToMinutes, istMinuteOfDay, istWeekday, minutesToClock } from '../../../shared/time.ts';
import { intendOrder } from '../order-book.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const run = () => server.backend.parts.marketRuns.simulated;
const LONG_MS = 60_000;

/** Play fast until the session has room for a structure. */
const begin = async (): Promise<void> => {
  await server.backend.parts.marketRuns.setSpeed(run(), 600);
  const isRoom = () => {
    const minute = istMinuteOfDay(run().session.now);
    return minute >= clockToMinutes('09:16') && minute < clockToMinutes('14:00');
  };
  await expect.poll(isRoom, { timeout: LONG_MS, interval: 20 }).toBe(true);
};

/** Clock time so many minutes after the present moment of the market. */
const clockIn = (minutes: number): string => minutesToClock(istMinuteOfDay(run().session.now) + minutes);

/** Calendar days from the market's day to the next expiry. */
const daysToTuesday = (): number => (9 - istWeekday(run().session.now)) % 7;

const leg = (kind: 'call' | 'put', more: Partial<LegDocumentInput['legs'][number]> = {}) => ({
  side: 'sell' as const,
  kind,
  lots: 1,
  expiry: 'this-week' as const,
  strike: { by: 'at-the-money' as const, steps: 0 },
  ...more,
});

const straddle = (more: Partial<LegDocumentInput> = {}): LegDocumentInput => ({
  version: 2,
  underlying: 'NIFTY',
  entry: { at: clockIn(3) },
  exit: { at: '15:15' },
  legs: [leg('call'), leg('put')],
  ...more,
});

const add = async (user: TestUser, document: LegDocumentInput, capital = 20_00_000_00): Promise<number> => {
  const { strategyId } = await user.call('strategies.add', { url: 'add', name: 'Legs', capital, document });
  return strategyId ?? 0;
};

/** Start a structure, with times after the moment of the start. */
const start = async (
  user: TestUser,
  documentNow: () => LegDocumentInput,
  capital?: number,
): Promise<number> => {
  await begin();
  const strategyId = await add(user, documentNow(), capital);
  await user.call('strategies.start', { strategyId });
  return strategyId;
};

const openOf = async (user: TestUser, strategyId: number) =>
  (await user.call('positions.open', { strategyId, status: 'open' })).list;

const untilOpen = (user: TestUser, strategyId: number, count: number) =>
  expect
    .poll(async () => (await openOf(user, strategyId)).length, { timeout: LONG_MS, interval: 50 })
    .toBe(count);

const tradesOf = async (user: TestUser, strategyId: number) =>
  (await user.call('strategies.details', { strategyId })).lastTrades;

describe('a straddle on paper', () => {
  it('is entered at its time in both contracts, and closed at its time', async () => {
    const user = await server.register('straddle');
    const strategyId = await start(user, () => straddle({ exit: { at: clockIn(30) } }));
    await untilOpen(user, strategyId, 2);
    const open = await openOf(user, strategyId);
    expect(open.map(({ symbol }) => symbol.replace(/^NIFTY \S+ \d+ /, '')).sort()).toEqual(['CE', 'PE']);
    expect(new Set(open.map(({ symbol }) => symbol.split(' ')[2])).size).toBe(1);
    expect(open).toMatchObject([
      { side: 'short', quantity: -65 },
      { side: 'short', quantity: -65 },
    ]);
    await untilOpen(user, strategyId, 0);
    const trades = await tradesOf(user, strategyId);
    expect(trades).toHaveLength(2);
    for (const trade of trades) {
      expect(trade.net).toBe(trade.gross - trade.charges);
      // Two orders of ₹20 with their GST, and what state and exchange take.
      expect(trade.charges).toBeGreaterThan(47_20);
    }
    const { list, net, total } = await user.call('positions.structures', { isTest: 1 });
    expect(total).toBe(1);
    const both = trades.reduce((sum, trade) => sum + trade.net, 0);
    expect([list[0]?.net, net]).toEqual([both, both]);
    expect(list[0]).toMatchObject({ underlying: 'NIFTY', trades: 2, openLegs: 0 });
    expect(list[0]?.legs.map((one) => one.symbol).sort()).toEqual(open.map(({ symbol }) => symbol).sort());
    expect(list[0]?.exitReason).toMatch(/^Square-off at/);
    const day = list[0]?.day ?? '';
    const on = async (dates: { from_date?: string; to_date?: string }) =>
      (await user.call('positions.structures', { isTest: 1, ...dates })).total;
    expect([await on({ from_date: day, to_date: day }), await on({ to_date: '2020-01-01' })]).toEqual([1, 0]);
    const { buckets } = await user.call('reports.tax', { mode: 'test' });
    expect(buckets.filter(({ disposals }) => disposals > 0)).toMatchObject([
      { taxClass: 'futures-options', disposals: 2 },
    ]);
  }, 120_000);

  it('is read back in words, in both languages', async () => {
    const user = await server.register('words');
    const strategyId = await add(user, straddle({ entry: { at: '09:20' } }));
    const { rules } = await user.call('strategies.details', { strategyId });
    expect(rules.document).toBeNull();
    expect(rules.legs?.legs).toHaveLength(2);
    expect(rules.sentences).toEqual([
      { label: 'Summary', text: '2 legs on NIFTY; strikes count from the spot.' },
      { label: 'Entry', text: 'At 09:20.' },
      { label: 'Leg 1', text: 'Sell 1 lot of the call at the money, this week.' },
      { label: 'Leg 2', text: 'Sell 1 lot of the put at the money, this week.' },
      { label: 'Exit', text: 'At 15:15 on the day of entry.' },
      { label: 'All legs', text: 'If a leg cannot be entered, the others are closed.' },
    ]);
  });

  it('closes all legs when one is stopped, if it is told to', async () => {
    const user = await server.register('stopped');
    const stop = { of: 'premium' as const, distance: { kind: 'percent' as const, value: 3 } };
    // Wherever the index goes, one of them is stopped, and no price stops both.
    const strike = { by: 'at-the-money' as const, steps: 2 };
    // On the day of an expiry time alone might stop the other.
    const expiry = 'next-week' as const;
    const legs = [leg('call', { stop, expiry }), leg('call', { side: 'buy', strike, stop, expiry })];
    const strategyId = await start(user, () => straddle({ legs, structure: { onLegExit: 'all-legs' } }));
    await expect
      .poll(async () => (await tradesOf(user, strategyId)).length, { timeout: LONG_MS, interval: 50 })
      .toBe(2);
    const reasons = (await tradesOf(user, strategyId)).map(({ exitReason }) => exitReason).sort();
    expect(reasons).toEqual(['Closed with the other legs', expect.stringMatching(/^Stop-loss/)]);
  }, 120_000);

  it('goes on where it stood after a restart: nothing is entered twice, and it is closed at its time', async () => {
    const user = await server.register('restarted');
    const strategyId = await start(user, () => straddle({ exit: { at: clockIn(60) } }));
    await untilOpen(user, strategyId, 2);
    const { dataDir, backend } = server;
    await server.close();
    server = await startTestBackend({ dataDir, port: backend.port });
    await server.backend.prepared;
    expect(await openOf(user, strategyId)).toHaveLength(2);
    await untilOpen(user, strategyId, 0);
    const trades = await tradesOf(user, strategyId);
    expect(trades).toHaveLength(2);
    for (const { exitReason } of trades) expect(exitReason).toMatch(/^Square-off at/);
  }, 180_000);

  it('that is stopped keeps what it holds until the square-off, and enters nothing more', async () => {
    const user = await server.register('halted');
    const onStop = { how: 'at-once' as const, times: 20 };
    const stop = { of: 'premium' as const, distance: { kind: 'percent' as const, value: 1 } };
    const strategyId = await start(user, () =>
      straddle({ exit: { at: clockIn(60) }, legs: [leg('call', { stop, onStop }), leg('put')] }),
    );
    await expect.poll(async () => (await openOf(user, strategyId)).length, { timeout: LONG_MS }).not.toBe(0);
    await user.call('strategies.stop', { strategyId });
    const entries = () =>
      server.backend.parts.database.read
        .selectFrom('orders')
        .select('id')
        .where('strategy_id', '=', strategyId)
        .where('slot', '=', 'entry')
        .where('filled_quantity', '>', 0)
        .execute();
    const before = await entries();
    await untilOpen(user, strategyId, 0);
    expect(await entries()).toEqual(before);
    const reasons = (await tradesOf(user, strategyId)).map(({ exitReason }) => exitReason);
    expect(reasons.some((reason) => reason.startsWith('Square-off'))).toBe(true);
  }, 120_000);

  it('of a user whose market is a replay meanwhile is closed at its time all the same', async () => {
    const user = await server.register('replayed');
    await user.call('market.import', { files: fixtureFiles() });
    const strategyId = await start(user, () => straddle({ exit: { at: clockIn(60) } }));
    await untilOpen(user, strategyId, 2);
    await user.call('market.replay', { action: 'start', speed: 1 });
    await untilOpen(user, strategyId, 0);
    const { attention } = await server.backend.parts.database.read
      .selectFrom('strategies')
      .select('attention')
      .where('id', '=', strategyId)
      .executeTakeFirstOrThrow();
    expect(attention).toContain('Strategies with legs trade on the simulated market alone, for now.');
  }, 120_000);

  it('that is stopped is closed so many days before its expiry, also after a restart', async () => {
    const user = await server.register('held-on');
    const strategyId = await start(user, () => {
      const daysBeforeExpiry = daysToTuesday();
      return straddle({ exit: { at: clockIn(60), daysBeforeExpiry } });
    });
    await untilOpen(user, strategyId, 2);
    await user.call('strategies.stop', { strategyId });
    const { dataDir, backend } = server;
    await server.close();
    server = await startTestBackend({ dataDir, port: backend.port });
    await server.backend.prepared;
    expect(await openOf(user, strategyId)).toHaveLength(2);
    await untilOpen(user, strategyId, 0);
    const reasons = (await tradesOf(user, strategyId)).map(({ exitReason }) => exitReason);
    expect(reasons).toEqual(['Exit at its time', 'Exit at its time']);
  }, 180_000);

  it('that cannot be paid in full is not left half entered', async () => {
    const user = await server.register('poor');
    await begin();
    const { chain } = await user.call('options.chain', { underlying: 'NIFTY' });
    const row = chain?.strikes.find(({ strike }) => strike === chain.atTheMoney);
    const legOf = (option: { symbol: string; ltp: number } | null | undefined) => ({
      symbol: option?.symbol ?? '',
      side: 'sell' as const,
      lots: 1,
      price: option?.ltp ?? 0,
    });
    const fundsOf = async (legs: ReturnType<typeof legOf>[]) =>
      (await user.call('options.payoff', { legs })).margin.funds;
    const call = await fundsOf([legOf(row?.call)]);
    const both = await fundsOf([legOf(row?.call), legOf(row?.put)]);
    // There is room for one of the two, by the estimate that is shown beside their payoff.
    expect(both).toBeGreaterThan(call * 1.1);
    const strategyId = await start(user, () => straddle(), Math.round((call + both) / 2));
    const rejected = async () =>
      ((await user.call('positions.orders', { isTest: 1 })).test_orderhistory ?? []).filter(
        ({ state }) => state === 'rejected',
      );
    await expect.poll(async () => (await rejected()).length, { timeout: LONG_MS }).toBe(1);
    await untilOpen(user, strategyId, 0);
    expect((await tradesOf(user, strategyId)).map(({ exitReason }) => exitReason)).toEqual([
      'Closed with the other legs',
    ]);
  }, 120_000);
});

describe('what is refused', () => {
  const refusal = async (document: unknown) => {
    const user = await server.register(`refused-${Math.random()}`);
    const { status, body } = await user.ask('strategies.add', { url: 'add', name: 'Legs', document });
    return [status, body.message];
  };

  it.each([
    [{ legs: [{ ...leg('call'), side: undefined }] }, 'legs[0].side: must be buy or sell.'],
    [{ legs: [leg('call', { lots: 0 })] }, 'legs[0].lots: '],
    [{ legs: [leg('call', { strike: null })] }, 'legs[0].strike: must say how the strike is chosen.'],
    [{ legs: [] }, 'legs: '],
    [{ exit: { at: '09:00' } }, 'exit.at: must be after the entry.'],
    [{ underlying: 'RELIANCE' }, 'No options on RELIANCE are listed.'],
    [{ entry: { at: '25:00' } }, 'entry.at: must be a clock time such as 09:20.'],
    [{ entry: { at: '03:00' } }, 'entry.at: must be from 09:15 to 15:30, when the market trades.'],
    [{ entry: { at: '15:31' }, exit: { at: '15:35' } }, 'entry.at: must be from 09:15 to 15:30'],
    [{ entry: { at: '09:20', weekdays: Array.from({ length: 8 }, () => 1) } }, 'entry.weekdays: '],
  ])('%j', async (more, sentence) => {
    const [status, message] = await refusal({ ...straddle({ entry: { at: '09:20' } }), ...more });
    expect(status).toBe(400);
    expect(message).toContain(sentence);
  });

  it('settings that its legs say, and no others', async () => {
    const user = await server.register('settings');
    const strategyId = await add(user, straddle({ entry: { at: '09:20' } }));
    for (const [name, value] of Object.entries({
      quantity: 5,
      riskPercent: 2,
      maxTradesPerDay: 3,
      squareOffTime: '14:00',
      productType: 'delivery',
    })) {
      const { status, body } = await user.ask('strategies.settings', { strategyId, [name]: value });
      expect([status, body.fields]).toEqual([
        400,
        { [name]: 'is said by the legs of this strategy: change them' },
      ]);
    }
    const own = { capital: 30_00_000_00, maxLossPerDay: 5_000_00, slippage: 9 };
    // What a form sends along unchanged is no change.
    const changed = await user.call('strategies.settings', {
      strategyId,
      ...own,
      squareOffTime: '15:15',
      productType: 'intraday',
    });
    expect(changed).toMatchObject(own);
  });

  it('rules of another kind, and everything that is for rules alone', async () => {
    const user = await server.register('other-kind');
    const strategyId = await add(user, straddle({ entry: { at: '09:20' } }));
    const sentence = 'This cannot be done with a strategy that has legs.';
    const modify = await user.ask('strategies.modifyStopLoss', {
      strategyId,
      stopLoss: { kind: 'percent', value: 1 },
    });
    expect([modify.status, modify.body.message]).toEqual([422, sentence]);
    const backtest = await user.ask('backtests.start', {
      strategyId,
      from_date: '2026-01-05',
      to_date: '2026-02-05',
      capital: 1_00_000_00,
    });
    expect([backtest.status, backtest.body.message]).toEqual([422, sentence]);
  });

  it('other legs, while an order of the present ones can still fill', async () => {
    const user = await server.register('on-its-way');
    const strategyId = await add(user, straddle({ entry: { at: '09:20' } }));
    const { id: userId } = await user.call('profile.mine', {});
    const symbol = 'NIFTY 2026-12-01 26000 CE';
    await server.backend.parts.database.write(userId, (tx) =>
      intendOrder(tx, server.backend.parts.hub, {
        ...{ userId, strategyId, positionId: null, symbol, quantity: 65, key: 'on its way', leg: 0 },
        ...{ source: 'simulated', runId: 1, mode: 'test', brokerId: 1, at: 0 },
        ...{ side: 'sell', slot: 'entry', purpose: 'entry', reason: 'Leg 1' },
      }),
    );
    const document = straddle({ entry: { at: '09:20' }, legs: [leg('put')] });
    const { status, body } = await user.ask('strategies.add', { url: 'update', strategyId, document });
    expect([status, body.message]).toEqual([
      409,
      `An order of this strategy in ${symbol} can still fill. Cancel it, or wait for it, before changing its legs.`,
    ]);
  });

  it('other legs, while it holds some', async () => {
    const user = await server.register('changes');
    const strategyId = await start(user, () => straddle());
    await untilOpen(user, strategyId, 2);
    const changed = straddle({ legs: [leg('put')] });
    const { status, body } = await user.ask('strategies.add', {
      url: 'update',
      strategyId,
      document: changed,
    });
    expect([status, body.message]).toEqual([
      409,
      'Close the open positions of this strategy before changing its legs.',
    ]);
  }, 120_000);
});
