import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { type Database, openDatabase, type Transaction } from '../db/database.ts';
import type { AccountDifferenceRow, OrderRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { bookFill } from '../trading/book-fill.ts';
import { applyEvent, intendOrder, readOrder } from '../trading/order-book.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import type { DifferenceEvidence } from './difference-log.ts';
import { resolveDifference } from './resolve-difference.ts';

/** A fill is not lost while its owner settles a difference. */

const AT = Date.parse('2026-11-20T10:00:00+05:30');
const clock = { now: () => AT };
const hub = new EventHub(clock);
const sinks = { hub, notify: createNotify(hub, clock), writeLog };
const terms: TradingTerms = {
  strategy: { id: 1, name: 'Test', ownerId: 1, isHouse: false },
  opening: {
    ...{ side: 'long', product: 'intraday' },
    protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
  },
  ...{ slippageBp: 0, squareOffTime: '15:10' },
};

let folder = '';
let database: Database;
let userId = 0;
let entry: OrderRow;
let positionId = 0;

const submitted = (purpose: 'entry' | 'exit', quantity: number, of: number | null) =>
  database.write(async (tx) => {
    const { order } = await intendOrder(tx, hub, {
      ...{
        userId,
        strategyId: 1,
        positionId: of,
        symbol: 'ITC',
        source: 'simulated',
        runId: 1,
        mode: 'test',
      },
      ...{ brokerId: 1, side: purpose === 'entry' ? 'buy' : 'sell', purpose, quantity, at: AT },
      ...{ slot: purpose === 'entry' ? 'entry' : 'leaving', reason: 'A rule', key: `${purpose} ${quantity}` },
    } as const);
    return applyEvent(tx, hub, order, { event: 'submit', at: AT });
  });
const book = async (tx: Transaction, { id }: OrderRow, quantity: number) =>
  bookFill(tx, { sinks, lastPrice: () => null }, terms, await readOrder(tx.query, id), {
    ...{ quantity, price: 400_00, at: AT },
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-beside-'));
  database = await openDatabase(folder);
  await database.write(async (tx) => {
    await seedHouse(tx, AT);
    userId = await addUser(tx, { number: 1 });
  });
  entry = await submitted('entry', 20, null);
  positionId = (await database.write((tx) => book(tx, entry, 10))).position.id;
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Decides while four more shares are booked behind its last look. */
const decideBesideFill = (
  kind: AccountDifferenceRow['kind'],
  resolution: 'take-over' | 'write-off',
  { theirs, missing, factor }: { theirs: number; missing: number; factor: number | null },
  polls: number,
) =>
  database.write(async (tx) => {
    const evidence: DifferenceEvidence = {
      ...{ tradingSymbol: 'ITC-EQ', factor, lastPrice: 400_00, trades: [] },
      positions: [{ positionId, quantity: 10, missing }],
    };
    const difference = await tx.query
      .insertInto('account_differences')
      .values({
        ...{ user_id: userId, run_id: 1, kind, contract_key: 'ITC', symbol: 'ITC', ours: 10, theirs },
        ...{ evidence_json: JSON.stringify(evidence), status: 'open', resolution: null, found_at: AT },
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    let left = polls;
    const lastPoll = { test: (sql: string) => /^select \* from "positions"/.test(sql) && --left === 0 };
    const deps = {
      ...{ sinks, now: AT, termsOf: () => Promise.resolve(terms), lastPrice: () => null },
      ...{
        run: { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 } as const,
        onTrade: () => undefined,
      },
    } as const;
    await resolveDifference(
      interrupted(tx, { after: lastPoll as RegExp, write: (other) => book(other, entry, 4) }),
      deps,
      difference,
      { resolution, price: 400_00 },
    );
    expect(left).toBeLessThanOrEqual(0);
    return 'done' as const;
  });

describe('a fill that is booked while its owner settles a difference', () => {
  it.each([
    ['a write-off', 'smaller', 'write-off', { theirs: 7, missing: 3, factor: null }, 2, 11],
    ['taking over more', 'larger', 'take-over', { theirs: 13, missing: 0, factor: null }, 3, 17],
    ['a split', 'split', 'take-over', { theirs: 20, missing: 0, factor: 2 }, 2, 28],
  ] as const)('is not lost by %s', async (_what, kind, resolution, numbers, polls, quantity) => {
    const outcome = await decideBesideFill(kind as never, resolution, numbers, polls).catch(String);
    // Either it is refused whole and decided anew, or the fill is in it.
    if (outcome !== 'done') return expect(outcome).toMatch(/moved|changed|conflict/i);
    const [position] = await database.read.selectFrom('positions').selectAll().execute();
    expect(position).toMatchObject({ quantity });
  });
});
