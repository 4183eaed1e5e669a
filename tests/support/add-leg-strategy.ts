import type { Database } from '../../src/backend/db/database.ts';
import type { StrategyRow } from '../../src/backend/db/schema.ts';
import { columnsOfLegs } from '../../src/backend/trading/legs/leg-document-of.ts';
import type { LegDocument } from '../../src/shared/leg-document.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';

/** Add a running strategy with legs to the first user. Else it is like the first strategy. */
export const addLegStrategy = (
  database: Database,
  document: LegDocument,
  values: Partial<StrategyRow> & Pick<StrategyRow, 'name'>,
): Promise<StrategyRow> =>
  database.write(1, async ({ query }) => {
    const { id: parent_id, ...columns } = await query
      .selectFrom('strategies')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    return query
      .insertInto('strategies')
      .values({
        ...columns,
        ...{ parent_id, ...columnsOfLegs(document), capital: 10_00_00_000_00, max_loss_per_day: null },
        status: STRATEGY_STATUS.running,
        ...values,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
