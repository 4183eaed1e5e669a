import type { Database } from '../db/database.ts';
import { termsOfBasket } from './basket-terms.ts';
import { openingRulesOf } from './effective-rules.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';
import { termsOfLegs } from './legs/leg-runner.ts';
import { termsOfManual } from './manual-account-terms.ts';
import type { TradingTerms } from './order-path.ts';

/**
 * Terms for leaving, when a strategy's rules cannot be read. Its owner is notified of this at its start, and it
 * enters nothing.
 */
const LEAVING_ONLY: Omit<TradingTerms['opening'], 'product'> = {
  side: 'long',
  protection: { stopLoss: null, target: null, trailing: null, partialExits: [] },
};

/** Most strategies whose terms are kept. */
const MOST_KEPT = 10_000;

/** Terms that were read, until something in their strategy changes. */
class KeptTerms {
  private readonly database: Database;
  private readonly kept = new Map<number, TradingTerms>();
  private changes = 0;

  constructor(database: Database) {
    this.database = database;
    database.onStrategiesChanged(({ ids, of }) => {
      this.changes++;
      if (of === 'anything') this.kept.clear();
      for (const id of ids) this.kept.delete(id);
    });
  }

  async of(strategyId: number): Promise<TradingTerms> {
    const known = this.kept.get(strategyId);
    if (known) return known;
    const before = this.changes;
    const terms = await readTerms(this.database, strategyId);
    // What changed while it was read is answered as of when it was asked for, and not kept.
    if (before !== this.changes) return terms;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(strategyId, terms);
    return terms;
  }
}

const keptOf = new WeakMap<Database, KeptTerms>();

/**
 * Terms of a strategy that holds something, running or not. They are asked for each second of everything that is held,
 * so they are kept, and its rules are not compiled for that.
 */
export const loadTerms = (database: Database, strategyId: number): Promise<TradingTerms> => {
  const kept = keptOf.get(database) ?? new KeptTerms(database);
  keptOf.set(database, kept);
  return kept.of(strategyId);
};

const readTerms = async ({ read }: Database, strategyId: number): Promise<TradingTerms> => {
  const row = await read
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .selectAll('strategies')
    .select('users.is_house as isHouse')
    .where('strategies.id', '=', strategyId)
    .executeTakeFirstOrThrow();
  if (row.kind === 'basket') return termsOfBasket(row);
  if (row.kind === 'manual') return termsOfManual(row);
  const strategy = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse: row.isHouse === 1 };
  if (legDocumentOf(row)) return termsOfLegs(row, strategy);
  return {
    strategy,
    opening: openingRulesOf(row) ?? { ...LEAVING_ONLY, product: row.product },
    slippageBp: row.slippage_bp,
    squareOffTime: row.square_off_time,
  };
};
