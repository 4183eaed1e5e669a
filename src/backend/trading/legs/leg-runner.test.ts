import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { seedForOne } from '../../../../tests/support/seed-for-one.ts';
import { type LegDocumentInput, LegDocumentSchema } from '../../../shared/leg-document.ts';
import { istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import { systemClock } from '../../clock.ts';
import { type Database, HOUSE } from '../../db/database.ts';
import type { PositionRow, StrategyRow } from '../../db/schema.ts';
import { simulatedLegMarket } from '../../market/simulated/leg-market.ts';
import { EventHub } from '../../notices/event-hub.ts';
import { writeLog } from '../../notices/journal.ts';
import { createNotify } from '../../notices/notify.ts';
import type { Intent } from '../order-book.ts';
import { columnsOfLegs } from './leg-document-of.ts';
import { LegRunner, type LegRunnerDeps } from './leg-runner.ts';
import { RunningLegs } from './running-legs.ts';

const DAY = '2026-11-26';
const at = (minute: number): number => istDayStart(DAY) + (9 * 60 + minute) * MINUTE_MS;
const RUN = { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 } as const;
const leg = (kind: 'call' | 'put'): LegDocumentInput['legs'][number] => ({
  side: 'sell',
  kind,
  lots: 1,
  strike: { by: 'at-the-money', steps: 0 },
});
const documentOf = (more: Partial<LegDocumentInput> = {}) =>
  LegDocumentSchema.parse({
    version: 2,
    underlying: 'NIFTY',
    entry: { at: '09:20' },
    exit: { at: '15:15' },
    legs: [leg('call'), leg('put')],
    ...more,
  });

let folder = '';
let database: Database;
let like: StrategyRow;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-leg-runner-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, at(0)));
  like = await database.read
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const rowOf = (id: number, document = documentOf()): StrategyRow => ({
  ...like,
  ...columnsOfLegs(document),
  id,
});

/** A runner whose orders go nowhere. */
const setUp = (execution: Partial<LegRunnerDeps['execution']> = {}, write = database.write) => {
  const placed: Intent[] = [];
  const market = { now: at(20), spot: 26_000_00 };
  const hub = new EventHub(systemClock);
  const runner = new LegRunner({
    database: { ...database, write },
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    execution: {
      place: (intent) => {
        placed.push(intent);
        return Promise.resolve({} as never);
      },
      exit: () => Promise.resolve({} as never),
      openPositions: () => [],
      positionsOf: () => [],
      isBeingLeft: () => false,
      endEntries: () => Promise.resolve(),
      stopToEntry: () => undefined,
      ...execution,
    },
    run: RUN,
    marketOf: () => simulatedLegMarket({ underlying: 'NIFTY', previousClose: 26_000_00, ...market }),
    fundsOfLegs: () => 0,
    lastPrice: () => null,
    previousClose: () => null,
    onFault: (_, error) => Promise.reject(new Error('A fault.', { cause: error })),
  });
  return { runner, placed, market };
};

describe('a runner of legs', () => {
  it('wishes nothing again when settings are changed while a minute is under way', async () => {
    const { runner, placed, market } = setUp({
      place: async (intent) => {
        placed.push(intent);
        await runner.add({ ...rowOf(1), name: 'Changed' }, false);
        return {} as never;
      },
    });
    await runner.add(rowOf(1), false);
    await runner.onMinute(market.now);
    // A minute later other strikes would be chosen.
    market.now += MINUTE_MS;
    market.spot += 200_00;
    await runner.onMinute(market.now);
    expect(placed.map(({ leg: index }) => index)).toEqual([0, 1]);
    expect(runner.rows().map(({ name }) => name)).toEqual(['Changed']);
  });

  it('refuses an entry at the loss limit once, also when that could not be written', async () => {
    let isFull = true;
    const { runner, placed, market } = setUp({}, (of, work) =>
      isFull ? Promise.reject(new Error('database or disk is full')) : database.write(of, work),
    );
    await runner.add({ ...rowOf(4), max_loss_per_day: 0 }, false);
    await expect(runner.onMinute(market.now)).rejects.toThrow('disk is full');
    isFull = false;
    await runner.onMinute(market.now);
    await runner.onMinute(market.now + MINUTE_MS);
    expect(placed).toEqual([]);
    const said = await database.read.selectFrom('logs').select('text').where('strategy_id', '=', 4).execute();
    expect(said).toHaveLength(2);
  });

  it('moves a stop again that was not written before the program ended', async () => {
    const { market } = setUp();
    const running = new RunningLegs(rowOf(2), false, documentOf(), null);
    running.runtime.onMinute(
      market.now,
      simulatedLegMarket({ underlying: 'NIFTY', previousClose: 26_000_00, ...market }),
    );
    for (const index of [0, 1])
      running.runtime.filled(index, { price: 100_00, quantity: 75, spot: market.spot });
    const progress = running.runtime.snapshot();
    for (const one of progress.legs) one.isAtCost = true;
    const json = JSON.stringify({ ...progress, document: running.print });
    await database.write(1, (tx) =>
      tx.query
        .insertInto('structures')
        .values({
          user_id: 1,
          strategy_id: 2,
          source: 'simulated',
          run_id: 1,
          progress_json: json,
          updated_at: 0,
        })
        .onConflict((conflict) =>
          conflict.columns(['strategy_id', 'source', 'run_id']).doUpdateSet({ progress_json: json }),
        )
        .execute(),
    );
    const moved: number[] = [];
    const { runner } = setUp({
      positionsOf: () => [0, 1].map((index) => ({ id: 10 + index, leg: index })) as PositionRow[],
      stopToEntry: (id) => void moved.push(id),
    });
    await runner.add(rowOf(2), false);
    await runner.onMinute(market.now + MINUTE_MS);
    expect(moved).toEqual([10, 11]);
  });
});

describe('progress of a document that was changed', () => {
  const monthly = [leg('call'), leg('put')].map((one) => ({ ...one, expiry: 'this-month' as const }));
  const changed = [
    ['has more legs', documentOf({ entry: { at: '11:00' }, legs: [leg('call'), leg('put'), leg('put')] })],
    [
      'is on another underlying',
      documentOf({ entry: { at: '11:00' }, underlying: 'BANKNIFTY', legs: monthly }),
    ],
  ] as const;
  it.each(changed)('is over for the day when the new one %s', async (_, document) => {
    const { market } = setUp();
    const first = new RunningLegs(rowOf(3), false, documentOf(), null);
    const prices = simulatedLegMarket({ underlying: 'NIFTY', previousClose: 26_000_00, ...market });
    expect(first.runtime.onMinute(market.now, prices)).toHaveLength(2);
    await first.save(database, RUN, market.now);
    const { progress_json: json } = await database.read
      .selectFrom('structures')
      .select('progress_json')
      .where('strategy_id', '=', 3)
      .executeTakeFirstOrThrow();
    const again = new RunningLegs(rowOf(3, document), false, document, json);
    const later = at(2 * 60);
    const { underlying } = document;
    const spot = underlying === 'NIFTY' ? 26_000_00 : 56_000_00;
    const marketThen = (now: number) => simulatedLegMarket({ underlying, previousClose: spot, spot, now });
    // Its keys of the day are those of orders that have filled: some legs would be entered without the others.
    expect(again.runtime.onMinute(later, marketThen(later))).toEqual([]);
    const tomorrow = later + 24 * 60 * MINUTE_MS;
    expect(again.runtime.onMinute(tomorrow, marketThen(tomorrow)).map((wish) => wish.do)).toEqual(
      document.legs.map(() => 'enter'),
    );
    // The same document goes on where it stood.
    expect(new RunningLegs(rowOf(3), false, documentOf(), json).runtime.phase).toBe('on');
  });
});
