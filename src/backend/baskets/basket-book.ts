import type { Kysely } from 'kysely';
import type { Mode } from '../../shared/contract/fields.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import { containing } from '../db/containing.ts';
import type { BasketDefinitionRow, BasketHoldingRow, OrderRow, PositionRow, Schema } from '../db/schema.ts';
import { notFound } from '../refusal.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';

export interface Constituent {
  readonly symbol: string;
  /** Hundredths of a percent. */
  readonly weight: number;
}

/** Definition of a basket with its constituents. */
export interface Definition extends BasketDefinitionRow {
  readonly authorName: string;
  readonly constituents: readonly Constituent[];
}

type Reader = Kysely<Schema>;

/** Definitions a user may see: the house's, and their own. */
const visibleTo = (db: Reader, userId: number) =>
  db
    .selectFrom('basket_definitions')
    .innerJoin('users', 'users.id', 'basket_definitions.owner_id')
    .where((eb) =>
      eb.or([eb('basket_definitions.is_public', '=', 1), eb('basket_definitions.owner_id', '=', userId)]),
    );

const withConstituents = async (
  db: Reader,
  rows: readonly (BasketDefinitionRow & { authorName: string })[],
): Promise<Definition[]> => {
  if (rows.length === 0) return [];
  const parts = await db
    .selectFrom('basket_constituents')
    .selectAll()
    .where(
      'definition_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('place')
    .execute();
  return rows.map((row) => ({
    ...row,
    constituents: parts
      .filter((part) => part.definition_id === row.id)
      .map(({ symbol, weight }) => ({ symbol, weight })),
  }));
};

export interface DefinitionFilter {
  readonly search: string;
  readonly whose: 'all' | 'mine';
  readonly limit: number;
  readonly offset: number;
}

/** A page of what a user may see, their own first; and how many there are. */
export const listDefinitions = async (
  db: Reader,
  userId: number,
  { search, whose, limit, offset }: DefinitionFilter,
): Promise<{ definitions: Definition[]; total: number }> => {
  let query = visibleTo(db, userId);
  if (whose === 'mine') query = query.where('basket_definitions.owner_id', '=', userId);
  if (search)
    query = query.where((eb) =>
      eb.or([
        containing('basket_definitions.name', search),
        containing('basket_definitions.summary', search),
      ]),
    );
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll('basket_definitions')
    .select('users.full_name as authorName')
    .orderBy('basket_definitions.is_public')
    .orderBy('basket_definitions.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { definitions: await withConstituents(db, rows), total };
};

/** @throws Refusal `not-found` for what is not there and for somebody else's. */
export const requireDefinition = async (
  db: Reader,
  userId: number,
  basketId: number,
): Promise<Definition> => {
  const rows = await visibleTo(db, userId)
    .selectAll('basket_definitions')
    .select('users.full_name as authorName')
    .where('basket_definitions.id', '=', basketId)
    .execute();
  const [definition] = await withConstituents(db, rows);
  if (!definition) throw notFound('basket');
  return definition;
};

/** Definitions by id, whoever may see them. */
export const definitionsById = async (
  db: Reader,
  ids: readonly number[],
): Promise<Map<number, Definition>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('basket_definitions')
    .innerJoin('users', 'users.id', 'basket_definitions.owner_id')
    .selectAll('basket_definitions')
    .select('users.full_name as authorName')
    .where('basket_definitions.id', 'in', ids)
    .execute();
  return new Map((await withConstituents(db, rows)).map((definition) => [definition.id, definition]));
};

/** Current holdings of a user, oldest first. */
export const openHoldings = (db: Reader, userId: number): Promise<BasketHoldingRow[]> =>
  db
    .selectFrom('basket_holdings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();

/** A basket as a user holds it in a mode. */
export const findHolding = (
  db: Reader,
  userId: number,
  basketId: number,
  mode: Mode,
): Promise<BasketHoldingRow | undefined> =>
  db
    .selectFrom('basket_holdings')
    .selectAll()
    .where('user_id', '=', userId)
    .where('definition_id', '=', basketId)
    .where('mode', '=', mode)
    .where('closed_at', 'is', null)
    .executeTakeFirst();

/** @throws Refusal `not-found` when the user does not hold the basket. */
export const requireHolding = async (
  db: Reader,
  userId: number,
  basketId: number,
  mode: Mode,
): Promise<BasketHoldingRow> => {
  const holding = await findHolding(db, userId, basketId, mode);
  if (!holding) throw notFound(`basket among those you hold ${mode === 'live' ? 'live' : 'on paper'}`);
  return holding;
};

/** Every position the account has had; the open ones are what is held. */
export const positionsOf = (db: Reader, strategyId: number): Promise<PositionRow[]> =>
  db.selectFrom('positions').selectAll().where('strategy_id', '=', strategyId).orderBy('id').execute();

/** Orders of the account that can still fill. */
export const workingOrders = (db: Reader, strategyId: number): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('strategy_id', '=', strategyId)
    .where('state', 'in', WORKING_STATES)
    .orderBy('id')
    .execute();

/** Whether nothing is being ordered for a holding: cash that is spoken for must not be planned with again. */
export const isQuiet = async (
  db: Reader,
  holding: Pick<BasketHoldingRow, 'id' | 'strategy_id'>,
): Promise<boolean> => {
  const placing = await db
    .selectFrom('basket_previews')
    .select('id')
    .where('holding_id', '=', holding.id)
    .where('state', '=', 'placing')
    .executeTakeFirst();
  return !placing && (await workingOrders(db, holding.strategy_id)).length === 0;
};

/** Whether it is written that a holding is being sold, or was. */
export const isClosing = async (db: Reader, holdingId: number): Promise<boolean> => {
  const { closing_at } = await db
    .selectFrom('basket_holdings')
    .select('closing_at')
    .where('id', '=', holdingId)
    .executeTakeFirstOrThrow();
  return closing_at !== null;
};

/** The account a held basket trades on: a row of its own beside the strategies, without rules. */
export const accountOf = (
  definition: Pick<Definition, 'name' | 'summary'>,
  { userId, mode, capital, at }: { userId: number; mode: Mode; capital: number; at: number },
) => ({
  owner_id: userId,
  parent_id: null,
  name: definition.name,
  summary: definition.summary,
  document_json: '{}',
  mode,
  status: 2 as const,
  segment: 'equity' as const,
  timeframe: '1d',
  risk: 'medium' as const,
  minimum_capital: 0,
  capital,
  quantity: null,
  risk_percent: null,
  max_loss_per_day: null,
  max_trades_per_day: 0,
  square_off_time: '15:10',
  product: 'delivery' as const,
  slippage_bp: 1,
  stop_loss_json: null,
  target_json: null,
  trailing_json: null,
  is_public: 0,
  broker_id: mode === 'live' ? BROKER_ID.angelOne : BROKER_ID.paper,
  attention: null,
  kind: 'basket' as const,
  created_at: at,
  removed_at: null,
});
