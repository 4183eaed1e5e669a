import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractAt, LegWorld, type LegWorldOptions } from '../../../../tests/support/leg-world.ts';
import { seedForOne } from '../../../../tests/support/seed-for-one.ts';
import { openTestDatabase } from '../../../../tests/support/test-database.ts';
import { type LegDocumentInput, LegDocumentSchema } from '../../../shared/leg-document.ts';
import { type Database, HOUSE } from '../../db/database.ts';

let folder = '';
let database: Database;
let runs = 2_000;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-live-legs-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

type LegInput = LegDocumentInput['legs'][number];
const leg = (
  side: 'buy' | 'sell',
  kind: 'call' | 'put',
  steps: number,
  more: Partial<LegInput> = {},
): LegInput => ({
  side,
  kind,
  lots: 1,
  strike: { by: 'at-the-money', steps },
  ...more,
});
const CONDOR = [leg('sell', 'call', 2), leg('sell', 'put', 2), leg('buy', 'call', 6), leg('buy', 'put', 6)];
const STOP = { of: 'premium', distance: { kind: 'percent', value: 30 } } as const;

const worldOf = async (options: Partial<LegWorldOptions> = {}): Promise<LegWorld> => {
  const world = new LegWorld({ database, runId: runs++, document: { legs: CONDOR }, ...options });
  await world.start();
  return world;
};

const CALL = contractAt(26_100_00, 'call');
const PUT = contractAt(25_900_00, 'put');
const HEDGES = [contractAt(26_300_00, 'call'), contractAt(25_700_00, 'put')];
const stateOf = (world: LegWorld, symbol: string) =>
  world.links.broker.truth.filter(({ order }) => order.instrument.symbol === symbol);

describe('legs with real money', () => {
  it('are bought before they are sold, and left the other way round', async () => {
    const world = await worldOf();
    await world.until('09:21:00');
    expect(world.account).toEqual({ [CALL]: -65, [PUT]: -65, [HEDGES[0] ?? '']: 65, [HEDGES[1] ?? '']: 65 });
    await world.until('09:27:00');
    expect(world.account).toEqual({});
    const sides = world.links.broker.truth.map(({ order }) => order.side);
    expect(sides).toEqual(['buy', 'buy', 'sell', 'sell', 'buy', 'buy', 'sell', 'sell']);
    expect(await world.phase()).toBe('over');
    expect(world.breaches).toEqual([]);
  });

  it('are ordered in slices that the exchange takes at once, in and out', async () => {
    const world = await worldOf({ document: { legs: [leg('sell', 'call', 2, { lots: 60 })] } });
    await world.until('09:21:00');
    expect(stateOf(world, CALL).map(({ quantity }) => quantity)).toEqual([1_755, 1_755, 390]);
    // Positions in the order of their fills.
    const held = world.positions.map(({ quantity, leg: index }) => [quantity, index].join(' '));
    expect(held.sort()).toEqual(['1755 0', '1755 0', '390 0']);
    await world.until('09:27:00');
    expect(world.account).toEqual({});
    expect(stateOf(world, CALL)).toHaveLength(6);
    expect(await world.phase()).toBe('over');
  });

  it('have their stops resting at the broker, for each slice', async () => {
    const legs = [leg('sell', 'call', 2, { lots: 30, stop: STOP }), leg('sell', 'put', 2, { stop: STOP })];
    const world = await worldOf({ document: { legs, structure: { moveToCost: 'all-legs' } } });
    await world.until('09:21:10');
    const resting = () =>
      world.links.broker.truth
        .filter(({ state }) => state === 'waiting')
        .map(({ order, quantity }) => `${order.instrument.symbol} ${quantity}`)
        .sort();
    expect(resting()).toEqual([`${PUT} 65`, `${CALL} 1755`, `${CALL} 195`]);
    // The call comes to its stop: it is bought back, and the put's stop moves to its entry.
    await world.until('09:22:20', () => void (world.spot += 3_50));
    expect(world.account).toEqual({ [PUT]: -65 });
    const [put] = world.positions;
    expect(put?.stop_loss).toBe(Math.round((put?.entry_value ?? 0) / 65));
    expect(stateOf(world, PUT).find(({ state }) => state === 'waiting')?.trigger).toBe(put?.stop_loss);
    expect(world.breaches).toEqual([]);
  });

  it('follow the market into an entry, but not beyond their limit', async () => {
    const world = await worldOf({ document: { legs: [leg('buy', 'call', 2)] } });
    let decided = 0;
    await world.until('09:20:02', () => void (decided = world.priceOf(CALL)));
    // It runs away: six percent at once, then further.
    await world.seconds(10, () => void (world.spot += 6_00));
    const [order] = stateOf(world, CALL);
    expect(order?.price).toBeGreaterThan(decided * 1.04);
    await world.seconds(45, () => void (world.spot += 6_00));
    expect(order?.price).toBeLessThan(decided * 1.07);
    await world.seconds(20);
    expect([order?.state, order?.filled]).toEqual(['cancelled', 0]);
    expect(world.account).toEqual({});
  });
});

describe('a structure that is not complete', () => {
  it('sells nothing where a bought leg is refused, and leaves what was bought', async () => {
    const world = await worldOf();
    world.links.broker.moods.set(HEDGES[0] ?? '', 'rejected');
    await world.until('09:22:00');
    expect(world.account).toEqual({});
    expect([stateOf(world, CALL), stateOf(world, PUT)]).toEqual([[], []]);
    expect(stateOf(world, HEDGES[1] ?? '').map(({ order }) => order.side)).toEqual(['buy', 'sell']);
    expect(await world.phase()).toBe('over');
  });

  it('is closed within seconds where a sold leg is refused', async () => {
    const world = await worldOf();
    world.links.broker.moods.set(PUT, 'refused');
    await world.until('09:21:10');
    expect(world.account).toEqual({});
    expect(stateOf(world, CALL).map(({ order }) => order.side)).toEqual(['sell', 'buy']);
  });

  it('is kept where its document says so, with what protects its legs', async () => {
    const legs = [leg('sell', 'call', 2, { stop: STOP }), leg('sell', 'put', 2, { stop: STOP })];
    const world = await worldOf({ document: { legs, structure: { ifIncomplete: 'keep' } } });
    world.links.broker.moods.set(PUT, 'refused');
    await world.until('09:23:00');
    expect(world.account).toEqual({ [CALL]: -65 });
    expect(stateOf(world, CALL).filter(({ state }) => state === 'waiting')).toHaveLength(1);
    await world.until('09:27:00');
    expect(world.account).toEqual({});
  });

  it.each(['close', 'keep'] as const)('sells nothing while a hedge is unknown (%s)', async (ifIncomplete) => {
    const world = await worldOf({ document: { legs: CONDOR, structure: { ifIncomplete } } });
    world.links.broker.moods.set(HEDGES[0] ?? '', 'lost');
    await world.until('09:23:00');
    expect([stateOf(world, CALL), stateOf(world, PUT)]).toEqual([[], []]);
    expect(world.account).toEqual(ifIncomplete === 'keep' ? { [HEDGES[1] ?? '']: 65 } : {});
    expect((await world.said()).filter((text) => text.includes('bought in full'))).toHaveLength(
      ifIncomplete === 'keep' ? 2 : 0,
    );
    await world.until('09:27:00');
    expect(world.account).toEqual({});
  });

  it('is closed where its owner stops it in the middle', async () => {
    const world = await worldOf();
    await world.until('09:20:03');
    expect(stateOf(world, HEDGES[0] ?? '')).toHaveLength(1);
    world.run.runner.remove(world.strategy.id);
    await world.until('09:21:00');
    expect(world.account).toEqual({});
    expect(stateOf(world, CALL)).toEqual([]);
  });

  it('is closed after a restart that found it in the middle', async () => {
    const world = await worldOf();
    await world.until('09:20:03');
    await world.restart();
    await world.until('09:21:30');
    expect(world.account).toEqual({});
    expect([stateOf(world, CALL), stateOf(world, PUT)]).toEqual([[], []]);
  });
});

describe('a program that ends right after a write of an entry', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('number %i chooses no strikes again', async (writes) => {
    const world = await worldOf();
    await world.until('09:20:01');
    world.writesLeft = writes;
    await world.until('09:20:40');
    // A minute later other strikes would be chosen.
    world.spot += 150_00;
    await world.until('09:27:00');
    const chosen = [CALL, PUT, ...HEDGES];
    const traded = new Set(world.links.broker.truth.map(({ order }) => order.instrument.symbol));
    expect([...traded].filter((symbol) => !chosen.includes(symbol))).toEqual([]);
    expect(world.account).toEqual({});
    // An order of which nobody knows keeps it closing until its day is over.
    expect(['closing', 'over']).toContain(await world.phase());
  });
});

describe('what is held after an end', () => {
  const legs = [leg('sell', 'call', 2), leg('sell', 'put', 2)];
  const structure = { stop: { kind: 'rupees', rupees: 1_000 } } as const;

  it.each([
    ['the kill switch', (world: LegWorld) => void world.run.runner.clear()],
    ['its owner', (world: LegWorld) => world.stop()],
    ['a restart after that', async (world: LegWorld) => world.stop().then(() => world.restart())],
  ])('of its evaluation by %s is judged until it is closed', async (_, end) => {
    const world = await worldOf({ document: { legs, structure, exit: { at: '09:40' } } });
    await world.until('09:21:10');
    await end(world);
    await world.until('09:22:10');
    expect(Object.keys(world.account)).toHaveLength(2);
    await world.until('09:25:10', () => void (world.spot += 1_50));
    expect(world.account).toEqual({});
    const { reason } = await database.read
      .selectFrom('orders')
      .select('reason')
      .where('strategy_id', '=', world.strategy.id)
      .where('slot', '=', 'leaving')
      .executeTakeFirstOrThrow();
    expect(reason).toBe('Stop of the structure');
  });

  it('is squared off at its time while nobody evaluates it', async () => {
    const world = await worldOf();
    await world.until('09:21:10');
    const { onMinute, onSecond } = world.run.legs.runner;
    Object.assign(world.run.legs.runner, {
      onMinute: () => Promise.resolve(),
      onSecond: () => Promise.resolve(),
    });
    await world.until('09:26:00');
    expect(world.account).toEqual({});
    expect(world.links.broker.truth.slice(4).map(({ order }) => order.side)).toEqual([
      'buy',
      'buy',
      'sell',
      'sell',
    ]);
    Object.assign(world.run.legs.runner, { onMinute, onSecond });
  });

  it('is judged again once there is a session', async () => {
    const world = await worldOf();
    await world.until('09:24:50');
    world.run.disconnect();
    await world.until('09:26:30');
    expect(Object.keys(world.account)).toHaveLength(4);
    await world.connect();
    await world.until('09:27:30');
    expect(world.account).toEqual({});
  });
});

describe('nothing is entered', () => {
  const refusal = async (world: LegWorld): Promise<string[]> => {
    await world.until('09:21:00');
    expect(world.links.broker.truth).toEqual([]);
    return world.said();
  };

  it('without the money that the broker blocks', async () => {
    const world = await worldOf();
    world.links.broker.available = 100_00;
    expect((await refusal(world)).join()).toMatch(
      /The account has ₹100.00 free; the broker blocks ₹[\d,.]+ for these legs./,
    );
  });

  it('beyond the capital of the strategy', async () => {
    expect((await refusal(await worldOf({ capital: 1_00 }))).join()).toContain('has a capital of ₹1.00');
  });

  it('with more orders than are sent in time', async () => {
    const world = await worldOf({ document: { legs: [leg('sell', 'call', 2, { lots: 400 })] } });
    expect(await refusal(world)).toEqual(['No entry. Its legs take 15 orders at once; 12 are sent in time.']);
  });

  it('with more orders than the day has left', async () => {
    const world = await worldOf();
    const user_id = 1;
    await database.write(user_id, (tx) =>
      tx.query
        .insertInto('risk_guards')
        .values({ user_id, max_trades_per_day: 3, max_loss_per_day: null })
        .execute(),
    );
    const said = await refusal(world);
    await database.write(user_id, (tx) =>
      tx.query.deleteFrom('risk_guards').where('user_id', '=', user_id).execute(),
    );
    expect(said.join()).toMatch(/Its legs take 4 orders; the limit of 3 live entries a day leaves \d./);
  });

  it('where the broker does not say what it blocks', async () => {
    const world = await worldOf();
    world.moneyIsKnown = false;
    expect(await refusal(world)).toEqual([
      'No entry. The broker does not say what it blocks for these legs, so nothing is entered.',
    ]);
  });

  it('while the account may enter nothing', async () => {
    const world = await worldOf();
    world.block = 'Live trading is locked.';
    expect(await refusal(world)).toEqual(['No entry. Live trading is locked.']);
  });

  it('of which a leg has no fresh price', async () => {
    const world = await worldOf();
    await world.until('09:18:55');
    world.silent.add(HEDGES[0] ?? '');
    expect(await refusal(world)).toEqual([`No entry. ${HEDGES[0]} has no price now.`]);
  });

  it('while the index has no fresh price', async () => {
    const world = await worldOf();
    world.silent.add('NIFTY index');
    world.now += 50_000;
    expect(await refusal(world)).toEqual(['No entry. NIFTY has no price now.']);
  });

  it('at a strike beyond those that are watched', async () => {
    const strike = { by: 'percent-away', percent: 5 } as const;
    const world = await worldOf({ document: { legs: [leg('buy', 'call', 0, { strike })] } });
    expect(await refusal(world)).toEqual([
      'No entry. The strike of a leg on NIFTY lies too far from the money.',
    ]);
    expect(world.links.feed.watched.length).toBeLessThanOrEqual(2 * 41 + 1);
  });
});

it('refuses contracts that would be delivered, and those that the broker does not list', async () => {
  const world = await worldOf();
  const documentOf = (underlying: string, daysBeforeExpiry: number | null) =>
    LegDocumentSchema.parse({
      ...{ version: 2, underlying, legs: CONDOR },
      ...{ entry: { at: '09:20' }, exit: { at: '15:00', daysBeforeExpiry } },
    });
  const delivered =
    'Contracts on SBIN are settled by delivery of the shares. With real money its legs must be closed before the day of expiry.';
  await expect(world.run.legs.prepare(documentOf('SBIN', null))).rejects.toThrow(delivered);
  await expect(world.run.legs.prepare(documentOf('SBIN', 0))).rejects.toThrow(delivered);
  await expect(world.run.legs.prepare(documentOf('SBIN', 1))).resolves.toBeUndefined();
  world.links.contracts = [];
  await expect(world.run.legs.prepare(documentOf('BANKNIFTY', null))).rejects.toThrow(
    'The broker lists no futures or options on BANKNIFTY.',
  );
});

describe('a structure with a stop of its own', () => {
  it('is closed at it, and not judged while a leg has no fresh price', async () => {
    const structure = { stop: { kind: 'rupees', rupees: 1_000 } } as const;
    const legs = [leg('sell', 'call', 2), leg('sell', 'put', 2)];
    const world = await worldOf({ document: { legs, structure, exit: { at: '09:40' } } });
    await world.until('09:21:10');
    world.silent.add(PUT);
    await world.until('09:22:30');
    await world.until('09:24:10', () => void (world.spot += 2_00));
    expect(Object.keys(world.account)).toHaveLength(2);
    expect((await world.said()).filter((text) => text.includes('cannot be judged'))).toEqual([
      `The result of all legs cannot be judged now: ${PUT} has no fresh price. What protects each leg stays.`,
    ]);
    world.silent.clear();
    await world.until('09:25:30');
    expect(world.account).toEqual({});
  });
});
