import { NO_CHARGES } from '../../src/engine/charges/charges.ts';
import { addDifference, addGttSample } from '../support/live-sample.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallId } from '../../src/shared/contract/index.ts';
import { callIds, fieldPaths, goodInput } from '../support/contract-fields.ts';
import { addMoneySample } from '../support/money-sample.ts';
import { addPeopleSample } from '../support/people-sample.ts';
import { crossingRules, publishNew } from '../support/published.ts';
import { buyAndHold, RSI_RULES } from '../support/rule-samples.ts';
import { consoleFile, consoleRow } from '../support/tradebook-files.ts';
import { bookTrades } from '../../src/backend/trading/kept-results.ts';
import { until } from '../support/until.ts';
import { endpointOf, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { openPosition } from '../support/written-position.ts';

/** Names of things that belong to nobody: catalogues, kinds, and the public name of who publishes strategies. */
const NOBODYS = [
  'brokerId',
  'brokerOrderId',
  'planId',
  'packageId',
  'upiId',
  'wallet_id',
  'categoryId',
  'authorId',
];
const isIdOf = (name: string): boolean => /^id$|Id$|_id$|^reference$/.test(name) && !NOBODYS.includes(name);

/** Stands in everything that the owner has and that is listed somewhere. */
const MARK = 'Seen by its owner only';

/** A thing that nobody has. */
const NONE: Readonly<Record<string, unknown>> = {
  requestId: 'never-asked-for',
  reference: 'TD0000000000NONE',
};
const NO_ID = 999_999_999;

/**
 * Statuses of calls that differ from the usual for foreign ids. A stranger's id only narrows a list there, or the
 * answer must not differ from one for an id that is spent.
 */
const OTHER_ANSWERS: Partial<Record<CallId, number>> = {
  'alerts.list': 200,
  'alertRules.log': 200,
  // What it names is looked up first; a foreign list with known symbols is in the tests of the module.
  'watchlists.add': 400,
  // Whether it is a picture is looked at first; a foreign trade with one is in the tests of the module.
  'journal.keepPicture': 400,
  'authors.changes': 200,
  'logs.activity': 200,
  'logs.trading': 200,
  'positions.open': 200,
  'tradebook.list': 200,
  'positions.trades': 200,
  'positions.structures': 200,
  'positions.orders': 200,
  'profile.validateAadhaarOtp': 200,
};

const NEVER_MS = 10 * 60_000;

let server: TestBackend;
let owner: TestUser;
let stranger: TestUser;
let foreign: Readonly<Record<string, unknown>> = {};

const cases = callIds.flatMap((id) => {
  const { params, query, body } = endpointOf(id);
  return (
    [params, query, body]
      .flatMap((schema) => fieldPaths(schema))
      // What a document's reference is made of is the user's own word.
      .filter((path) => id !== 'profile.updateKyc' && path.length === 1 && isIdOf(String(path[0])))
      .map(([field]) => [id, String(field)] as const)
  );
});

/** A fetch of history, written down without a broker. */
const addFetch = async (userId: number): Promise<number> => {
  const { id } = await server.backend.parts.database.write(userId, (tx) =>
    tx.query
      .insertInto('history_fetches')
      .values({
        ...{ user_id: userId, symbol: 'ITC', timeframe: '1m', from_day: '2025-11-21', to_day: '2026-11-20' },
        ...{ on_difference: 'keep', state: 'paused', message: MARK, next_month: '2026-11' },
        ...{ months_done: 0, bars_kept: 0, bars_replaced: 0, bars_set_aside: 0, months_differing: 0 },
        ...{ created_at: 0, finished_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
};

/** An alert rule that is paused, and a firing of it. */
const addRule = (userId: number): Promise<number> =>
  server.backend.parts.database.write(userId, async ({ query }) => {
    const { id } = await query
      .insertInto('alert_rules')
      .values({
        ...{ user_id: userId, mode: 'test', symbol: 'ITC', repeat: 'once', timeframe: null, until_day: null },
        condition_json: JSON.stringify({ kind: 'price', symbol: 'ITC', when: 'above', price: 99_999_00 }),
        ...{ note: MARK, channels_json: '[]', is_urgent: 0, language: 'en', state: 'paused', reason: '' },
        ...{ direction: null, state_at: 0, last_bar: null, fired: 1, last_fired_at: 0 },
        ...{ created_at: 0, updated_at: 0 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await query
      .insertInto('alert_firings')
      .values({
        ...{ user_id: userId, rule_id: id, mode: 'test', occasion: 'tick 0', at: 0, written_at: 0 },
        ...{ title: MARK, body: '' },
      })
      .execute();
    return id;
  });

/** A position and an order of it, written down without a market. */
const addTrade = (userId: number, strategyId: number): Promise<{ positionId: number; orderId: number }> =>
  server.backend.parts.database.write(userId, async (tx) => {
    const traded = {
      user_id: userId,
      strategy_id: strategyId,
      symbol: 'ITC',
      mode: 'test',
      source: 'simulated',
      run_id: 1,
    } as const;
    const { id: positionId } = await tx.query
      .insertInto('positions')
      .values(openPosition(traded))
      .returning('id')
      .executeTakeFirstOrThrow();
    await bookTrades(tx, [
      {
        ...traded,
        position_id: positionId,
        side: 'long',
        product: 'delivery',
        quantity: 1,
        entry_at: Date.now(),
        entry_price: 100_00,
        entry_reason: 'written by a test',
        exit_at: Date.now(),
        exit_price: 177_00,
        exit_reason: 'written by a test',
        gross: 77_00,
        charges: 0,
        charge_items_json: JSON.stringify(NO_CHARGES),
        structure_day: '2026-11-20',
        net: 77_00,
      },
    ]);
    const { id: orderId } = await tx.query
      .insertInto('orders')
      .values({
        ...traded,
        position_id: positionId,
        broker_id: 1,
        side: 'buy',
        slot: 'entry',
        purpose: 'entry',
        quantity: 1,
        filled_quantity: 0,
        filled_value: 0,
        state: 'open',
        reason: 'written by a test',
        intent_key: 'written by a test',
        atr_json: null,
        placed_at: 0,
        updated_at: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { positionId, orderId };
  });

beforeAll(async () => {
  // A payment that confirms by itself would change what its owner has while strangers ask.
  server = await startTestBackend({ paymentDelayMs: NEVER_MS });
  await server.backend.prepared;
  owner = await server.register('owner');
  stranger = await server.register('stranger');
  const money = await addMoneySample(server, owner);
  const people = await addPeopleSample(server, owner);
  const { strategyId } = await owner.call('strategies.add', {
    url: 'add',
    name: MARK,
    document: RSI_RULES,
  });
  const trade = await addTrade(people.userId, strategyId!);
  const { database, notify } = server.backend.parts;
  await database.write(people.userId, (tx) =>
    notify(tx, people.userId, 'system', { title: MARK, body: '', link: '/home' }),
  );
  const { notification_list } = await owner.call('alerts.list');
  const { sessions } = await owner.call('profile.sessions');
  const days = { from_date: '2026-11-10', to_date: '2026-11-12' };
  const run = await owner.ask('backtests.start', { strategyId, ...days, capital: 1_00_000_00 });
  // A run that ends by itself would be a change that nobody has made.
  await until('the backtest to end', async () =>
    (await database.read.selectFrom('backtest_runs').select('state').execute()).every(
      ({ state }) => state === 'done',
    ),
  );
  const { basketId } = await owner.call('baskets.add', {
    name: MARK,
    constituents: [
      { instrument: 'ITC', weight: 50 },
      { instrument: 'SBIN', weight: 50 },
    ],
  });
  const [offered] = (await owner.call('baskets.list', { search: 'Bank Five' })).listBasket;
  const { previewId } = await owner.call('baskets.preview', { basketId: offered!.basketId });
  await owner.call('tradebook.import', {
    files: [{ name: 'itc.csv', text: consoleFile(consoleRow('ITC', 'buy', '2025-04-01', 10, 400)) }],
  });
  const [imported] = (await owner.call('tradebook.list', {})).files;
  // On offer to everybody; what is done with it is its author's alone.
  const publication = await publishNew(owner, 'On offer', crossingRules(66));
  const { key } = await owner.call('keys.make', { name: MARK, scopes: ['read'] });
  const proposed = { call: 'strategies.stop', proposed: { strategyId }, note: MARK };
  const { proposal } = await owner.call('proposals.add', proposed);
  const { listId } = (await owner.call('watchlists.create', { name: MARK })).list;
  const { list } = await owner.call('watchlists.add', {
    listId,
    entries: [{ kind: 'heading', text: 'Banks' }],
  });
  const document = buyAndHold('ITC');
  const scan = await owner.call('scanner.run', { document, universe: { kind: 'all' } });
  const { labels } = await owner.call('journal.addLabel', { kind: 'tag', name: MARK });
  const { id: tradeId } = await database.read
    .selectFrom('trades')
    .select('id')
    .where('user_id', '=', people.userId)
    .executeTakeFirstOrThrow();
  const { scans } = await owner.call('scanner.save', { name: MARK, document });
  foreign = {
    labelId: labels[0]?.labelId,
    tradeId,
    scanId: scan.scanId,
    savedId: scans[0]?.savedId,
    listId,
    entryId: list.entries[0]?.entryId,
    keyId: key.keyId,
    proposalId: proposal.proposalId,
    publicationId: publication.publicationId,
    versionId: publication.versions[0]?.versionId,
    fileId: imported?.fileId,
    fetchId: await addFetch(people.userId),
    ruleId: await addRule(people.userId),
    basketId,
    previewId,
    id: people.userId,
    strategyId,
    ...trade,
    backtestId: run.body.data?.backtestId,
    notification_id: notification_list[0]?.notification_id,
    groupId: notification_list[0]?.notification_id,
    endSessionId: sessions[0]?.sessionId,
    ticketId: people.ticketId,
    attachmentId: people.attachmentId,
    requestId: people.requestId,
    intentId: money.intentId,
    reference: money.reference,
    transactionId: money.paidId,
    subscriptionId: money.planId,
    gttId: (await addGttSample(server, people.userId, { mark: MARK })).resting,
    differenceId: await addDifference(database, people.userId, Date.now()),
  };
}, 60_000);
afterAll(() => server.dispose());

/** Data that changes by itself, or by reading: sessions are used, the market goes on. */
const MOVING = ['sessions', 'feeds', 'backtests', 'logs'];

/** Every row of the owner, by table, and their ticket's messages. */
const ownersRows = async (): Promise<Record<string, unknown>> => {
  const { read } = server.backend.parts.database;
  const { rows: columns } = await sql<{ table: string; owner: string }>`
    select m.name as "table", c.name as owner from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name in ('user_id', 'owner_id')`.execute(read);
  const kept: Record<string, unknown> = {
    messages: await read
      .selectFrom('ticket_messages')
      .selectAll()
      .where('ticket_id', '=', foreign['ticketId'] as number)
      .execute(),
  };
  for (const { table, owner: column } of columns)
    if (!MOVING.includes(table))
      kept[table] = (
        await sql`select * from ${sql.table(table)} where ${sql.ref(column)} = ${foreign['id']}`.execute(read)
      ).rows;
  return kept;
};

describe('a thing of somebody else', () => {
  let before: Record<string, unknown> = {};
  beforeAll(async () => {
    before = await ownersRows();
  });

  it('is there for every field of the contract that names one', () => {
    for (const [id, field] of cases) expect(foreign[field], `${id} ${field}`).toBeDefined();
    expect(cases.length).toBeGreaterThan(30);
  });

  it.each(cases)('is for %s, by its %s, like a thing that nobody has', async (id, field) => {
    const answerOf = async (value: unknown) => {
      const { status, body } = await stranger.ask(id, { ...goodInput(id), [field]: value });
      delete (body as { requestId?: string }).requestId;
      return { status, body };
    };
    const theirs = await answerOf(foreign[field]);
    const nobodys = await answerOf(NONE[field] ?? NO_ID);
    expect(theirs).toEqual(nobodys);
    expect(theirs.status, theirs.body.message).toBe(OTHER_ANSWERS[id] ?? 404);
  });

  it('is as it was after all of that', async () => {
    expect(await ownersRows()).toEqual(before);
    expect(before['tickets']).toHaveLength(1);
    expect(before['positions']).toHaveLength(1);
  });
});

describe('what somebody has', () => {
  /** The least input of a call. Every list then shows all that it has for its caller. */
  const leastInput = (id: CallId): Record<string, unknown> => {
    const { params, query, body } = endpointOf(id);
    const isEnough = [params, query, body].every((schema) => z.safeParse(schema, {}).success);
    return isEnough ? {} : goodInput(id);
  };
  /** Where more is needed to see everything. */
  const WIDEST: Partial<Record<CallId, readonly object[]>> = {
    'strategies.mine': [{ pageType: 'All', strategyStatus: 0 }],
    'positions.trades': [{ isTest: 1 }, { isTest: 0 }],
    'positions.orders': [{ isTest: 1 }, { isTest: 0 }],
    'positions.structures': [{ isTest: 1 }, { isTest: 0 }],
  };
  const LISTS = callIds.filter((id) => !/^(session|privacy)\./.test(id) && !endpointOf(id).money);
  const seenBy = async (user: TestUser): Promise<CallId[]> => {
    const seen: CallId[] = [];
    for (const id of LISTS)
      for (const input of WIDEST[id] ?? [leastInput(id)]) {
        const { status, body } = await user.ask(id, input);
        expect(status, `${id} ${body.message}`).not.toBe(401);
        if (JSON.stringify(body.data ?? {}).includes(MARK)) seen.push(id);
      }
    return seen;
  };

  it('is in lists of its own', async () => {
    expect(await seenBy(owner)).toEqual(
      expect.arrayContaining([
        'strategies.mine',
        'positions.open',
        'positions.trades',
        'positions.orders',
        'positions.structures',
        'alerts.list',
        'alertRules.list',
        'alertRules.log',
        'watchlists.list',
        'backtests.list',
        'baskets.list',
      ] satisfies CallId[]),
    );
  });

  it('is in no list, page, count or search of anybody else', async () => {
    expect(await seenBy(stranger)).toEqual([]);
  });

  it('counts in no result of anybody else', async () => {
    const somebody = await server.register('somebody-new');
    const resultsOf = async (user: TestUser) => [
      await user.call('strategies.profit', {}),
      (await user.call('positions.trades', { isTest: 1 })).tradetotalProfit,
      (await user.call('positions.orders', { isTest: 1 })).totalOrder,
    ];
    expect(await resultsOf(stranger)).toEqual(await resultsOf(somebody));
    expect(await resultsOf(owner)).not.toEqual(await resultsOf(somebody));
  });
});
