import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Transaction } from '../db/database.ts';
import type { NewStrategy, StrategyRow } from '../db/schema.ts';

/** A copy of a strategy for a new owner: always in test, stopped, with the author's settings. */
export const copyOf = (
  parent: StrategyRow,
  copy: { ownerId: number; name: string; capital: number; at: number },
): NewStrategy => ({
  owner_id: copy.ownerId,
  parent_id: parent.id,
  name: copy.name,
  summary: parent.summary,
  document_json: parent.document_json,
  mode: 'test',
  status: STRATEGY_STATUS.stopped,
  segment: parent.segment,
  timeframe: parent.timeframe,
  risk: parent.risk,
  minimum_capital: parent.minimum_capital,
  capital: copy.capital,
  quantity: parent.quantity,
  risk_percent: parent.risk_percent,
  max_loss_per_day: parent.max_loss_per_day,
  max_trades_per_day: parent.max_trades_per_day,
  square_off_time: parent.square_off_time,
  product: parent.product,
  slippage_bp: parent.slippage_bp,
  stop_loss_json: parent.stop_loss_json,
  target_json: parent.target_json,
  trailing_json: parent.trailing_json,
  is_public: 0,
  broker_id: 1,
  attention: null,
  created_at: copy.at,
  removed_at: null,
});

/** A name the user does not have yet: the wanted one, or with a number behind it. */
export const freeName = async (tx: Transaction, userId: number, wanted: string): Promise<string> => {
  const rows = await tx.query
    .selectFrom('strategies')
    .select('name')
    .where('owner_id', '=', userId)
    .where('kind', '=', 'rules')
    .where('removed_at', 'is', null)
    .execute();
  const taken = new Set(rows.map((row) => row.name.toLowerCase()));
  if (!taken.has(wanted.toLowerCase())) return wanted;
  for (let number = 2; ; number++) {
    const candidate = `${wanted} (${number})`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
};
