import type { PositionRow } from '../../db/schema.ts';
import { type NamedPosition } from './positions-of.ts';
import { positionView } from '../../trading/views.ts';
import type { PositionsDeps } from './positions-deps.ts';

const lastPrice = (deps: PositionsDeps, userId: number, position: PositionRow) =>
  position.mode === 'live' || deps.marketRuns.isOpen
    ? (deps.marketRuns.findRun(userId, position.run_id)?.session.lastPriceOf(position) ?? null)
    : null;

/** A position as calls show it, at its market's last price. */
export const pricedView = (deps: PositionsDeps, userId: number, row: NamedPosition) =>
  positionView(
    row,
    {
      name: row.strategyName,
      isBasket: row.strategyKind === 'basket',
      isManual: row.strategyKind === 'manual',
    },
    row.status === 'open' ? lastPrice(deps, userId, row) : null,
  );
