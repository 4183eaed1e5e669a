import type { Bar } from '../../engine/bars.ts';
import { weightsOf } from '../../engine/baskets/weights.ts';
import { istDayText } from '../../shared/time.ts';
import type { Database } from '../db/database.ts';
import type { History } from '../market/history.ts';
import { INSTRUMENT_MASTER } from '../market/instrument-master.ts';
import { HOUSE_BASKETS } from './house-baskets.ts';

/** Days of candles that a rule may look back on. */
const RULE_DAYS = 260;

/**
 * Writes the house's baskets, once: their rules are worked out on the simulated market's candles before its market time
 * and the weights kept, with the day they are from. `key` marks that they are there.
 */
export const seedBaskets = async (
  database: Database,
  history: History,
  marketTime: number,
  now: number,
  key: string,
): Promise<void> => {
  const daily = new Map<string, Bar[]>();
  for (const { symbol, kind } of INSTRUMENT_MASTER)
    if (kind === 'equity') {
      const series = { ownerId: 0, source: 'simulated' as const, symbol };
      daily.set(symbol, await history.candlesBefore(series, '1d', marketTime, RULE_DAYS));
    }
  const last = Math.max(...[...daily.values()].map((bars) => bars.at(-1)?.time ?? 0));
  const authors = await database.read
    .selectFrom('users')
    .select(['id', 'full_name'])
    .where('is_house', '=', 1)
    .execute();
  const ids = authors.map(({ id }) => id);
  await database.write(ids, async (tx) => {
    for (const { author, name, summary, rebalance, rule } of HOUSE_BASKETS) {
      const parts = rule(daily);
      const weights = weightsOf(parts.map(([, part]) => part));
      const { id } = await tx.query
        .insertInto('basket_definitions')
        .values({
          owner_id: authors.find(({ full_name }) => full_name === author)?.id ?? 0,
          name,
          summary: `${summary} Weights of ${istDayText(last)}.`,
          rebalance,
          is_public: 1,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.query
        .insertInto('basket_constituents')
        .values(
          parts
            .map(([symbol], index) => ({ symbol, weight: weights[index] ?? 0 }))
            .sort((a, b) => b.weight - a.weight)
            .map((each, place) => ({ ...each, definition_id: id, place })),
        )
        .execute();
    }
    await tx.query.insertInto('meta').values({ key, value: '1' }).execute();
  });
};
