import type { Kysely } from 'kysely';
import type { Mode } from '../../shared/contract/fields.ts';
import { BROKER_ID, STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema, StrategyRow } from '../db/schema.ts';

/** Name of the account in positions, orders, trades and results. */
const NAME = 'Manual';
/** ₹10 lakh, in paise: what it begins with. */
export const FIRST_CAPITAL = 10_00_000_00;
/** ₹20,000, in paise: two percent of it. */
export const FIRST_DAY_LOSS = 20_000_00;

/** Clock time at which intraday positions are squared off. */
export const SQUARE_OFF = '15:10';

/**
 * The account on which somebody trades by hand in a mode. On paper it is there from the first order on, with real money
 * from when its owner has accepted that; one that was switched off is `removed`.
 */
export const findManualAccount = (
  db: Kysely<Schema>,
  userId: number,
  mode: Mode = 'test',
): Promise<StrategyRow | undefined> =>
  db
    .selectFrom('strategies')
    .selectAll()
    .where('owner_id', '=', userId)
    .where('kind', '=', 'manual')
    .where('mode', '=', mode)
    .executeTakeFirst();

/** The same, made where it is not there yet. There is one for each user and mode: their writes take turns. */
export const openManualAccount = async (
  tx: Transaction,
  userId: number,
  at: number,
  mode: Mode = 'test',
): Promise<StrategyRow> =>
  (await findManualAccount(tx.query, userId, mode)) ??
  (await tx.query
    .insertInto('strategies')
    .values({
      owner_id: userId,
      parent_id: null,
      name: NAME,
      summary: '',
      document_json: '{}',
      mode,
      status: STRATEGY_STATUS.stopped,
      segment: 'equity',
      timeframe: '1d',
      risk: 'medium',
      minimum_capital: 0,
      capital: FIRST_CAPITAL,
      quantity: null,
      risk_percent: null,
      max_loss_per_day: FIRST_DAY_LOSS,
      max_trades_per_day: 0,
      square_off_time: SQUARE_OFF,
      product: 'intraday',
      slippage_bp: 2,
      stop_loss_json: null,
      target_json: null,
      trailing_json: null,
      is_public: 0,
      broker_id: mode === 'live' ? BROKER_ID.angelOne : BROKER_ID.paper,
      attention: null,
      kind: 'manual',
      created_at: at,
      removed_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow());
