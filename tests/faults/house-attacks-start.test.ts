import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReader } from '../../src/backend/db/database.ts';
import { missingForHouse, TestHouse } from '../support/test-house.ts';

const missing = missingForHouse();
const PROCESSES = 3;

describe.skipIf(missing !== null)(
  `servers of a house that start at the same instant${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    beforeAll(async () => {
      house = await TestHouse.start(0);
    });
    afterAll(() => house.dispose());

    it('all work on an empty database, which is prepared once', async () => {
      await Promise.all(Array.from({ length: PROCESSES }, () => house.add(PROCESSES)));
      await Promise.all(house.servers.map(({ prepared }) => prepared));
      expect(new Set(house.servers.map(({ parts }) => parts.users.place.from)).size).toBe(PROCESSES);
      const db = await openReader(house.database);
      const feeds = await db.selectFrom('feeds').select('id').where('source', '=', 'simulated').execute();
      expect(feeds).toHaveLength(1);
      await db.destroy();
    });

    it('loses and repeats no minute when all of them start again as another number', async () => {
      for (const processes of [2, 5]) {
        const before = Math.max(...house.servers.map(({ parts }) => parts.marketRuns.simulated.session.now));
        await house.close();
        await Promise.all(Array.from({ length: processes }, () => house.add(processes)));
        await Promise.all(house.servers.map(({ prepared }) => prepared));
        const times = () => house.servers.map(({ parts }) => parts.marketRuns.simulated.session.now);
        expect(Math.min(...times())).toBeGreaterThanOrEqual(before);
        // One that opens later catches up with the others.
        await expect.poll(() => Math.max(...times()) - Math.min(...times())).toBeLessThanOrEqual(60_000);
      }
    });
  },
);
