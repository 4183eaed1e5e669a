import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../tests/support/rule-samples.ts';
import { consoleFile, consoleRow } from '../../tests/support/tradebook-files.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istMidnight } from '../shared/time.ts';
import { QUOTAS } from './quotas.ts';
import { writeForAll } from '../../tests/support/write-for-all.ts';

let server: TestBackend;
let names = 0;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

/** A user with a strategy and the given number of copies. All are in the given state. */
const withStrategies = async (
  copies: number,
  status: 1 | 2,
): Promise<{ user: TestUser; strategyId: number }> => {
  const user = await server.register(`quota${names++}`);
  const { strategyId } = await user.call('strategies.add', {
    url: 'add',
    name: 'First',
    document: RSI_RULES,
  });
  const { database } = server.backend.parts;
  await writeForAll(database, async ({ query }) => {
    const row = await query
      .selectFrom('strategies')
      .selectAll()
      .where('id', '=', strategyId!)
      .executeTakeFirstOrThrow();
    for (let copy = 0; copy < copies; copy++)
      await query
        .insertInto('strategies')
        .values({ ...row, id: undefined, name: `Copy ${copy}`, status, created_at: 0 })
        .execute();
  });
  return { user, strategyId: strategyId! };
};
const answerOf = async (asked: Promise<{ status: number; body: { message: string } }>) => {
  const { status, body } = await asked;
  return [status, body.message] as const;
};
const strategiesOf = async (user: TestUser) =>
  (await user.call('strategies.mine', { strategyStatus: 0, pageType: 'All' })).total;

describe('an account', () => {
  it('has no more strategies than its quota, neither added nor cloned; a removed one makes room', async () => {
    const { user, strategyId } = await withStrategies(QUOTAS.strategies - 1, 2);
    const full = [422, expect.stringMatching(/500 strategies at most\. Remove some/)];
    const add = { url: 'add', name: 'One more', document: RSI_RULES } as const;
    expect(await answerOf(user.ask('strategies.add', add))).toEqual(full);
    expect(await answerOf(user.ask('strategies.clone', { strategyId }))).toEqual(full);
    expect(await strategiesOf(user)).toBe(QUOTAS.strategies);
    await user.call('strategies.add', { url: 'remove', strategyId });
    expect((await user.ask('strategies.add', add)).status).toBe(200);
  });

  it('adds no more strategies in a day than its quota, removed ones counted', async () => {
    const { user } = await withStrategies(0, 2);
    const { id: userId } = await user.call('profile.mine', {});
    const { database } = server.backend.parts;
    await database.write(userId, async ({ query }) => {
      const row = await query
        .selectFrom('strategies')
        .selectAll()
        .where('owner_id', '=', userId)
        .executeTakeFirstOrThrow();
      for (let copy = 2; copy < QUOTAS.strategiesADay; copy++)
        await query
          .insertInto('strategies')
          .values({ ...row, id: undefined, name: `Removed ${copy}`, removed_at: row.created_at })
          .execute();
    });
    const add = (name: string) =>
      answerOf(user.ask('strategies.add', { url: 'add', name, document: RSI_RULES }));
    expect((await add('The last'))[0]).toBe(200);
    expect(await add('One more')).toEqual([
      422,
      expect.stringMatching(/300 strategies in a day\. Add this one tomorrow/),
    ]);
  });

  it('waits for no more payments at once than its quota', async () => {
    const user = await server.register(`quota${names++}`);
    const add = async () =>
      (await answerOf(user.ask('wallet.add', { amount: 500_00, upiId: 'asha@upi' }))) as [number, string];
    for (let payment = 0; payment < QUOTAS.waitingPayments; payment++) expect((await add())[0]).toBe(200);
    expect(await add()).toEqual([422, expect.stringMatching(/20 payments that wait at most\. Pay one/)]);
  });

  it('runs no more strategies at once than its quota, and the one that was refused stays stopped', async () => {
    const { user, strategyId } = await withStrategies(QUOTAS.runningStrategies, 1);
    expect(await answerOf(user.ask('strategies.start', { strategyId }))).toEqual([
      422,
      expect.stringMatching(/50 running strategies at most\. Stop one first/),
    ]);
    const row = await server.backend.parts.database.read
      .selectFrom('strategies')
      .select('status')
      .where('id', '=', strategyId)
      .executeTakeFirstOrThrow();
    expect([row.status, server.backend.parts.marketRuns.simulated.runner.isRunning(strategyId)]).toEqual([
      2,
      false,
    ]);
  });

  it('counts strategies that wait for their owner and run on afterwards', async () => {
    const { user, strategyId } = await withStrategies(QUOTAS.runningStrategies, 1);
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ status: 4, status_before: 1 })
        .where('name', 'like', 'Copy %')
        .where('status', '=', 1)
        .execute(),
    );
    expect(await answerOf(user.ask('strategies.start', { strategyId }))).toEqual([
      422,
      expect.stringMatching(/50 running strategies at most\. Stop one first/),
    ]);
  });

  it('has no more own baskets than its quota; one that was closed makes room', async () => {
    const { user, strategyId } = await withStrategies(0, 2);
    const { id: userId } = await user.call('profile.mine', {});
    const { database } = server.backend.parts;
    const definition = {
      owner_id: userId,
      summary: '',
      rebalance: 'quarterly',
      is_public: 0,
      created_at: 0,
    } as const;
    await writeForAll(database, async ({ query }) => {
      for (let basket = 1; basket < QUOTAS.ownBaskets; basket++)
        await query
          .insertInto('basket_definitions')
          .values({ ...definition, name: `Basket ${basket}` })
          .execute();
    });
    const halves = ['ITC', 'SBIN'].map((instrument) => ({ instrument, weight: 50 }));
    const add = (name: string) => answerOf(user.ask('baskets.add', { name, constituents: halves }));
    const full = [422, expect.stringMatching(/200 own baskets that are not closed at most\. Close one/)];
    expect((await add('The last'))[0]).toBe(200);
    expect(await add('One more')).toEqual(full);
    const own = () =>
      database.read.selectFrom('basket_definitions').select('id').where('owner_id', '=', userId).execute();
    const baskets = await own();
    expect(baskets).toHaveLength(QUOTAS.ownBaskets);
    await database.write(userId, ({ query }) =>
      query
        .insertInto('basket_holdings')
        .values({
          user_id: userId,
          definition_id: baskets[0]!.id,
          strategy_id: strategyId,
          mode: 'test',
          source: 'simulated',
          run_id: 1,
          opened_at: 0,
          closing_at: null,
          closed_at: null,
          next_rebalance: null,
          told_rebalance: null,
        })
        .execute(),
    );
    expect(await add('One more')).toEqual(full);
    await database.write(userId, ({ query }) =>
      query.updateTable('basket_holdings').set({ closed_at: 1 }).where('user_id', '=', userId).execute(),
    );
    expect((await add('One more'))[0]).toBe(200);
    expect(await add('And another')).toEqual(full);
  });

  it('waits for no more backtests at once than its quota, and the refused one is not there', async () => {
    const { user, strategyId } = await withStrategies(0, 2);
    const { database, marketRuns } = server.backend.parts;
    const today = istMidnight(marketRuns.simulated.session.now);
    const days = { from_date: istDate(today - 8 * DAY_MS), to_date: istDate(today - DAY_MS) };
    const runs = () =>
      database.read
        .selectFrom('backtest_runs')
        .select(['state'])
        .where('strategy_id', '=', strategyId)
        .execute();
    const start = () => answerOf(user.ask('backtests.start', { strategyId, ...days, capital: 1_00_000_00 }));
    expect((await start())[0]).toBe(200);
    await expect.poll(async () => (await runs())[0]?.state, { timeout: 20_000 }).toBe('done');
    await writeForAll(database, async ({ query }) => {
      const row = await query
        .selectFrom('backtest_runs')
        .selectAll()
        .where('strategy_id', '=', strategyId)
        .executeTakeFirstOrThrow();
      for (let run = 0; run < QUOTAS.waitingBacktests; run++)
        await query
          .insertInto('backtest_runs')
          .values({ ...row, id: undefined, state: 'queued', credits: 0, finished_at: null })
          .execute();
    });
    expect(await start()).toEqual([
      422,
      expect.stringMatching(/100 waiting backtests at most\. Wait until some are done/),
    ]);
    expect((await runs()).length).toBe(QUOTAS.waitingBacktests + 1);
    await writeForAll(database, ({ query }) =>
      query.updateTable('backtest_runs').set({ state: 'cancelled' }).where('state', '=', 'queued').execute(),
    );
  });

  it('attaches no more bytes than its quota, and a ticket without a file is taken all the same', async () => {
    const user = await server.register(`quota${names++}`);
    const { database } = server.backend.parts;
    const file = { name: 'a.txt', type: 'text/plain', base64: Buffer.from('ab').toString('base64') } as const;
    const ticket = { subject: 'With a file', category: 'other', body: 'Look.' } as const;
    const { ticket_list } = await user.call('tickets.add', { ...ticket, attachment: file });
    const { messages } = await user.call('tickets.details', { ticketId: ticket_list[0]!.ticketId });
    const attachmentId = messages[0]!.attachments[0]!.attachmentId;
    const already = (bytes: number) =>
      writeForAll(database, ({ query }) =>
        query.updateTable('attachments').set({ bytes }).where('id', '=', attachmentId).execute(),
      );
    await already(QUOTAS.attachedBytes - 2);
    expect((await answerOf(user.ask('tickets.add', { ...ticket, attachment: file })))[0]).toBe(200);
    expect(await answerOf(user.ask('tickets.add', { ...ticket, attachment: file }))).toEqual([
      422,
      expect.stringMatching(/200 MB of attachments at most\. Send this one without a file/),
    ]);
    expect((await user.call('tickets.list', { state: 'open' })).ticket_list).toHaveLength(2);
    expect((await answerOf(user.ask('tickets.add', ticket)))[0]).toBe(200);
  });

  it('imports no more candles than its quota, and keeps nothing of an import that is too much', async () => {
    const user = await server.register(`quota${names++}`);
    const { id: userId } = await user.call('profile.mine', {});
    const { database } = server.backend.parts;
    const bring = (name: string, ...daysOfMonth: number[]) => {
      const rows = daysOfMonth.map((day) => `2024-01-0${day} 00:00:00+05:30,10,11,9,10,5,0`);
      const text = ['timestamp,open,high,low,close,volume,oi', ...rows, ''].join('\n');
      return answerOf(user.ask('market.import', { files: [{ name: `${name}.csv`, text }] }));
    };
    const chunks = () =>
      database.read
        .selectFrom('candle_chunks')
        .select(['symbol', 'bars'])
        .where('owner_id', '=', userId)
        .orderBy('symbol')
        .execute();
    expect((await bring('ITC', 2))[0]).toBe(200);
    await database.write(userId, ({ query }) =>
      query
        .updateTable('candle_chunks')
        .set({ bars: QUOTAS.importedBars - 1 })
        .where('owner_id', '=', userId)
        .execute(),
    );
    const before = await chunks();
    expect(await bring('SBIN', 2, 3)).toEqual([
      422,
      expect.stringMatching(/2,00,00,000 imported candles at most\. Nothing of this import is kept/),
    ]);
    expect(await chunks()).toEqual(before);
    expect((await bring('SBIN', 2))[0]).toBe(200);
  });

  it('keeps no more tradebook rows than its quota, not one of an import that is too much', async () => {
    const user = await server.register('tradebooks');
    const { id: userId } = await user.call('profile.mine', {});
    const bring = (...tradeIds: number[]) => {
      const rows = tradeIds.map((tradeId) => consoleRow('ITC', 'buy', '2025-04-01', 1, 400, { tradeId }));
      const files = rows.map((row, index) => ({ name: `${index}.csv`, text: consoleFile(row) }));
      return answerOf(user.ask('tradebook.import', { files }));
    };
    const { database } = server.backend.parts;
    await database.write(userId, ({ query }) =>
      query
        .insertInto('tradebook_files')
        .values({
          user_id: userId,
          name: 'much.csv',
          broker: 'zerodha',
          rows_read: QUOTAS.tradebookRows - 1,
          rows_kept: QUOTAS.tradebookRows - 1,
          rows_repeated: 0,
          rows_refused: 0,
          imported_at: 0,
        })
        .execute(),
    );
    const full = [
      422,
      expect.stringMatching(/2,50,000 imported tradebook rows at most\. Nothing of this import is kept/),
    ];
    expect(await bring(1, 2)).toEqual(full);
    expect((await user.call('tradebook.list', {})).total).toBe(0);
    expect(await bring(1)).toEqual([200, '1 of 1 rows are kept.']);
    expect(await bring(2)).toEqual(full);
    expect(await bring(1)).toEqual([200, '0 of 1 rows are kept.']);
    const { files } = await user.call('tradebook.list', {});
    await user.call('tradebook.remove', { fileId: files[0]!.fileId });
    expect((await bring(2))[0]).toBe(200);
  });

  it('has no more streams open than its quota, and may open another when one is closed', async () => {
    const user = await server.register('streams');
    const open = async () => {
      const stop = new AbortController();
      const { status } = await fetch(`${server.url}/stream`, {
        headers: { authorization: `Bearer ${user.accessToken}` },
        signal: stop.signal,
      });
      return { status, stop };
    };
    const streams = await Promise.all(Array.from({ length: QUOTAS.streams }, open));
    expect((await open()).status).toBe(429);
    streams[0]?.stop.abort();
    await expect.poll(async () => (await open()).status).toBe(200);
    for (const { stop } of streams) stop.abort();
  });
});
