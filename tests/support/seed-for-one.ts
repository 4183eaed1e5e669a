import type { Transaction } from '../../src/backend/db/database.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';

/** Seed the shipped strategies, all of them as the first user's. */
export const seedForOne = async (tx: Transaction, now: number): Promise<void> => {
  await seedHouse(tx, now);
  await tx.query.updateTable('strategies').set({ owner_id: 1 }).execute();
};
