import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { angelFile, angelRow, consoleFile, consoleRow } from '../../../../tests/support/tradebook-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { openPosition } from '../../../../tests/support/written-position.ts';
import { until } from '../../../../tests/support/until.ts';
import { bookTrades } from '../../trading/kept-results.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { contract } from '../../../shared/contract/index.ts';
import { NO_CHARGES } from '../../../engine/charges/charges.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

describe('the tax report', () => {
  it('of a backtest has every closed trade of it, by class, adding up to its gross result', async () => {
    const user = await server.register('tax');
    const { now } = server.backend.parts.marketRuns.simulated.session;
    const { backtestId } = await user.call('backtests.start', {
      document: {
        version: 1,
        instruments: ['RELIANCE', 'ITC', 'SBIN'],
        timeframe: '1d',
        side: 'long',
        product: 'delivery',
        entry: {
          kind: 'compare',
          left: { kind: 'price', field: 'close' },
          operator: '>',
          right: { kind: 'price', field: 'open' },
        },
        exit: {
          kind: 'compare',
          left: { kind: 'position', field: 'bars-held' },
          operator: '>=',
          right: { kind: 'constant', value: 5 },
        },
        size: { kind: 'capital-percent', percent: 30 },
      },
      from_date: istDate(now - 250 * DAY_MS),
      to_date: istDate(now - DAY_MS),
      capital: 5_00_000_00,
    });
    await until('the run', async () => {
      const { backtest } = await user.call('backtests.list', { backtestId });
      return backtest?.state === 'done' ? backtest : null;
    });
    const { backtest_tradehistory: trades } = await user.call('backtests.trades', {
      backtestId,
      pageSize: 100,
    });
    const closed = trades.filter((trade) => !trade.isOpenAtEnd);
    const { years } = await user.call('reports.tax', { backtestId });
    expect(years.length).toBeGreaterThan(0);
    let [disposals, net, deductible, stt] = [0, 0, 0, 0];
    for (const financialYear of years) {
      const report = await user.call('reports.tax', { backtestId, financialYear });
      expect(report.source).toBe('simulated');
      for (const bucket of report.buckets) {
        disposals += bucket.disposals;
        net += bucket.net;
        deductible += bucket.deductible;
        stt += bucket.stt;
      }
      const lines = report.csv.split('\r\n');
      expect(lines[0]).toContain('Financial year,Class,Symbol');
      expect(lines.filter((line) => line.startsWith(financialYear)).length).toBeGreaterThan(4);
    }
    expect(disposals).toBeGreaterThanOrEqual(closed.length);
    const gross = closed.reduce((sum, trade) => sum + trade.gross, 0);
    const charges = closed.reduce((sum, trade) => sum + trade.charges, 0);
    expect(net + deductible).toBe(gross);
    // Each line rounds its own charges once.
    expect(Math.abs(deductible + stt - charges)).toBeLessThanOrEqual(disposals + closed.length);
  });

  it('of somebody else’s backtest is not there', async () => {
    const user = await server.register('foreign');
    await expect(user.call('reports.tax', { backtestId: 1 })).rejects.toThrow(/backtest/);
  });

  it('of nothing at all is a report of the current year without a line', async () => {
    const user = await server.register('nothing');
    const report = await user.call('reports.tax', { mode: 'live' });
    expect(report.years).toEqual([]);
    expect(report.buckets.every(({ disposals }) => disposals === 0)).toBe(true);
    expect(report.capitalGains).toEqual({ shortTerm: 0, longTerm: 0, exemption: 0, tax: 0 });
  });

  it('of an order that filled at several prices has the gross result of the trade history', async () => {
    const user = await server.register('averagetax');
    const { id: userId } = await user.call('profile.mine', {});
    const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
    const [bought, sold] = [100 * 400_00 + 200 * 400_01, 300 * 410_00];
    await server.backend.parts.database.write(userId, (tx) =>
      bookTrades(tx, [
        {
          ...{ user_id: userId, strategy_id: strategyId, position_id: null, symbol: 'ITC', mode: 'live' },
          ...{ source: 'broker', run_id: 0, side: 'long', product: 'delivery', quantity: 300 },
          ...{ entry_at: Date.parse('2025-04-10T10:00:00+05:30'), entry_price: Math.round(bought / 300) },
          ...{ exit_at: Date.parse('2025-06-10T11:00:00+05:30'), exit_price: 410_00, entry_reason: '' },
          ...{ exit_reason: '', gross: sold - bought, charges: 0, net: sold - bought },
          charge_items_json: JSON.stringify(NO_CHARGES),
        },
      ]),
    );
    const { live_tradehistory: trades } = await user.call('positions.trades', { isTest: 0 });
    const { lots } = await user.call('reports.tax', { mode: 'live' });
    expect(lots.map(({ gain }) => gain)).toEqual(trades?.map(({ gross }) => gross));
  });

  it('of test trades says which source it is of', async () => {
    const user = await server.register('testtax');
    expect((await user.call('reports.tax', { mode: 'test' })).source).toBe('simulated');
  });
});

describe('the tax report with an imported tradebook', () => {
  const bring = (user: TestUser, name: string, text: string) =>
    user.call('tradebook.import', { files: [{ name, text }] });
  const taxOf = (user: TestUser, more: object = {}) =>
    user.call('reports.tax', { mode: 'live', withTradebook: true, ...more });
  const netOf = ({ buckets }: Awaited<ReturnType<typeof taxOf>>) =>
    Object.fromEntries(
      buckets.filter(({ disposals }) => disposals > 0).map(({ taxClass, net }) => [taxClass, net]),
    );

  it('counts it only when asked, lot by lot, within each account, with losses carried', async () => {
    const user = await server.register('booktax');
    await bring(
      user,
      'angel.csv',
      angelFile(
        angelRow('ITC LTD', 'Buy', '2024-04-10', 10, 400),
        angelRow('ITC LTD', 'Sell', '2025-01-10', 10, 300, { brokerage: 20, stt: 3 }),
        angelRow('ITC LTD', 'Buy', '2025-04-10', 10, 300),
        angelRow('ITC LTD', 'Sell', '2025-06-10', 4, 500, { brokerage: 20, stt: 2 }),
      ),
    );
    await bring(user, 'zerodha.csv', consoleFile(consoleRow('ITC', 'buy', '2023-01-02', 100, 100)));
    expect((await user.call('reports.tax', { mode: 'live' })).years).toEqual([]);
    const report = await taxOf(user);
    expect(report.years).toEqual(['2025-26', '2024-25']);
    expect(report.tradebook).toEqual({ fills: 5, own: 0 });
    expect(report.lots).toMatchObject([
      {
        number: 1,
        symbol: 'ITC',
        quantity: 4,
        boughtOn: '2025-04-10',
        soldOn: '2025-06-10',
        cost: 1_200_00,
        proceeds: 2_000_00,
        deductible: 20_00,
        stt: 2_00,
        gain: 780_00,
      },
    ]);
    expect(netOf(report)).toEqual({ 'short-term': 780_00 });
    // ₹1,020 were lost the year before: they meet this year's gain, and ₹240 are left for seven more years.
    expect(report.losses).toEqual([
      {
        label: 'Short-term capital gain',
        financialYear: '2024-25',
        amount: 1_020_00,
        used: 780_00,
        left: 240_00,
        lastYear: '2032-33',
      },
    ]);
    expect(report.capitalGains).toMatchObject({ shortTerm: 0, tax: 0 });
    expect(report.csv).toContain('Loss of 2024-25: Short-term capital gain; usable until 2032-33');
    expect(report.notes.join(' ')).toContain('Zerodha’s tradebook tells no charges');
    expect(await taxOf(user, { financialYear: '2024-25' })).toMatchObject({
      lots: [{ gain: -1_020_00 }],
      losses: [{ amount: 1_020_00, used: 0, left: 1_020_00 }],
    });
  });

  it('counts futures and options as business, by the contract, whatever the broker names it', async () => {
    const user = await server.register('bookfno');
    const of = (segment: string, clock = '10:00:00') => ({ segment, clock });
    await bring(
      user,
      'zerodha.csv',
      consoleFile(
        // Sold first; bought back 30 rupees dearer.
        consoleRow('NIFTY26JAN24500CE', 'sell', '2026-01-05', 65, 100, of('FO')),
        consoleRow('NIFTY26JAN24500CE', 'buy', '2026-01-06', 65, 130, of('FO')),
        consoleRow('ITC26JANFUT', 'buy', '2026-01-05', 1_600, 400, of('FO')),
        consoleRow('ITC26JANFUT', 'sell', '2026-01-06', 1_600, 410, of('FO')),
        // Never closed.
        consoleRow('NIFTY26JAN25000CE', 'buy', '2026-01-05', 130, 10, of('FO')),
      ),
    );
    const report = await taxOf(user, { financialYear: '2025-26' });
    const business = report.buckets.find(({ taxClass }) => taxClass === 'futures-options');
    expect(report.buckets.filter(({ disposals }) => disposals > 0)).toEqual([business]);
    expect(report.lots.map(({ symbol, cost, proceeds }) => [symbol, cost, proceeds])).toEqual([
      ['NIFTY 2026-01-27 24500 CE', 8_450_00, 6_500_00],
      ['ITC 2026-01-27 FUT', 6_40_000_00, 6_56_000_00],
    ]);
    const gains = report.lots.map(({ gain }) => gain);
    // Of a gain and a loss the turnover is the sum, without their signs.
    expect(business?.turnover).toBe(gains.reduce((sum, gain) => sum + Math.abs(gain), 0));
    expect(business?.net).toBe(gains.reduce((sum, gain) => sum + gain, 0));
    expect(business?.stt).toBeGreaterThan(0);
    expect(report.capitalGains).toMatchObject({ shortTerm: 0, longTerm: 0 });
    expect(report.notes).toContain(
      'These contracts expired without a closing row: NIFTY 2026-01-27 25000 CE (130).',
    );
  });

  it('takes its lots through the split and the bonus of the imported list', async () => {
    const user = await server.register('actiontax');
    await bring(
      user,
      'angel.csv',
      angelFile(
        angelRow('ITC LTD', 'Buy', '2023-04-10', 10, 1_000),
        angelRow('ITC LTD', 'Sell', '2025-06-10', 60, 150),
        angelRow('ITC LTD', 'Sell', '2025-06-11', 40, 150),
      ),
    );
    const before = await taxOf(user);
    expect(before.notes.join(' ')).toContain('import the list of corporate actions');
    expect(before.notes.join(' ')).toContain('50 ITC sold on 10-06-2025 have no known purchase');
    const list = [
      'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE',
      'ITC,EQ,Face Value Split From Rs 10 To Rs 2,10,02-Oct-2023',
      'ITC,EQ,Bonus 1:1,2,02-Sep-2024',
    ].join('\n');
    await user.call('market.import', { files: [{ name: 'CF-CA.csv', text: list }] });
    const report = await taxOf(user);
    expect(report.lots).toMatchObject([
      { quantity: 50, boughtOn: '2023-04-10', cost: 10_000_00, label: 'Long-term capital gain' },
      { quantity: 10, boughtOn: '2024-09-02', cost: 0, proceeds: 1_500_00, label: 'Short-term capital gain' },
      { quantity: 40, boughtOn: '2024-09-02', cost: 0, proceeds: 6_000_00, label: 'Short-term capital gain' },
    ]);
    expect(report.notes.join(' ')).toContain(
      'are applied to imported lots of ITC: bonus shares cost nothing',
    );
    expect(report.notes.join(' ')).not.toContain('no known purchase');
  });

  it('matches lots with sales under another symbol of the same share', async () => {
    const user = await server.register('renamedtax');
    const rows = [
      consoleRow('ZOMATO', 'buy', '2024-04-10', 10, 150),
      consoleRow('ETERNAL', 'sell', '2025-06-10', 10, 250),
    ];
    await bring(user, 'zerodha.csv', consoleFile(...rows));
    const before = await taxOf(user, { financialYear: '2025-26' });
    expect(before.notes.join(' ')).toContain('have no known purchase');
    const list =
      'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM\nEternal,ZOMATO,ETERNAL,09-APR-2025';
    await user.call('market.import', { files: [{ name: 'symbolchange.csv', text: list }] });
    const report = await taxOf(user);
    expect(report.lots).toMatchObject([
      { symbol: 'ETERNAL', quantity: 10, boughtOn: '2024-04-10', cost: 1_500_00, proceeds: 2_500_00 },
    ]);
    expect(report.notes).toContain('Imported lots of ZOMATO are those of ETERNAL, its symbol of now.');
    expect(report.notes.join(' ')).not.toContain('no known purchase');
  });

  it.each([
    ['with trade ids', { tradeId: '1', orderId: '7' }],
    ['without', { tradeId: '', orderId: '' }],
  ])('counts a trade once that files name by both symbols of its share, %s', async (how, ids) => {
    const user = await server.register(`twice-named-${how.replaceAll(' ', '-')}`);
    // The broker gives its old trades the present symbol, in a file of a later day.
    const bought = (symbol: string, quantity = 10) =>
      consoleRow(symbol, 'buy', '2024-04-10', quantity, 150, ids);
    const sold = consoleRow('ETERNAL', 'sell', '2025-06-10', 10, 250);
    await bring(user, 'before.csv', consoleFile(bought('ZOMATO')));
    await bring(user, 'after.csv', consoleFile(bought('ETERNAL'), sold));
    const list = 'OLD SYMBOL,NEW SYMBOL,FROM\nZOMATO,ETERNAL,2025-04-09';
    await user.call('market.import', { files: [{ name: 'symbolchange.csv', text: list }] });
    const later = consoleRow('ETERNAL', 'sell', '2025-07-10', 10, 250);
    await bring(user, 'later.csv', consoleFile(later));
    const { lots, notes } = await taxOf(user);
    expect(lots.map(({ quantity, cost }) => [quantity, cost])).toEqual([[10, 1_500_00]]);
    expect(notes.join(' ')).toContain('have no known purchase');
  });

  it('sells by hand under the present symbol what this program bought under the earlier one', async () => {
    const user = await server.register('renamedown');
    const { id: userId } = await user.call('profile.mine', {});
    const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
    const at = Date.parse('2024-04-10T10:00:00+05:30');
    await writeForAll(server.backend.parts.database, async (tx) => {
      const owner = { user_id: userId, strategy_id: strategyId, symbol: 'ZOMATO', run_id: 0 };
      const held = { quantity: 10, entry_quantity: 10, entry_value: 1_500_00, opened_at: at };
      await tx.query
        .insertInto('positions')
        .values(openPosition({ ...owner, ...held, mode: 'live', source: 'broker' }))
        .execute();
    });
    await bring(user, 'angel.csv', angelFile(angelRow('ETERNAL', 'Sell', '2025-07-10', 10, 250)));
    const list = 'OLD SYMBOL,NEW SYMBOL,FROM\nZOMATO,ETERNAL,2025-04-09';
    await user.call('market.import', { files: [{ name: 'symbolchange.csv', text: list }] });
    expect((await taxOf(user)).lots).toMatchObject([
      { symbol: 'ETERNAL', quantity: 10, boughtOn: '2024-04-10', cost: 1_500_00, proceeds: 2_500_00 },
    ]);
  });

  it('counts a fill that this program placed itself once, by its order number or by its figures', async () => {
    const user = await server.register('owntax');
    const { id: userId } = await user.call('profile.mine', {});
    const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
    const buy = Date.parse('2025-04-10T10:00:00+05:30');
    const sell = Date.parse('2025-06-10T11:00:00+05:30');
    await writeForAll(server.backend.parts.database, async (tx) => {
      for (const [index, { side, at, price, brokerId }] of [
        { side: 'buy' as const, at: buy, price: 300_00, brokerId: '2510' },
        { side: 'sell' as const, at: sell, price: 400_00, brokerId: 'another numbering' },
      ].entries()) {
        const { id } = await tx.query
          .insertInto('orders')
          .values({
            user_id: userId,
            strategy_id: strategyId,
            position_id: null,
            symbol: 'ITC',
            mode: 'live',
            source: 'broker',
            run_id: 0,
            broker_id: 2,
            side,
            slot: 'entry',
            purpose: 'entry',
            quantity: 10,
            filled_quantity: 10,
            filled_value: 10 * price,
            state: 'filled',
            reason: '',
            intent_key: `own tax ${index}`,
            atr_json: null,
            placed_at: at,
            updated_at: at,
            tag: null,
            broker_order_id: brokerId,
            instrument_json: null,
            broker_product: null,
            price,
            trigger_price: null,
            sent_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await tx.query.insertInto('fills').values({ order_id: id, quantity: 10, price, at }).execute();
      }
      await bookTrades(tx, [
        {
          user_id: userId,
          strategy_id: strategyId,
          position_id: null,
          symbol: 'ITC',
          mode: 'live',
          source: 'broker',
          run_id: 0,
          side: 'long',
          product: 'delivery',
          quantity: 10,
          entry_at: buy,
          entry_price: 300_00,
          entry_reason: '',
          exit_at: sell,
          exit_price: 400_00,
          exit_reason: '',
          gross: 1_000_00,
          charges: 0,
          charge_items_json: JSON.stringify({
            brokerage: 0,
            stt: 0,
            exchange: 0,
            ipft: 0,
            sebi: 0,
            stamp: 0,
            gst: 0,
            dp: 0,
          }),
          net: 1_000_00,
        },
      ]);
    });
    await bring(
      user,
      'angel.csv',
      angelFile(
        angelRow('ITC LTD', 'Buy', '2025-04-10', 10, 300, { orderId: 2510 }),
        angelRow('ITC LTD', 'Sell', '2025-06-10', 10, 400),
        angelRow('ITC LTD', 'Buy', '2025-04-10', 10, 300, { tradeId: 'mine', orderId: 'by hand' }),
      ),
    );
    const report = await taxOf(user);
    expect(report.tradebook).toEqual({ fills: 1, own: 2 });
    expect(netOf(report)).toEqual({ 'short-term': 1_000_00 });
    expect(report.notes.join(' ')).toContain('2 imported fills are among your live trades here already');
  });

  it('sells what was bought first, also while this program still holds it', async () => {
    const user = await server.register('fifotax');
    const { id: userId } = await user.call('profile.mine', {});
    const { strategyId } = await user.call('strategies.clone', { strategyId: 1 });
    const at = Date.parse('2025-04-10T10:00:00+05:30');
    // A live purchase of ours, whose position is open.
    await writeForAll(server.backend.parts.database, async (tx) => {
      const { id } = await tx.query
        .insertInto('orders')
        .values({
          ...{ user_id: userId, strategy_id: strategyId, position_id: null, symbol: 'ITC', mode: 'live' },
          ...{ source: 'broker', run_id: 0, broker_id: 2, side: 'buy', slot: 'entry', purpose: 'entry' },
          ...{ quantity: 10, filled_quantity: 10, filled_value: 3_000_00, state: 'filled', reason: '' },
          ...{ intent_key: 'fifo tax', atr_json: null, placed_at: at, updated_at: at, tag: null },
          ...{ broker_order_id: '2511', instrument_json: null, broker_product: null, price: 300_00 },
          ...{ trigger_price: null, sent_at: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.query.insertInto('fills').values({ order_id: id, quantity: 10, price: 300_00, at }).execute();
      const owner = { user_id: userId, strategy_id: strategyId, symbol: 'ITC', run_id: 0 };
      const held = { quantity: 10, entry_quantity: 10, entry_value: 3_000_00, opened_at: at };
      await tx.query
        .insertInto('positions')
        .values(openPosition({ ...owner, ...held, mode: 'live', source: 'broker' }))
        .execute();
    });
    await bring(
      user,
      'angel.csv',
      angelFile(
        angelRow('ITC LTD', 'Buy', '2025-04-10', 10, 300, { orderId: 2511 }),
        angelRow('ITC LTD', 'Buy', '2025-06-02', 10, 400),
        angelRow('ITC LTD', 'Sell', '2025-07-10', 10, 500),
      ),
    );
    // One demat account: what was sold by hand is what was bought first.
    expect(netOf(await taxOf(user))).toEqual({ 'short-term': 2_000_00 });
  });

  it('keeps orders of two days apart that the exchange gave the same number', async () => {
    const user = await server.register('numbertax');
    await bring(
      user,
      'angel.csv',
      angelFile(
        angelRow('ITC LTD', 'Buy', '2025-03-20', 10, 100, { orderId: 27 }),
        angelRow('ITC LTD', 'Sell', '2025-03-21', 10, 150, { orderId: 31 }),
        angelRow('ITC LTD', 'Buy', '2025-04-10', 10, 200, { orderId: 27 }),
        angelRow('ITC LTD', 'Sell', '2025-04-11', 10, 250, { orderId: 32 }),
      ),
    );
    expect(netOf(await taxOf(user, { financialYear: '2024-25' }))).toEqual({ 'short-term': 500_00 });
    expect(netOf(await taxOf(user, { financialYear: '2025-26' }))).toEqual({ 'short-term': 500_00 });
  });

  it('can be read in the window, whatever a file says of one fill', async () => {
    const user = await server.register('hugetax');
    await bring(
      user,
      'zerodha.csv',
      consoleFile(
        consoleRow('ITC', 'buy', '2025-04-10', 9_000_000_000_000_000, 90_000_000_000),
        consoleRow('ITC', 'sell', '2025-06-10', 9_000_000_000_000_000, 80_000_000_000),
        consoleRow('SBIN', 'buy', '2025-04-10', 10, 700),
        consoleRow('SBIN', 'sell', '2025-06-10', 10, 800),
      ),
    );
    // What the window reads an answer by.
    const answer = await taxOf(user, { financialYear: '2025-26' });
    expect(contract.reports.tax.output.safeParse(answer).success).toBe(true);
    expect(netOf(answer)).toEqual({ 'short-term': expect.closeTo(1_000_00, -3) as number });
  });

  it('never adds it to test trades', async () => {
    const user = await server.register('mixtax');
    const { status, body } = await user.ask('reports.tax', { mode: 'test', withTradebook: true });
    expect([status, body.fields]).toEqual([400, { withTradebook: 'is for live trades only' }]);
  });
});
