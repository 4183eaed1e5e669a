import { afterAll, beforeAll, expect, it } from 'vitest';
import { BONUS_DAY, BONUS_LIST, bonusCandles, ordinaryDays } from '../../../tests/support/bonus-candles.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import { istDate } from '../../shared/time.ts';

let server: TestBackend;
let user: TestUser;
let basketId = 0;
let userId = 0;

const DAYS = ordinaryDays('2024-10-01', 40);
/** The day after the bonus: on that day itself it might have bought before the test looks. */
const SIP_DAY = '2024-10-29';

const run = () => server.backend.parts.marketRuns.requireReplay(userId);
const basket = async () => (await user.call('baskets.mine', {})).myBaskets[0];
const settled = () =>
  until('filled orders', async () => {
    const held = await basket();
    return held !== undefined && held.state !== 'working' && held;
  });
/** Play on to a day, and stand still in its market. */
const playTo = async (day: string): Promise<void> => {
  await server.backend.parts.marketRuns.setSpeed(run(), 600);
  run().session.resume();
  await until(day, () => Promise.resolve(istDate(run().session.now) >= day), 60_000);
  run().session.pause();
  expect(istDate(run().session.now)).toBe(day);
};
const sharesOf = async () => {
  const { list } = await user.call('positions.open', { place: 'baskets' });
  return Object.fromEntries(list.map(({ symbol, quantity }) => [symbol, quantity]));
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('basket-actions');
  userId = (await user.call('profile.mine')).id;
  await user.call('market.import', {
    files: [bonusCandles('ITC', DAYS), bonusCandles('SBIN', DAYS), BONUS_LIST],
  });
  ({ basketId } = await user.call('baskets.add', {
    name: 'Two shares',
    constituents: [
      { instrument: 'ITC', weight: 50 },
      { instrument: 'SBIN', weight: 50 },
    ],
  }));
  await user.call('market.replay', { action: 'start', speed: 600, from: '2024-10-22' });
}, 60_000);
afterAll(() => server.dispose());

it('a basket is worth after a bonus what it was before, and its SIP buys at the new price', async () => {
  await playTo('2024-10-23');
  await user.call('baskets.open', { basketId, amount: 1_00_000_00 });
  await playTo('2024-10-24');
  const before = await settled();
  const shares = await sharesOf();
  expect(shares.ITC).toBeGreaterThan(40);
  await user.call('baskets.setSip', {
    ...{ basketId, status: 'on', amount: 20_000_00, frequency: 'weekly', day: 2 },
  });
  await playTo('2024-10-25');
  const preview = await user.call('baskets.preview', { basketId, amount: 20_000_00 });
  const planned = preview.orders.find(({ symbol }) => symbol === 'ITC');
  await playTo(BONUS_DAY);
  expect((await sharesOf()).ITC).toBe(2 * shares.ITC!);
  expect((await sharesOf()).SBIN).toBe(shares.SBIN);
  const after = (await basket())!;
  expect(Math.abs(after.value - before.value)).toBeLessThan(before.value / 500);
  expect(after.invested).toBe(before.invested);

  // What was looked at before is of other shares: it is not bought, and looked at anew.
  const refused = await user.ask('baskets.rebalance', { basketId, previewId: preview.previewId });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('ITC has moved from ₹1,000.00 to ₹500.00 since');
  const fresh = (refused.body.details as { preview: typeof preview }).preview;
  const again = fresh.orders.find(({ symbol }) => symbol === 'ITC')!;
  // At half the price the money goes a share further, perhaps.
  expect(again.quantity - 2 * planned!.quantity).toBeGreaterThanOrEqual(0);
  expect(again.quantity - 2 * planned!.quantity).toBeLessThanOrEqual(1);

  run().session.resume();
  await until('the SIP', async () => {
    const { sipRuns } = (await user.call('baskets.details', { basketId })).detailsBasket;
    return sipRuns.some(({ due, state }) => due === SIP_DAY && state === 'done');
  });
  await settled();
  const { list } = await user.call('positions.open', { place: 'baskets' });
  const all = list.reduce((sum, one) => sum + (one.symbol === 'ITC' ? one.quantity : 0), 0);
  // About ₹10,000 of it at ₹500.
  expect(all - 2 * shares.ITC!).toBeGreaterThanOrEqual(18);
  expect(all - 2 * shares.ITC!).toBeLessThanOrEqual(21);
}, 90_000);
