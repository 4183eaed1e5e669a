import { constituentsProblem, weightFromPercent } from '../../../engine/baskets/weights.ts';
import type { RebalanceRule } from '../../../shared/basket-rules.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { requireBasketQuota } from '../../quotas.ts';
import { Refusal } from '../../refusal.ts';

interface AddInput {
  readonly name: string;
  readonly summary: string;
  /** Weights in percent. */
  readonly constituents: readonly { readonly instrument: string; readonly weight: number }[];
  readonly rebalance: RebalanceRule;
}

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, { fields: { constituents: message } });
};

const requireShares = (symbols: readonly string[]): void => {
  for (const symbol of symbols) {
    const row = findInstrument(symbol);
    if (!row) refuse(`${symbol} is not a share that is known here.`);
    else if (row.kind !== 'equity')
      refuse(`${symbol} is an index; a basket holds shares, so take its constituents.`);
  }
};

/** Writes a definition of the user's own. @throws Refusal with the sentence for what does not make a basket. */
export const addBasket = async (
  database: Database,
  clock: Clock,
  userId: number,
  input: AddInput,
  log: (tx: Transaction) => Promise<void>,
): Promise<number> => {
  const constituents = input.constituents.map(({ instrument, weight }) => ({
    symbol: instrument,
    weight:
      weightFromPercent(weight) ??
      refuse(`${instrument} has a weight of ${weight}%; give at most two decimals.`),
  }));
  const problem = constituentsProblem(constituents);
  if (problem) refuse(problem);
  requireShares(constituents.map(({ symbol }) => symbol));
  return database.write(userId, async (tx) => {
    const taken = await tx.query
      .selectFrom('basket_definitions')
      .select('id')
      .where('owner_id', '=', userId)
      .where('name', '=', input.name)
      .executeTakeFirst();
    if (taken)
      throw new Refusal('invalid', `You have a basket called ${input.name} already.`, {
        fields: { name: 'is taken' },
      });
    const { id } = await tx.query
      .insertInto('basket_definitions')
      .values({
        owner_id: userId,
        name: input.name,
        summary: input.summary,
        rebalance: input.rebalance,
        is_public: 0,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.query
      .insertInto('basket_constituents')
      .values(constituents.map((each, place) => ({ ...each, definition_id: id, place })))
      .execute();
    await requireBasketQuota(tx, userId);
    await log(tx);
    return id;
  });
};
