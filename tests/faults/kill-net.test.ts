import { expect, it } from 'vitest';
import { keyOfParts } from '../../src/backend/trading/manual-terms.ts';
import { killedHand } from '../support/killed-hand.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 4);
/** Units of the purchases before each sale. */
const BOUGHT = [5, 3, 4];
const SOLD = 10;
/** Time from the sale to the kill, ms. It is not written then, or is being sent, or fills. */
const DELAYS = [0, 4, 12, 40];

const { start: startBackend, openBooks } = killedHand('killed-net');

const start = async () => {
  const { backend, user } = await startBackend();
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
      const asked = Promise.allSettled([place('sell', SOLD, mark)]);
      await new Promise((resolve) => setTimeout(resolve, DELAYS[count % DELAYS.length]));
      await backend.kill();
      await asked;
      // The answer may be lost: it is asked again, with the same mark.
      const again = await start();
      expect((await again.place('sell', SOLD, mark)).status).toBe(200);
      await again.filled();
      expect((await again.place('sell', SOLD, mark)).status).toBe(200);
      await again.filled();
      left -= SOLD;
      expect(await again.held()).toBe(left);
      await again.backend.kill();
    }
    const database = await openBooks();
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
