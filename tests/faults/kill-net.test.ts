import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { keyOfParts } from '../../src/backend/trading/manual-terms.ts';
import { startBackendProcess } from '../support/backend-process.ts';
import { clientAt, startTestBackend, type TestUser } from '../support/test-backend.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 4);
/** Market minutes pass in a second: fills come between any two writes. */
const SPEED = 600;
/** Units of the purchases before each sale. */
const BOUGHT = [5, 3, 4];
const SOLD = 10;
/** Time from the sale to the kill, ms. It is not written then, or is being sent, or fills. */
const DELAYS = [0, 4, 12, 40];

let folder = '';
let session: Pick<TestUser, 'accessToken' | 'refreshToken' | 'email'>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-kill-net-'));
  const server = await startTestBackend({ dataDir: folder });
  await server.backend.prepared;
  session = await server.register('killed-net');
  await server.close();
  const database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: SPEED }).execute());
  await database.close();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async () => {
  const backend = await startBackendProcess(folder);
  const user = clientAt(backend.url).as(session);
  await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
  const place = (side: 'buy' | 'sell', amount: number, mark: string) =>
    user.ask('manual.place', {
      ...{ symbol: 'ITC', side, size: { by: 'quantity', amount }, type: 'market', product: 'delivery', mark },
    });
  const filled = () =>
    until('all to fill', async () => (await user.call('manual.account', {})).working.length === 0, 60_000);
  const held = async () => {
    const { list } = await user.call('positions.open', { place: 'by-hand', pageSize: 100 });
    return list.reduce((sum, { quantity }) => sum + quantity, 0);
  };
  return { backend, place, filled, held };
};

it(
  'a sale over several positions survives kills between its parts: all of it is sold, and nothing twice',
  { timeout: 300_000 },
  async () => {
    let left = 0;
    for (let count = 0; count < KILLS; count++) {
      const { backend, place, filled, held } = await start();
      for (const [index, amount] of BOUGHT.entries()) {
        expect((await place('buy', amount, `kill-${count}-buy-${index}`)).status).toBe(200);
        await filled();
      }
      left += BOUGHT.reduce((sum, amount) => sum + amount, 0);
      expect(await held()).toBe(left);
      const mark = `kill-${count}-sell-all`;
      const asked = place('sell', SOLD, mark).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, DELAYS[count % DELAYS.length]));
      await backend.kill();
      await asked;
      // Whoever got no answer asks again, with the same mark.
      const again = await start();
      expect((await again.place('sell', SOLD, mark)).status).toBe(200);
      await again.filled();
      expect((await again.place('sell', SOLD, mark)).status).toBe(200);
      await again.filled();
      left -= SOLD;
      expect(await again.held()).toBe(left);
      await again.backend.kill();
    }
    const database = await openTestDatabase(folder);
    const orders = await database.read
      .selectFrom('orders')
      .selectAll()
      .where('slot', '=', 'leaving')
      .execute();
    await database.close();
    const sales = Map.groupBy(orders, ({ intent_key: key }) => keyOfParts(key));
    expect(sales.size).toBe(KILLS);
    for (const parts of sales.values()) {
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.reduce((sum, { filled_quantity: units }) => sum + units, 0)).toBe(SOLD);
      expect(new Set(parts.map(({ position_id: position }) => position)).size).toBe(parts.length);
    }
  },
);
