import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PositionRow } from '../db/schema.ts';
import { HeldPositions } from './held-positions.ts';

const rowOf = (id: number, strategyId: number, userId: number): PositionRow =>
  ({ id, strategy_id: strategyId, user_id: userId, symbol: 'ITC' }) as PositionRow;

it('finds what a search through all of them finds, in the same order', () => {
  const step = fc.record({ id: fc.nat(30), isOpened: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const held = new HeldPositions<{ row: PositionRow }>();
      // A position is of the strategy and the user that its number says.
      for (const { id, isOpened } of steps)
        if (isOpened) held.set(id, { row: rowOf(id, id % 7, id % 3) });
        else held.delete(id);
      const all = [...held.values()].map(({ row }) => row);
      for (let key = 0; key < 8; key++) {
        expect(held.rowsOfStrategy(key)).toEqual(all.filter((row) => row.strategy_id === key));
        expect(held.rowsOfUser(key)).toEqual(all.filter((row) => row.user_id === key));
      }
    }),
  );
});
