import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedTrade } from '../../../../tests/support/written-trade.ts';
import { crossingRules } from '../../../../tests/support/published.ts';
import { ONE_DOT } from '../../../../tests/support/one-dot.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { JOURNAL_LIMITS } from '../../../shared/journal-limits.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';

const ON_PAPER = { isTest: tradeHistoryFlag('test'), source: 'simulated' } as const;

let server: TestBackend;
let user: TestUser;
let other: TestUser;
let userId: number;
let strategyId: number;
/** Of the same strategy, in the order of their results. */
let tradeIds: number[];
const NETS = [-500_25, -100_50, 900_00, 40_00];

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  [user, other] = [await server.register('journal'), await server.register('other-journal')];
  const { read } = server.backend.parts.database;
  const owner = await read
    .selectFrom('users')
    .select('id')
    .where('email', '=', user.email)
    .executeTakeFirstOrThrow();
  userId = owner.id;
  const made = await user.call('strategies.add', {
    ...{ url: 'add', name: 'To be written about', document: crossingRules(33) },
  });
  strategyId = made.strategyId ?? 0;
  const { database, marketRuns } = server.backend.parts;
  const { session, identity } = marketRuns.simulated;
  tradeIds = await database.write(userId, async ({ query }) => {
    const rows = await query
      .insertInto('trades')
      .values(
        NETS.map((net, at) => ({
          ...closedTrade({
            ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'test', net },
            ...{ source: 'simulated', run_id: identity.runId, exit_at: session.now + at },
          }),
          entry_at: session.now + at - 30 * MINUTE_MS,
        })),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });
});
afterAll(() => server.dispose());

const labelled = async (kind: 'tag' | 'mistake', name: string): Promise<number> => {
  const { labels } = await user.call('journal.addLabel', { kind, name });
  return labels.find((label) => label.kind === kind && label.name === name)?.labelId ?? 0;
};
const trades = async (more: object = {}) =>
  (await user.call('positions.trades', { ...ON_PAPER, ...more })).test_tradehistory ?? [];

describe('notes of a trade', () => {
  it('are kept with tags and mistakes, shown with the trade, and found by them', async () => {
    const [tag, mistake] = [await labelled('tag', 'Gap'), await labelled('mistake', 'Chased')];
    const [first = 0, second = 0] = tradeIds;
    const saved = await user.call('journal.save', {
      ...{ tradeId: first, note: 'Too late.\nWait for the retest.', labelIds: [tag, mistake] },
    });
    expect(saved.labels.map(({ name }) => name)).toEqual(['Chased', 'Gap']);
    await user.call('journal.save', { tradeId: second, note: '', labelIds: [mistake] });
    const found = await trades({ labelId: tag });
    expect(found.map(({ tradeId }) => tradeId)).toEqual([first]);
    expect(found[0]?.journal).toEqual(saved);
    expect((await trades({ labelId: mistake })).map(({ tradeId }) => tradeId).sort()).toEqual(
      [first, second].sort(),
    );
    expect(await trades()).toHaveLength(NETS.length);
    // What is saved takes the place of what was there.
    await user.call('journal.save', { tradeId: first, note: '', labelIds: [mistake] });
    expect((await trades({ labelId: tag })).length).toBe(0);
  });

  it('cost by mistake what its trades lost, to the paisa', async () => {
    const late = await labelled('mistake', 'Late exit');
    const [, , third = 0, fourth = 0] = tradeIds;
    for (const tradeId of [third, fourth])
      await user.call('journal.save', { tradeId, note: '', labelIds: [late] });
    const { mistakes } = await user.call('journal.mistakes', ON_PAPER);
    expect(mistakes.map(({ name, trades, losses, cost, net }) => [name, trades, losses, cost, net])).toEqual([
      ['Chased', 2, 2, 600_75, -600_75],
      ['Late exit', 2, 0, 0, 940_00],
    ]);
    for (const { labelId, net } of mistakes) {
      const ofIt = await trades({ labelId });
      expect(ofIt.reduce((sum, trade) => sum + trade.net, 0)).toBe(net);
    }
  });

  it('stay when their strategy is removed, and go with their label', async () => {
    const [tradeId = 0] = tradeIds;
    const gone = await labelled('tag', 'To be removed');
    await user.call('journal.save', { tradeId, note: 'Stays.', labelIds: [gone] });
    await user.call('strategies.add', { url: 'remove', strategyId });
    const noteOf = async () => (await trades()).find((trade) => trade.tradeId === tradeId)?.journal;
    expect((await noteOf())?.note).toBe('Stays.');
    await user.call('journal.removeLabel', { labelId: gone });
    expect(await noteOf()).toEqual({ note: 'Stays.', labels: [], hasPicture: false });
  });

  it('of another window are not replaced unseen, and can be replaced on purpose', async () => {
    const [tradeId = 0] = tradeIds.slice(2);
    const mine = await labelled('tag', 'two windows');
    const theirs = await labelled('tag', 'the other window');
    const before = { note: '', labelIds: [] };
    await user.call('journal.save', { tradeId, ...before });
    await user.call('journal.save', { tradeId, note: 'Theirs.', labelIds: [theirs], before });
    const own = { tradeId, note: 'Mine.', labelIds: [mine] };
    const refused = await user.ask('journal.save', { ...own, before });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The notes of this trade have changed since you opened it, in another window. Open it again to see them, or save once more to replace them.',
    ]);
    // A save whose answer was lost is no change of somebody else.
    const again = { tradeId, note: 'Theirs.', labelIds: [theirs], before };
    expect((await user.call('journal.save', again)).note).toBe('Theirs.');
    const onlyLabels = { note: 'Theirs.', labelIds: [mine] };
    expect((await user.ask('journal.save', { ...own, before: onlyLabels })).status).toBe(409);
    expect((await user.call('journal.save', own)).note).toBe('Mine.');
    await user.call('journal.save', { tradeId, ...before });
    for (const labelId of [mine, theirs]) await user.call('journal.removeLabel', { labelId });
  });

  it('are nobody else’s', async () => {
    const [tradeId = 0] = tradeIds;
    const tag = await labelled('tag', 'Mine');
    const codeOf = async (of: TestUser, id: Parameters<TestUser['ask']>[0], input: object) =>
      (await of.ask(id, input)).body.code;
    expect(await codeOf(other, 'journal.save', { tradeId, note: '', labelIds: [] })).toBe('not-found');
    expect(await codeOf(other, 'journal.excursion', { tradeId })).toBe('not-found');
    expect(await codeOf(other, 'journal.keepPicture', { tradeId, base64: ONE_DOT })).toBe('not-found');
    expect(await codeOf(other, 'journal.removeLabel', { labelId: tag })).toBe('not-found');
    const { labels } = await other.call('journal.addLabel', { kind: 'tag', name: 'Mine' });
    const foreign = { tradeId, note: '', labelIds: [labels[0]?.labelId ?? 0] };
    expect(await codeOf(user, 'journal.save', foreign)).toBe('not-found');
    expect((await other.call('journal.mistakes', ON_PAPER)).mistakes).toEqual([]);
  });

  it('have limits', async () => {
    const [tradeId = 0] = tradeIds;
    const long = { tradeId, note: 'x'.repeat(JOURNAL_LIMITS.noteLetters + 1), labelIds: [] };
    expect((await user.ask('journal.save', long)).body.code).toBe('invalid');
    const person = await server.register('many-labels');
    for (let at = 0; at < JOURNAL_LIMITS.labels; at++)
      await person.call('journal.addLabel', { kind: 'tag', name: `Tag ${at}` });
    const more = { kind: 'tag' as const, name: 'One more' };
    expect((await person.ask('journal.addLabel', more)).body.code).toBe('refused');
    expect((await person.ask('journal.addLabel', { kind: 'tag', name: 'TAG 1' })).body.code).toBe('conflict');
    // Mistakes are counted by themselves.
    await person.call('journal.addLabel', { kind: 'mistake', name: 'Tag 1' });
  });
});

describe('a picture of a trade', () => {
  it('is kept, shown, replaced and taken away', async () => {
    const [tradeId = 0] = tradeIds;
    expect((await user.ask('journal.picture', { tradeId })).body.code).toBe('not-found');
    expect((await user.call('journal.keepPicture', { tradeId, base64: ONE_DOT })).hasPicture).toBe(true);
    await user.call('journal.keepPicture', { tradeId, base64: ONE_DOT });
    expect((await user.call('journal.picture', { tradeId })).base64).toBe(ONE_DOT);
    expect((await other.ask('journal.picture', { tradeId })).body.code).toBe('not-found');
    expect((await user.call('journal.keepPicture', { tradeId, base64: null })).hasPicture).toBe(false);
  });

  it('is refused when it is anything else than a whole PNG', async () => {
    const [tradeId = 0] = tradeIds;
    const png = Buffer.from(ONE_DOT, 'base64');
    const hostile = [
      Buffer.from('<svg onload="alert(1)"/>'),
      png.subarray(0, 20),
      Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
      Buffer.concat([png.subarray(0, 8), Buffer.from([255, 255, 255, 255]), png.subarray(12)]),
    ];
    for (const bytes of hostile) {
      const { body } = await user.ask('journal.keepPicture', { tradeId, base64: bytes.toString('base64') });
      expect(body.code).toBe('invalid');
    }
    const large = Buffer.alloc(JOURNAL_LIMITS.pictureBytes + 1).toString('base64');
    expect((await user.ask('journal.keepPicture', { tradeId, base64: large })).body.code).toBe('too-large');
  });
});

describe('what a trade went through', () => {
  it('comes from the minutes that it lived through', async () => {
    const [tradeId = 0] = tradeIds;
    const { adverse, favourable, timeframe } = await user.call('journal.excursion', { tradeId });
    expect(timeframe).toBe('1m');
    expect(adverse?.amount).toBeLessThanOrEqual(NETS[0] ?? 0);
    expect(favourable?.amount).toBeGreaterThanOrEqual(0);
  });

  it('is not known where the prices are not there', async () => {
    const { database } = server.backend.parts;
    const { id: tradeId } = await database.write(userId, ({ query }) =>
      query
        .insertInto('trades')
        .values({
          ...closedTrade({
            ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'live', net: 1 },
            ...{ source: 'broker', run_id: 1, exit_at: 3_600_000 },
          }),
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    expect(await user.call('journal.excursion', { tradeId })).toEqual({
      ...{ adverse: null, favourable: null, timeframe: '1m' },
    });
  });
});
