import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  addOwn,
  crossingRules,
  publishNew,
  publishNext,
  reviewed,
  silentRules,
  SUMMARY,
} from '../../../tests/support/published.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { NewStrategy } from '../db/schema.ts';
import { succeed } from '../../shared/failure.ts';
import { bookTrades } from '../trading/kept-results.ts';
import type { ReviewRun } from '../backtests/run-worker.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { isOnPostgres } from '../../../tests/support/test-database.ts';

let server: TestBackend;
let people = 0;

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());
afterEach(() => vi.restoreAllMocks());

const person = (): Promise<TestUser> => server.register(`writer${people++}`);
const note = 'A slower average against false starts.';
const offers = async (user: TestUser, search: string) =>
  (await user.call('home.marketplace', { search, sort: 'newest' })).rows;
const rowOf = (id: number) =>
  server.backend.parts.database.read
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
/** Books a trade of a strategy an hour ago: its result in paise. */
const trade = async (strategyId: number, mode: 'test' | 'live', net: number): Promise<void> => {
  const { identity } = server.backend.parts.marketRuns.simulated;
  const { source, runId } = mode === 'live' ? ({ source: 'broker', runId: 0 } as const) : identity;
  const at = Date.now() - 3_600_000;
  await writeForAll(server.backend.parts.database, (tx) =>
    bookTrades(tx, [
      {
        ...{ user_id: 1, strategy_id: strategyId, position_id: null, symbol: 'SBIN', mode, source },
        ...{ run_id: runId, side: 'long', product: 'intraday', quantity: 1, gross: net, charges: 0, net },
        ...{ entry_at: at - 1, entry_price: 100, entry_reason: '', exit_at: at, exit_price: 100 },
        ...{ exit_reason: '', charge_items_json: '{}' },
      },
    ]),
  );
};
/** Writes an open position on paper for a strategy. */
const openPosition = async (strategyId: number): Promise<void> => {
  const { source, runId } = server.backend.parts.marketRuns.simulated.identity;
  const { owner_id: userId } = await rowOf(strategyId);
  await server.backend.parts.database.write(userId, (tx) =>
    tx.query
      .insertInto('positions')
      .values({
        ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'test', source, run_id: runId },
        ...{ side: 'long', product: 'delivery', status: 'open', quantity: 1, entry_quantity: 1 },
        ...{ entry_value: 400_00, exit_value: 0, charges_json: '{}', entry_charges_json: null },
        ...{ protection_json: '{}', stop_loss: null, target: null, entry_reason: '', opened_at: 0 },
        ...{ closed_at: null, instrument_json: null, protection_problem: null, protection_state: null },
        ...{ protection_why: null, protection_since: null },
      })
      .execute(),
  );
};
/** A size that no other test's rules have. */
const sizeOf = (percent: number) => ({ kind: 'capital-percent', percent: 5 + percent / 100 }) as const;
const titlesOf = async (user: TestUser) =>
  (await user.call('alerts.list', {})).notification_list.map(({ title }) => title);
const codeOf = ({ status, body }: { status: number; body: { code?: string; message: string } }) => [
  status,
  body.code,
  body.message,
];

/** Holds every review back until it is let go. */
const heldReviews = () => {
  const { backtestQueue } = server.backend.parts;
  const review = backtestQueue.review.bind(backtestQueue);
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  vi.spyOn(backtestQueue, 'review').mockImplementation(async (order) => {
    await gate;
    return review(order);
  });
  return () => letGo();
};

describe('publishing', () => {
  it('puts a strategy on offer after its review, with the figures of it, and trades it at once', async () => {
    const author = await person();
    const reader = await person();
    const published = await publishNew(author, 'Climber');
    expect(published.checks.map(({ isPassed }) => isPassed)).toEqual([true, true, true, true]);
    expect(published.state).toBe('published');
    const [version] = published.versions;
    expect(version).toMatchObject({ number: 1, figures: { source: 'simulated', capital: 10_00_000_00 } });
    expect(version?.figures.trades).toBeGreaterThanOrEqual(30);
    expect(version?.figures.net).toBe((version?.figures.gross ?? 0) - (version?.figures.charges ?? 0));
    expect(version?.figures.returnPercent).toBeCloseTo(((version?.figures.net ?? 0) / 10_00_000_00) * 100);
    const [offer] = await offers(reader, 'Climber');
    expect(offer).toMatchObject({ strategyId: version?.strategyId, version: 1, summary: SUMMARY });
    await until('the version to run', async () => {
      return (await rowOf(version?.strategyId ?? 0)).status === STRATEGY_STATUS.running;
    });
    expect(await titlesOf(author)).toContain('Climber is published');
  });

  it('shows nothing of it to others while it is in review', async () => {
    const letGo = heldReviews();
    const [author, reader] = [await person(), await person()];
    const strategyId = await addOwn(author, 'Hidden so far', crossingRules(9));
    const { publicationId } = await author.call('authors.publish', { strategyId, summary: SUMMARY });
    expect(await offers(reader, 'Hidden so far')).toEqual([]);
    expect((await reader.ask('strategies.details', { strategyId })).status).toBe(404);
    letGo();
    expect((await reviewed(author, publicationId)).state).toBe('published');
  });

  it('refuses what has no record, names each reason, and takes it again when it is better', async () => {
    const author = await person();
    const strategyId = await addOwn(author, 'Silent', silentRules());
    const { publicationId } = await author.call('authors.publish', { strategyId, summary: SUMMARY });
    const refused = await reviewed(author, publicationId);
    expect(refused.state).toBe('refused');
    const reasons = refused.checks.filter(({ isPassed }) => !isPassed).map(({ sentence }) => sentence);
    expect(reasons).toEqual(['It closed 0 trades in the backtest of the review; at least 30 are asked for.']);
    expect(await titlesOf(author)).toContain('Silent was not published');
    expect(await offers(author, 'Silent')).toEqual([]);
    await author.call('strategies.add', { url: 'update', strategyId, document: crossingRules(12) });
    await author.call('authors.publish', { strategyId, summary: SUMMARY });
    expect((await reviewed(author, publicationId)).state).toBe('published');
  });

  it('refuses rules that look ahead, and says where', async () => {
    const { backtestQueue } = server.backend.parts;
    const review = backtestQueue.review.bind(backtestQueue);
    vi.spyOn(backtestQueue, 'review').mockImplementation(async (order) => {
      const run = await review(order);
      if (!run.ok) return run;
      const lookAhead = { symbol: 'ITC', time: order.before };
      return succeed<ReviewRun>({ ...run.value, findings: { ...run.value.findings, lookAhead } });
    });
    const refused = await publishNew(await person(), 'Clairvoyant', crossingRules(8));
    expect(refused.state).toBe('refused');
    expect(refused.checks[0]).toMatchObject({ check: 'look-ahead', isPassed: false });
    expect(refused.checks[0]?.sentence).toMatch(/^The rules look ahead: about ITC at /);
  });

  it('of one document that breaks the review stops only itself', async () => {
    const { backtestQueue } = server.backend.parts;
    const review = backtestQueue.review.bind(backtestQueue);
    vi.spyOn(backtestQueue, 'review').mockImplementation((order) =>
      order.capital === 7_00_000_00 ? Promise.reject(new Error('a thread died')) : review(order),
    );
    const [bad, good] = [await person(), await person()];
    const broken = await addOwn(bad, 'Breaks it', crossingRules(7));
    await bad.call('strategies.settings', { strategyId: broken, capital: 7_00_000_00 });
    const { publicationId } = await bad.call('authors.publish', { strategyId: broken, summary: SUMMARY });
    const other = await publishNew(good, 'Beside it', crossingRules(11));
    expect(other.state).toBe('published');
    const refused = await reviewed(bad, publicationId);
    expect(refused.state).toBe('refused');
    expect(refused.checks[0]?.sentence).toMatch(/defect in TrickDesk/);
  });

  it('of a strategy of somebody else is not possible, nor of a copy of one', async () => {
    const [author, thief] = [await person(), await person()];
    const { draftId, publicationId, versions } = await publishNew(author, 'Original', crossingRules(13));
    const theirs = await thief.ask('authors.publish', { strategyId: draftId, summary: SUMMARY });
    expect(codeOf(theirs)).toEqual([404, 'not-found', 'No such strategy.']);
    const { strategyId } = await thief.call('strategies.clone', { strategyId: versions[0]?.strategyId ?? 0 });
    const second = await thief.call('strategies.clone', { strategyId });
    for (const copy of [strategyId, second.strategyId]) {
      const answer = await thief.ask('authors.publish', { strategyId: copy, summary: SUMMARY });
      expect(answer.status).toBe(422);
      expect(answer.body.message).toMatch(/only its author can publish it/);
    }
    const typed = await addOwn(thief, 'Typed off', crossingRules(13));
    const answer = await thief.ask('authors.publish', { strategyId: typed, summary: SUMMARY });
    expect(answer.body.message).toMatch(/has the rules of .* only its author can publish it/);
    await author.call('authors.withdraw', { publicationId });
    expect((await thief.ask('authors.publish', { strategyId: typed, summary: SUMMARY })).status).toBe(422);
  });

  it('twice at once is one publication and one refusal', async () => {
    const author = await person();
    const strategyId = await addOwn(author, 'Twice', crossingRules(14));
    const publish = () => author.ask('authors.publish', { strategyId, summary: SUMMARY });
    const answers = await Promise.all([publish(), publish()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { publications } = await author.call('authors.mine');
    expect(publications).toHaveLength(1);
    expect((await reviewed(author, publications[0]?.publicationId ?? 0)).versions).toHaveLength(1);
    expect(codeOf(await publish())).toEqual([
      409,
      'conflict',
      'Twice is published already. Publish its next version instead.',
    ]);
  });

  it('is one review at a time for each author', async () => {
    const letGo = heldReviews();
    const author = await person();
    await author.call('authors.publish', {
      strategyId: await addOwn(author, 'First', crossingRules(15)),
      summary: SUMMARY,
    });
    const second = await author.ask('authors.publish', {
      strategyId: await addOwn(author, 'Second', crossingRules(16)),
      summary: SUMMARY,
    });
    expect(codeOf(second)).toEqual([409, 'conflict', 'First is in review. Wait until its review has ended.']);
    letGo();
  });

  it('goes on after a restart with what was in review', async () => {
    const own = await startTestBackend();
    await own.backend.prepared;
    const author = await own.register('patient');
    vi.spyOn(own.backend.parts.backtestQueue, 'review').mockImplementation(
      () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error('closed')), 300)),
    );
    const strategyId = await addOwn(author, 'Waits');
    await author.call('authors.publish', { strategyId, summary: SUMMARY });
    await own.close();
    const again = await startTestBackend({ dataDir: own.dataDir });
    await until('the review', async () => {
      const rows = await again.backend.parts.database.read.selectFrom('publications').selectAll().execute();
      return rows[0]?.state === 'published';
    });
    await again.dispose();
  });
});

it.skipIf(isOnPostgres)(
  'what was published in a SQLite file at the moment the program ended trades after the next start, as its author was promised',
  async () => {
    const own = await startTestBackend();
    await own.backend.prepared;
    const author = await own.register('cut-off');
    const folder = mkdtempSync(join(tmpdir(), 'trickdesk-cut-off-'));
    const { publicationId } = await author.call('authors.publish', {
      strategyId: await addOwn(author, 'Cut off'),
      summary: SUMMARY,
    });
    // Between what is written of the review and the start: what lies on the disk then is all that is left.
    vi.spyOn(own.backend.parts.starts, 'inTurn').mockImplementationOnce(() => {
      cpSync(own.dataDir, folder, { recursive: true });
      return Promise.reject(new Error('The process has ended.'));
    });
    const { versions } = await reviewed(author, publicationId);
    await own.dispose();
    const again = await startTestBackend({ dataDir: folder });
    await again.backend.prepared;
    const { status } = await again.backend.parts.database.read
      .selectFrom('strategies')
      .select('status')
      .where('id', '=', versions[0]?.strategyId ?? 0)
      .executeTakeFirstOrThrow();
    await again.dispose();
    expect(status).toBe(STRATEGY_STATUS.running);
  },
  60_000,
);

describe('withdrawing', () => {
  it('while in review leaves a draft, whatever the review comes to', async () => {
    const letGo = heldReviews();
    const author = await person();
    const strategyId = await addOwn(author, 'Taken back', crossingRules(17));
    const { publicationId } = await author.call('authors.publish', { strategyId, summary: SUMMARY });
    expect((await author.call('authors.withdraw', { publicationId })).state).toBe('draft');
    letGo();
    // Reviews go in turn: once the next has ended, the one before has come to nothing.
    await publishNew(author, 'The next one', crossingRules(18));
    const { publications } = await author.call('authors.mine');
    expect(publications.find((one) => one.publicationId === publicationId)).toMatchObject({
      state: 'draft',
      versions: [],
    });
    expect(await offers(author, 'Taken back')).toEqual([]);
    const again = await author.ask('authors.withdraw', { publicationId });
    expect(again.status).toBe(409);
  });

  it('takes it out of the marketplace, ends follows with an alert, and leaves copies as they are', async () => {
    const [author, follower, holder] = [await person(), await person(), await person()];
    const { publicationId, versions } = await publishNew(author, 'Leaving', crossingRules(19));
    const offered = versions[0]?.strategyId ?? 0;
    await follower.call('strategies.add', { url: 'follow', strategyId: offered });
    const { strategyId: copy } = await holder.call('strategies.clone', { strategyId: offered });
    await holder.call('strategies.start', { strategyId: copy });
    const before = await rowOf(copy);
    await author.call('authors.withdraw', { publicationId });
    expect(await offers(holder, 'Leaving')).toEqual([]);
    expect((await follower.ask('strategies.details', { strategyId: offered })).status).toBe(404);
    expect(await titlesOf(follower)).toContain('Leaving was withdrawn');
    expect(await rowOf(copy)).toEqual(before);
    expect((await holder.call('strategies.details', { strategyId: copy })).rules.document).not.toBeNull();
    expect((await holder.call('authors.changes', { strategyId: copy })).version?.next).toBeNull();
  });

  it('of a publication of somebody else is not found', async () => {
    const [author, stranger] = [await person(), await person()];
    const { publicationId, draftId } = await publishNew(author, 'Mine alone', crossingRules(21));
    const nobodys = await stranger.ask('authors.withdraw', { publicationId: 999_999 });
    expect(codeOf(await stranger.ask('authors.withdraw', { publicationId }))).toEqual(codeOf(nobodys));
    const version = { strategyId: draftId, note };
    expect((await stranger.ask('authors.newVersion', { ...version, publicationId })).status).toBe(404);
  });
});

describe('a published version', () => {
  it('does not change with what its author does to the strategy that it came from', async () => {
    const [author, reader] = [await person(), await person()];
    const { draftId, versions } = await publishNew(author, 'Unmoved', crossingRules(22));
    const strategyId = versions[0]?.strategyId ?? 0;
    const before = await reader.call('strategies.details', { strategyId });
    await author.call('strategies.add', {
      url: 'update',
      strategyId: draftId,
      document: crossingRules(40),
      name: 'Moved',
    });
    await author.call('strategies.settings', { strategyId: draftId, maxTradesPerDay: 1 });
    const after = await reader.call('strategies.details', { strategyId });
    expect([after.rules, after.settings]).toEqual([before.rules, before.settings]);
    const { strategyId: copy } = await reader.call('strategies.clone', { strategyId });
    const cloned = await reader.call('strategies.details', { strategyId: copy });
    expect(cloned.rules).toEqual(before.rules);
    expect((await offers(reader, 'Unmoved'))[0]).toMatchObject({ name: 'Unmoved', strategyId });
  });

  it.each([
    ['strategies.add', { url: 'update', document: crossingRules(30) }],
    ['strategies.add', { url: 'update', name: 'Another name' }],
    ['strategies.add', { url: 'remove' }],
    ['strategies.settings', { capital: 20_00_000_00 }],
    ['strategies.modifyStopLoss', { stopLoss: { kind: 'percent', value: 5 } }],
  ] as const)('is not changed by %s with %o', async (id, input) => {
    const author = await person();
    const rules = { ...crossingRules(50), size: sizeOf(people) };
    const { versions } = await publishNew(author, `Fixed ${people}`, rules);
    const strategyId = versions[0]?.strategyId ?? 0;
    await author.ask('strategies.stop', { strategyId });
    const before = await rowOf(strategyId);
    const answer = await author.ask(id, { strategyId, ...input });
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/^This is version 1 of Fixed \d+ as it was published/);
    expect(await rowOf(strategyId)).toEqual(before);
  });

  it('is kept by the database itself', async () => {
    await publishNew(await person(), 'Kept', crossingRules(23));
    const { database } = server.backend.parts;
    const change = writeForAll(database, (tx) =>
      tx.query.updateTable('strategy_versions').set({ document_json: '{}' }).execute(),
    );
    await expect(change).rejects.toThrow(/append-only/);
    await expect(
      writeForAll(database, (tx) => tx.query.deleteFrom('strategy_versions').execute()),
    ).rejects.toThrow(/append-only/);
  });
});

describe('a next version', () => {
  it('comes to who follows or holds a copy only when they accept it', async () => {
    const [author, follower, holder] = [await person(), await person(), await person()];
    const first = await publishNew(author, 'Growing', crossingRules(24));
    const old = first.versions[0]?.strategyId ?? 0;
    await follower.call('strategies.add', { url: 'follow', strategyId: old });
    const { strategyId: copy } = await holder.call('strategies.clone', { strategyId: old });
    const copied = await rowOf(copy);
    const second = await publishNext(author, first, crossingRules(25));
    const fresh = second.versions[0]?.strategyId ?? 0;
    expect(second.versions.map(({ number }) => number)).toEqual([2, 1]);
    expect((await offers(holder, 'Growing')).map(({ strategyId, version }) => [strategyId, version])).toEqual(
      [[fresh, 2]],
    );
    // Both keep what they have, and are told.
    expect(await rowOf(copy)).toEqual(copied);
    expect((await follower.call('strategies.details', { strategyId: old })).strategy.isFollowed).toBe(true);
    for (const user of [follower, holder])
      expect(await titlesOf(user)).toContain('Growing has a new version');
    const { version } = await holder.call('authors.changes', { strategyId: copy });
    expect(version).toMatchObject({ held: { number: 1 }, next: { number: 2, note }, blockReason: null });
    expect(version?.isChangedByOwner).toBe(false);
    expect(version?.changes.length).toBeGreaterThan(0);
    for (const { before, after } of version?.changes ?? []) {
      expect(before).toMatch(/SMA\(9\)|10\.24/);
      expect(after).toMatch(/SMA\(10\)|10\.25/);
    }
    const versionId = version?.next?.versionId ?? 0;
    await holder.call('strategies.settings', { strategyId: copy, quantity: 3 });
    await holder.call('authors.accept', { strategyId: copy, versionId });
    const accepted = await rowOf(copy);
    expect(accepted.document_json).toBe((await rowOf(fresh)).document_json);
    expect(accepted).toMatchObject({
      parent_id: fresh,
      quantity: 3,
      name: copied.name,
      capital: copied.capital,
    });
    await follower.call('authors.accept', { strategyId: old, versionId });
    expect((await follower.call('strategies.details', { strategyId: fresh })).strategy.isFollowed).toBe(true);
    expect((await follower.ask('strategies.details', { strategyId: old })).status).toBe(404);
    // Who accepted, and who has not yet, are the same followers.
    expect((await offers(holder, 'Growing'))[0]?.followers).toBe(2);
  });

  it('leaves what is followed in the list of what somebody follows', async () => {
    const [author, follower] = [await person(), await person()];
    const first = await publishNew(author, 'Followed on', crossingRules(81));
    const strategyId = first.versions[0]?.strategyId ?? 0;
    await follower.call('strategies.add', { url: 'follow', strategyId });
    await publishNext(author, first, crossingRules(82));
    expect((await follower.call('strategies.details', { strategyId })).strategy.isFollowed).toBe(true);
    const { rows } = await follower.call('home.marketplace', { isFollowed: true });
    expect(rows.map(({ name }) => name)).toEqual(['Followed on']);
  });

  it('is not accepted by a copy that runs or holds something', async () => {
    const [author, holder] = [await person(), await person()];
    const first = await publishNew(author, 'Busy', crossingRules(26));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: first.versions[0]?.strategyId ?? 0,
    });
    await holder.call('strategies.start', { strategyId });
    const second = await publishNext(author, first, crossingRules(27));
    const versionId = second.versions[0]?.versionId ?? 0;
    const before = await rowOf(strategyId);
    const running = await holder.ask('authors.accept', { strategyId, versionId });
    expect(codeOf(running)).toEqual([409, 'conflict', 'Stop Busy before you accept other rules for it.']);
    expect((await holder.call('authors.changes', { strategyId })).version?.blockReason).toBe(
      running.body.message,
    );
    expect(await rowOf(strategyId)).toEqual(before);
    await holder.call('strategies.stop', { strategyId });
    await holder.call('authors.accept', { strategyId, versionId });
  });

  /** Makes a row of somebody's copy what a block is about; money in paise. */
  const change = (id: number, to: Partial<NewStrategy>) =>
    writeForAll(server.backend.parts.database, (tx) =>
      tx.query.updateTable('strategies').set(to).where('id', '=', id).execute(),
    );
  const withoutStop = { ...crossingRules(72), stopLoss: null };

  it.each([
    ['holds something', 68, 69, openPosition, /^Sell what Blocked\d+ holds of ITC before/],
    [
      'has less capital than it needs',
      70,
      71,
      (id: number) => change(id, { capital: 9_00_000_00 }),
      /at least ₹10,00,000/,
    ],
    [
      'is sized by risk',
      73,
      withoutStop,
      (id: number) => change(id, { risk_percent: 1 }),
      /your copy is sized by risk/,
    ],
    ['is live', 74, withoutStop, (id: number) => change(id, { mode: 'live' }), /which a live strategy needs/],
  ] as const)('is not accepted by a copy that %s', async (_what, before, after, block, sentence) => {
    const [author, holder] = [await person(), await person()];
    const first = await publishNew(author, `Blocked${people}`, crossingRules(before));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: first.versions[0]?.strategyId ?? 0,
    });
    const next = typeof after === 'number' ? crossingRules(after) : { ...after, size: sizeOf(before) };
    const second = await publishNext(author, first, next);
    await block(strategyId);
    const held = await rowOf(strategyId);
    const answer = await holder.ask('authors.accept', {
      strategyId,
      versionId: second.versions[0]?.versionId,
    });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(sentence);
    expect(await rowOf(strategyId)).toEqual(held);
  });

  it('that is accepted brings its least capital along', async () => {
    const [author, holder] = [await person(), await person()];
    const first = await publishNew(author, 'Grown', crossingRules(77));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: first.versions[0]?.strategyId ?? 0,
      capital: 50_00_000_00,
    });
    await author.call('strategies.settings', { strategyId: first.draftId, capital: 40_00_000_00 });
    const second = await publishNext(author, first, crossingRules(78));
    await holder.call('authors.accept', { strategyId, versionId: second.versions[0]?.versionId ?? 0 });
    // What a copy of it needs that is made now.
    const clone = { strategyId: second.versions[0]?.strategyId, capital: 10_00_000_00 };
    expect((await holder.ask('strategies.clone', clone)).status).toBe(422);
    await holder.ask('strategies.settings', { strategyId, capital: 10_00_000_00 });
    expect((await rowOf(strategyId)).capital).toBe(50_00_000_00);
  });

  it('that is accepted twice at once is accepted once', async () => {
    const [author, holder] = [await person(), await person()];
    const first = await publishNew(author, 'Hasty', crossingRules(75));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: first.versions[0]?.strategyId ?? 0,
    });
    const second = await publishNext(author, first, crossingRules(76));
    const accept = () =>
      holder.ask('authors.accept', { strategyId, versionId: second.versions[0]?.versionId });
    const answers = await Promise.all([accept(), accept()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('that is not the one whose changes were seen is not accepted', async () => {
    const [author, holder] = [await person(), await person()];
    const first = await publishNew(author, 'Quick', crossingRules(28));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: first.versions[0]?.strategyId ?? 0,
    });
    const second = await publishNext(author, first, crossingRules(29));
    await publishNext(author, second, crossingRules(31));
    const answer = await holder.ask('authors.accept', {
      strategyId,
      versionId: second.versions[0]?.versionId,
    });
    expect(codeOf(answer)).toEqual([
      409,
      'conflict',
      'Another version of Quick is on offer now. Look again.',
    ]);
  });

  it('that is refused takes nothing away from the one on offer', async () => {
    const author = await person();
    const first = await publishNew(author, 'Stays', crossingRules(32));
    const second = await publishNext(author, first, silentRules());
    expect(second).toMatchObject({ state: 'published', versions: [{ number: 1 }] });
    expect(second.checks.some(({ isPassed }) => !isPassed)).toBe(true);
    expect(await offers(author, 'Stays')).toHaveLength(1);
  });

  it('of a copy of somebody else is no business of a stranger', async () => {
    const [author, holder, stranger] = [await person(), await person(), await person()];
    const { versions } = await publishNew(author, 'Private', crossingRules(33));
    const { strategyId } = await holder.call('strategies.clone', {
      strategyId: versions[0]?.strategyId ?? 0,
    });
    expect((await stranger.call('authors.changes', { strategyId })).version).toBeNull();
    const answer = await stranger.ask('authors.accept', { strategyId, versionId: versions[0]?.versionId });
    expect(answer.status).toBe(404);
  });
});

it('who follows a publication is counted once, and never its author', async () => {
  const [author, reader] = [await person(), await person()];
  const first = await publishNew(author, 'Counted', crossingRules(79));
  const strategyId = first.versions[0]?.strategyId ?? 0;
  await reader.call('strategies.add', { url: 'follow', strategyId });
  await reader.call('strategies.clone', { strategyId });
  // How a next version is made.
  await author.call('strategies.clone', { strategyId });
  expect((await offers(reader, 'Counted'))[0]?.followers).toBe(1);
});

it('the least capital of a copy holds whichever call changes its capital', async () => {
  const [author, holder] = [await person(), await person()];
  const first = await publishNew(author, 'Costly', crossingRules(80));
  const { strategyId } = await holder.call('strategies.clone', {
    strategyId: first.versions[0]?.strategyId ?? 0,
  });
  const capital = 1_00_000_00;
  expect((await holder.ask('strategies.settings', { strategyId, capital })).status).toBe(400);
  await holder.ask('strategies.add', { url: 'update', strategyId, capital });
  expect((await rowOf(strategyId)).capital).toBe(10_00_000_00);
});

describe('the page of an author', () => {
  it('has what they offer and what all of it has come to, one level apart from the other', async () => {
    const [author, reader] = [await person(), await person()];
    const first = await publishNew(author, 'On the page', crossingRules(34));
    const { strategyAuthor } = (await offers(reader, 'On the page'))[0]!;
    const { authorId } = strategyAuthor;
    await author.call('authors.saveProfile', { bio: 'Trades averages.', parrvaReference: 'PRV-1' });
    const page = async () => (await reader.call('strategies.author', { authorId })).authorDetails;
    expect(await page()).toMatchObject({ bio: 'Trades averages.', parrvaReference: 'PRV-1', record: [] });
    expect((await page()).strategies.map(({ name }) => name)).toEqual(['On the page']);
    const offered = first.versions[0]?.strategyId ?? 0;
    await trade(offered, 'test', 300_00);
    await trade(offered, 'live', -200_00);
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query.updateTable('strategies').set({ mode: 'live' }).where('id', '=', offered).execute(),
    );
    expect((await page()).record).toMatchObject([
      { level: 'live', source: 'broker', traded: 1, trades: 1, net: -200_00 },
      { level: 'paper', source: 'simulated', traded: 1, trades: 1, net: 300_00 },
    ]);
    // What the author's own runs live is what the live top ten ranks.
    const ranked = await reader.call('home.topTen', { thirtyDay: '1', test: '0' });
    expect(ranked).toMatchObject([{ strategyId: offered, name: 'On the page', net: -200_00 }]);
    await author.call('authors.withdraw', { publicationId: first.publicationId });
    expect((await reader.ask('strategies.author', { authorId })).status).toBe(404);
    // One's own is there without anything on offer, to be written before the first publication.
    expect((await author.call('strategies.author', { authorId })).authorDetails.strategies).toEqual([]);
    await author.call('authors.saveProfile', { parrvaReference: null });
    expect((await author.call('strategies.author', { authorId })).authorDetails).toMatchObject({
      bio: 'Trades averages.',
      parrvaReference: null,
    });
  });
});
