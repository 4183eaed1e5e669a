import { listPositions, listPortfolio } from './list-positions.ts';
import { tradeHistory } from './trade-history.ts';
import { structureHistory } from './structure-history.ts';
import { orderHistory } from './order-history.ts';
import { cancelOrder } from './cancel-order.ts';
import { exitPosition, exitAllPositions } from './exit-positions.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';

/** Positions, trades and orders of a user, and leaving what is open. */
export const positionsHandlers = (deps: PositionsDeps): PositionsCalls => ({
  open: listPositions(deps),
  portfolio: listPortfolio(deps),
  trades: tradeHistory(deps),
  structures: structureHistory(deps),
  orders: orderHistory(deps),
  exit: exitPosition(deps),
  exitAll: exitAllPositions(deps),
  cancelOrder: cancelOrder(deps),
});
