import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interrupted } from '../../../tests/support/second-writer.ts';
import {
  openWrittenOrders,
  WRITTEN_AT,
  WRITTEN_TERMS,
  type WrittenOrders,
} from '../../../tests/support/written-orders.ts';
import type { AccountDifferenceRow, OrderRow } from '../db/schema.ts';
import type { DifferenceEvidence } from './difference-log.ts';
import { resolveDifference } from './resolve-difference.ts';

/** A fill is not lost while its owner settles a difference. */

let orders: WrittenOrders;
let entry: OrderRow;
let positionId = 0;
beforeEach(async () => {
  orders = await openWrittenOrders();
  entry = await orders.submitted('entry', 20);
  positionId = (await orders.database.write(orders.userId, (tx) => orders.book(tx, entry, 10))).position.id;
});
afterEach(() => orders.dispose());

/** Decides while four more shares are booked behind its last look. */
const decideBesideFill = (
  kind: AccountDifferenceRow['kind'],
  resolution: 'take-over' | 'write-off',
  { theirs, missing, factor }: { theirs: number; missing: number; factor: number | null },
  polls: number,
) =>
  orders.database.write(orders.userId, async (tx) => {
    const evidence: DifferenceEvidence = {
      ...{ tradingSymbol: 'ITC-EQ', factor, lastPrice: 400_00, trades: [] },
      positions: [{ positionId, quantity: 10, missing }],
    };
    const difference = await tx.query
      .insertInto('account_differences')
      .values({
        ...{ user_id: orders.userId, run_id: 1, kind, contract_key: 'ITC', symbol: 'ITC', ours: 10, theirs },
        ...{
          evidence_json: JSON.stringify(evidence),
          status: 'open',
          resolution: null,
          found_at: WRITTEN_AT,
        },
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    let left = polls;
    const lastPoll = { test: (sql: string) => /^select \* from "positions"/.test(sql) && --left === 0 };
    const deps = {
      ...{
        sinks: orders.sinks,
        now: WRITTEN_AT,
        termsOf: () => Promise.resolve(WRITTEN_TERMS),
        lastPrice: () => null,
      },
      ...{
        run: { source: 'simulated', runId: 1, mode: 'test', brokerId: 1 } as const,
        onTrade: () => undefined,
      },
    } as const;
    await resolveDifference(
      interrupted(tx, { after: lastPoll as RegExp, write: (other) => orders.book(other, entry, 4) }),
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
    const [position] = await orders.database.read.selectFrom('positions').selectAll().execute();
    expect(position).toMatchObject({ quantity });
  });
});
