import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import type { BrokerOrder } from '../../src/backend/brokers/broker.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { madeUpChain } from './chain.ts';
import { type Connected, connect, orderOf, until } from './connected.ts';
import { SERVER_INSTRUMENTS } from './instruments.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const CHAIN = madeUpChain({
  ...{ name: 'NIFTY', expiry: '01DEC2026', lot: 65, freeze: 1_800, hasFuture: true },
  ...{ around: 24_100_00, step: 50_00, aSide: 20, firstToken: 70_000 },
});
const SENSEX = madeUpChain({
  ...{ name: 'SENSEX', exchange: 'BFO', expiry: '03DEC2026', lot: 20, freeze: 1_000 },
  ...{ around: 84_000_00, step: 100_00, aSide: 1, firstToken: 70_000 },
});
const INDEX = '99926000';

let world: Connected;
let folder = '';
let database: Database;
let list: InstrumentList;
beforeAll(async () => {
  const clock = { now: () => NOW };
  const instruments = [...SERVER_INSTRUMENTS, ...CHAIN, ...SENSEX];
  world = await connect({ ...clock, instruments }, { clock });
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-chain-'));
  database = await openTestDatabase(folder);
  list = new InstrumentList({ database, url: world.server.hosts.scripMaster });
  await list.bringUpTo('2026-11-20');
});
afterAll(async () => {
  await world.server.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const broker = () => world.account.broker(world.session);
const contract = (symbol: string) => list.instrumentFor(symbol, NOW);
const CALL = 'NIFTY 2026-12-01 24100 CE';

const order = async (symbol: string, change: Partial<BrokerOrder> = {}): Promise<BrokerOrder> =>
  orderOf({ instrument: await contract(symbol), quantity: 65, price: 200_00, ...change });

/** Places an order, and waits for what the exchange says of it. */
const outcome = async (of: BrokerOrder): Promise<string> => {
  const placed = await broker().place(of, 'entry');
  if (placed.outcome !== 'accepted') return placed.reason;
  const row = () => world.server.orders().find(({ orderid }) => orderid === placed.brokerOrderId);
  await until(() => row()?.status !== 'open pending');
  return row()?.text || (row()?.status ?? '');
};

describe('contracts of the list', () => {
  it('are instruments under the name that the broker has for them', async () => {
    expect(await contract(CALL)).toEqual({
      ...{ symbol: CALL, exchange: 'NFO', tradingSymbol: 'NIFTY01DEC2624100CE', expiry: '2026-12-01' },
      ...{ token: CHAIN.find(({ symbol }) => symbol === 'NIFTY01DEC2624100CE')?.token },
      ...{ lotSize: 65, tickSize: 5, freezeQuantity: 1_800, isin: null },
    });
    expect(await contract('BSE:SENSEX 2026-12-03 84000 PE')).toMatchObject({
      ...{ exchange: 'BFO', tradingSymbol: 'SENSEX03DEC2684000PE', lotSize: 20 },
    });
    expect(await contract('NIFTY 2026-12-01 FUT')).toMatchObject({ tradingSymbol: 'NIFTY01DEC26FUT' });
  });

  it('are found by their underlying, and what is over or was never listed is not', async () => {
    const all = await list.contractsOn('SENSEX', NOW);
    expect(all.map(({ instrument }) => instrument.symbol).sort()).toEqual(
      [83_900, 84_000, 84_100].flatMap((strike) =>
        ['CE', 'PE'].map((right) => `BSE:SENSEX 2026-12-03 ${strike} ${right}`),
      ),
    );
    expect(await list.contractsOn('SENSEX', Date.parse('2026-12-04T10:00:00+05:30'))).toEqual([]);
    await expect(contract('NIFTY 2026-12-01 99000 CE')).rejects.toMatchObject({ kind: 'order' });
  });

  it('keep their tick and lot of today for what is held', async () => {
    const held = await contract(CALL);
    expect(await list.contract({ ...held, tickSize: 1 }, NOW)).toEqual(held);
    expect(await list.contract({ ...held, token: '1' }, NOW)).toBeNull();
  });
});

describe('the exchange of contracts', () => {
  it('moves their prices with the index, and tells open interest', async () => {
    const call = await contract(CALL);
    world.server.price(INDEX, 24_100_00);
    const [low] = await broker().quotes([call]);
    world.server.price(INDEX, 24_300_00);
    const [high] = await broker().quotes([call]);
    expect((high?.price ?? 0) - (low?.price ?? 0)).toBeGreaterThan(80_00);
    world.server.price(INDEX, 24_100_00);
  });

  it('fills an order at its price, and counts it in the account', async () => {
    expect(await outcome(await order(CALL, { price: 290_00 }))).toBe('complete');
    const [position] = await broker().positions();
    expect(position).toMatchObject({ exchange: 'NFO', tradingSymbol: 'NIFTY01DEC2624100CE', quantity: 65 });
  });

  it.each([
    ['above the freeze quantity', { quantity: 1_820 }, 'freeze quantity'],
    ['off the lot', { quantity: 64 }, 'lot size'],
    ['off the tick', { price: 200_01 }, 'tick size'],
    ['far above its price range', { price: 400_00 }, 'Limit Price Protection'],
    ['far below it, to sell', { side: 'sell', price: 100_00 }, 'Limit Price Protection'],
    ['with a limit far from its trigger', { trigger: 240_00, price: 340_00 }, 'SL Limit Order'],
    ['that needs more than there is', { quantity: 1_755, side: 'sell', price: 190_00 }, 'Insufficient Funds'],
  ] as const)('rejects an order %s', async (_, change, sentence) => {
    expect(await outcome(await order(CALL, change))).toContain(sentence);
  });

  it('takes an order that is cheap within twenty rupees of its price', async () => {
    const far = 'NIFTY 2026-12-01 25000 CE';
    const [quote] = await broker().quotes([await contract(far)]);
    expect(quote?.price).toBeLessThan(50_00);
    const price = (quote?.price ?? 0) + 19_00;
    expect(await outcome(await order(far, { price }))).toBe('complete');
    expect(await outcome(await order(far, { price: price + 2_00 }))).toContain('Limit Price Protection');
  });

  it('blocks less for legs together than for each alone', async () => {
    const sold = await order('NIFTY 2026-12-01 24100 PE', { side: 'sell' });
    const bought = await order('NIFTY 2026-12-01 23900 PE', { price: 120_00 });
    const [alone, together] = [await broker().marginOf([sold]), await broker().marginOf([sold, bought])];
    expect(alone).toBeGreaterThan(1_00_000_00);
    expect(together).toBeLessThan(alone / 2);
    // What is bought is paid for.
    expect(await broker().marginOf([bought])).toBe(65 * 120_00);
  });
});
