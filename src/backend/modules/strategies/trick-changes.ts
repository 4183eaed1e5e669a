import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { TrickRow } from '../../db/schema.ts';
import type { TradingDesk } from '../../trading/trading-desk.ts';

export type TrickChange = OutputOf<typeof strategies.start>;

/** What a change leaves: the trick's state and what it still holds, with the protection in place. */
export const changeOf = (desk: TradingDesk, trick: TrickRow): TrickChange => ({
  TricksId: trick.id,
  trickStatus: trick.status,
  openPositions: desk.runsOf(trick.owner_id).flatMap((run) =>
    run.positionsOf(trick.id).map((position) => ({
      positionId: position.id,
      symbol: position.symbol,
      quantity: position.quantity,
      stopLoss: position.stop_loss,
      target: position.target,
    })),
  ),
});
