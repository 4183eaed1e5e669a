import { type Database, HOUSE } from '../../src/backend/db/database.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';

const BATCH = 500;

/** Add users, each with a running copy. Of a shipped strategy, or of one that is given by its id. */
export const addCopies = async (database: Database, strategies: number, modelId?: number): Promise<void> => {
  const found = database.read.selectFrom('strategies').selectAll();
  const models = await (
    modelId === undefined
      ? found.where('is_public', '=', 1).where('kind', '=', 'rules')
      : found.where('id', '=', modelId)
  )
    .orderBy('id')
    .execute();
  const owner = await database.read
    .selectFrom('users')
    .selectAll()
    .where('is_house', '=', 1)
    .executeTakeFirstOrThrow();
  for (let from = 0; from < strategies; from += BATCH)
    await database.write(HOUSE, async (tx) => {
      for (let at = from; at < Math.min(from + BATCH, strategies); at++) {
        const { id: ownerId } = await tx.query
          .insertInto('users')
          .values({
            ...owner,
            id: undefined,
            email: `starts${at}@example.com`,
            phone: `8${String(at).padStart(9, '0')}`,
            referral_code: `S${at}`,
            is_house: 0,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const model = models[at % models.length];
        if (!model) throw new Error('There is no strategy to copy.');
        const { id: parentId, ...copy } = model;
        await tx.query
          .insertInto('strategies')
          .values({
            ...copy,
            owner_id: ownerId,
            parent_id: parentId,
            is_public: 0,
            status: STRATEGY_STATUS.running,
            mode: 'test',
            managed_by: null,
          })
          .execute();
      }
    });
};
