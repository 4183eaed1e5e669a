import type { Kysely } from 'kysely';
import { modeWord } from '../../../shared/mode-word.ts';
import { formatRupees } from '../../../shared/money.ts';
import { plainLine } from '../../../shared/plain-text.ts';
import type { Schema } from '../../db/schema.ts';

/** Fields of a proposed call as its person reads them. */
export interface Preview {
  readonly lines: readonly { readonly field: string; readonly value: string }[];
  /** Whether real money is concerned, as it stands now. */
  readonly isLive: boolean;
}

/** Something that an id points to. */
interface Pointed {
  readonly value: string;
  readonly isLive: boolean;
}
type Find = (db: Kysely<Schema>, userId: number, id: number) => Promise<Pointed | null>;

const findStrategy: Find = async (db, userId, id) => {
  const row = await db
    .selectFrom('strategies')
    .select(['name', 'mode', 'owner_id'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_public', '=', 1)]))
    .executeTakeFirst();
  if (!row) return null;
  const isLive = row.mode === 'live' && row.owner_id === userId;
  return { value: `${row.name} (${modeWord(isLive ? 'live' : 'test')})`, isLive };
};

const findPosition: Find = async (db, userId, id) => {
  const row = await db
    .selectFrom('positions')
    .select(['symbol', 'mode', 'side', 'quantity'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { symbol, side, quantity, mode } = row;
  return { value: `${symbol} ${side} ${quantity} (${modeWord(mode)})`, isLive: mode === 'live' };
};

const findOrder: Find = async (db, userId, id) => {
  const row = await db
    .selectFrom('orders')
    .select(['symbol', 'mode', 'side', 'quantity'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { symbol, side, quantity, mode } = row;
  return { value: `${side} ${quantity} ${symbol} (${modeWord(mode)})`, isLive: mode === 'live' };
};

const findBasket: Find = async (db, userId, id) => {
  const row = await db
    .selectFrom('basket_definitions')
    .select('name')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('is_public', '=', 1)]))
    .executeTakeFirst();
  return row ? { value: row.name, isLive: false } : null;
};

const PREVIEWED = { open: 'Buy', add: 'Buy more', sip: 'SIP', rebalance: 'Rebalance' } as const;

/** A preview of a basket: whether it is of real money stands in it alone. */
const findPreview: Find = async (db, userId, id) => {
  const row = await db
    .selectFrom('basket_previews')
    .select(['kind', 'mode'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  return { value: `${PREVIEWED[row.kind]} ${id} (${modeWord(row.mode)})`, isLive: row.mode === 'live' };
};

/** Fields that hold an id of something with a name. */
const POINTERS: Readonly<Record<string, Find>> = {
  strategyId: findStrategy,
  positionId: findPosition,
  orderId: findOrder,
  basketId: findBasket,
  previewId: findPreview,
};

/** Fields that hold paise. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['capital', 'amount', 'maxLossPerDay', 'minimumCapital', 'fee'],
  ...['price', 'triggerPrice', 'stopLoss', 'target'],
]);

/** Size of an order by hand. It is an amount or a count, and says which. */
const sizeText = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || !('by' in value) || !('amount' in value)) return null;
  const { by, amount } = value;
  if (typeof amount !== 'number') return null;
  return `${by === 'money' || by === 'risk' ? formatRupees(amount) : amount} (${String(by)})`;
};

/** Condition of an alert, whose amounts stand a level deeper. What rules it has inside are in their own units. */
const conditionText = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null) return null;
  const shown = Object.entries(value).map(([field, each]): [string, unknown] => [
    field,
    typeof each === 'number' && AMOUNTS.has(field) ? formatRupees(each) : each,
  ]);
  return JSON.stringify(Object.fromEntries(shown));
};

/** A value as a whole: what is cut off would be accepted unread. */
const valueText = (field: string, value: unknown): string => {
  if (typeof value === 'number' && AMOUNTS.has(field)) return formatRupees(value);
  const text = field === 'size' ? sizeText(value) : field === 'condition' ? conditionText(value) : null;
  return plainLine(text ?? (typeof value === 'string' ? value : JSON.stringify(value)));
};

/** Whether a field asks for real money by its own value. */
const isOfLive = (field: string, value: unknown): boolean =>
  (field === 'mode' && value === 'live') || (field === 'type' && (value === 'live' || value === 'all'));

/** Preview of a call with its whole input, as things stand now. */
export const previewOf = async (
  db: Kysely<Schema>,
  userId: number,
  input: Readonly<Record<string, unknown>>,
): Promise<Preview> => {
  const lines: { field: string; value: string }[] = [];
  let isLive = false;
  for (const [field, value] of Object.entries(input)) {
    const find = POINTERS[field];
    const pointed = find && typeof value === 'number' ? await find(db, userId, value) : null;
    isLive ||= pointed?.isLive ?? isOfLive(field, value);
    lines.push({ field, value: pointed ? plainLine(pointed.value) : valueText(field, value) });
  }
  return { lines, isLive };
};
