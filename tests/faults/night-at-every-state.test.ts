import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BrokerOrder } from '../../src/backend/brokers/broker.ts';
import { HOUSE, type Database } from '../../src/backend/db/database.ts';
import type { OrderRow } from '../../src/backend/db/schema.ts';
import { seedForOne } from '../support/seed-for-one.ts';
import type { PendingRequest } from '../../src/engine/trading/order.ts';
import { phaseAt } from '../../src/engine/trading/trading-day.ts';
import { ORDER_SLOTS, ORDER_STATES, type OrderSlot, type OrderState } from '../../src/shared/order-states.ts';
import { LiveWorld, momentOf } from '../support/live-world.ts';
import { openTestDatabase } from '../support/test-database.ts';

/**
 * The program ends in the evening as an order reaches a state. It does so for every state of the order table and every
 * slot; the broker goes on, the night passes there, and the program starts before the next open.
 */
const AFTERNOON = '2026-11-20T14:30:00';
const LATE_IN_DAY = '2026-11-20T15:14:30';
const AFTER_CLOSE = '2026-11-20T15:41:00';
const AFTER_DAY = '2026-11-20T16:25:00';
const NIGHT = '2026-11-23T08:30:00';
const BEFORE_OPEN = '2026-11-23T09:14:30';
const OPEN = '2026-11-23T09:15:00';
const SHARE = { kind: 'equity' } as const;
const SYMBOL = 'ITC';
const QUANTITY = 40;
const PRICE = 400_00;
/** Price below the one-percent stop. `WITHIN` is where both sorts of morning begin. */
const PAST = 390_00;
const WITHIN = 402_00;
/** Far from every limit: what is in the market does not fill. */
const FAR_ABOVE = 430_00;
const FAR_BELOW = 360_00;
const LONGEST_WAIT_SECONDS = 20;
/** Time in which reports, comparison and what follows are done. The comparison is that with the account. */
const SETTLED_SECONDS = 25;
const MOST_EVENINGS = 10;
/** Turns of the event loop until the program's work is over. Everything that it had begun comes to its end in them. */
const LAST_TURNS = 40;

const isStop = ({ trigger }: BrokerOrder): boolean => trigger !== null;
const isExit = ({ side, trigger }: BrokerOrder): boolean => side === 'sell' && trigger === null;

/** Events until an order is in the wanted state; it ends wherever that comes. */
type Evening = (world: LiveWorld) => unknown;

const enter: Evening = async (world) => {
  await world.price(SYMBOL, PRICE);
  return world.enter(SYMBOL, QUANTITY);
};
const carryOn: Evening = (world) => world.seconds(20);
/** Second by second until something has come. */
const until =
  (hasCome: (world: LiveWorld) => boolean): Evening =>
  async (world) => {
    for (let second = 0; second < LONGEST_WAIT_SECONDS && !hasCome(world); second++) await world.seconds(1);
  };
const isHeld = (world: LiveWorld): boolean => world.positions.length > 0;
const isExitOut = ({ broker }: LiveWorld): boolean => broker.truth.some(({ order }) => isExit(order));
const hold: Evening = (world) => world.hold(SYMBOL, QUANTITY, PRICE);
const leave: Evening = (world) => world.exit(world.positions[0]!.id);
const leavePart: Evening = (world) => world.exit(world.positions[0]!.id, 4);
const inParts: Evening = ({ broker }) => void (broker.partly = 1);
const comeTo =
  (price: number): Evening =>
  (world) =>
    world.setPrice(SYMBOL, price);
const be =
  (mood: 'lost' | 'unanswered' | 'rejected'): Evening =>
  ({ broker }) =>
    void broker.moods.set(SYMBOL, mood);
/** Only the stop at the broker acts, not the watch here. */
const unwatched: Evening = (world) => void (world.isWatching = false);
const at =
  (moment: string): Evening =>
  (world) =>
    world.goTo(moment);
const refuseLate =
  (of: (order: BrokerOrder) => boolean): Evening =>
  ({ broker }) =>
    broker.refuse(of, 1, 'Refused by the exchange.', true);
const ordersOf = (world: LiveWorld, slot: OrderSlot): OrderRow[] =>
  world.execution.orders.all().filter((order) => order.slot === slot);
const writeOff =
  (slot: OrderSlot): Evening =>
  (world) =>
    world.execution.resolve(ordersOf(world, slot)[0]!.id, 'not-placed');
/** Our own cancellation. */
const cancel =
  (slot: OrderSlot): Evening =>
  (world) =>
    world.execution.cancel(ordersOf(world, slot)[0]!.id, world.now, 'Cancelled by you');
/** The owner cancels in the broker's own app. */
const cancelThere =
  (slot: OrderSlot): Evening =>
  async (world) => {
    const { broker_order_id: brokerOrderId } = ordersOf(world, slot)[0]!;
    const { order } = world.broker.truth.find((one) => one.brokerOrderId === brokerOrderId)!;
    await world.broker.cancel({ brokerOrderId: brokerOrderId!, order });
  };

const NO_TRIGGER = 'It has no trigger.';
const ONLY_ENTRIES = 'Guards deny entries alone.';
const ON_PAPER = 'Targets rest on paper alone: live ones are watched.';

/** How each slot comes to each state, or why it cannot. */
const EVENINGS: Readonly<Record<OrderSlot, Readonly<Record<OrderState, readonly Evening[] | string>>>> = {
  entry: {
    intended: [at(AFTER_CLOSE), enter],
    submitted: [enter],
    unknown: [be('unanswered'), enter],
    accepted: [enter],
    waiting: NO_TRIGGER,
    triggered: NO_TRIGGER,
    open: [enter, comeTo(FAR_ABOVE), carryOn],
    'partially-filled': [inParts, enter, carryOn],
    filled: [enter, carryOn],
    cancelled: [enter, comeTo(FAR_ABOVE), carryOn, cancel('entry'), carryOn],
    rejected: [be('rejected'), enter, carryOn],
    expired: [at(LATE_IN_DAY), enter, comeTo(FAR_ABOVE), carryOn, at(AFTER_DAY), carryOn],
    denied: [enter],
    withdrawn: [at(AFTER_CLOSE), enter, cancel('entry')],
    'written-off': [be('lost'), enter, writeOff('entry')],
  },
  'resting-stop': {
    intended: [enter, carryOn],
    submitted: [enter, carryOn],
    unknown: [enter, be('unanswered'), carryOn],
    accepted: [enter, carryOn],
    waiting: [enter, carryOn],
    triggered: [hold, unwatched, comeTo(FAR_BELOW), carryOn],
    open: 'A stop that is in the market was triggered.',
    'partially-filled': [hold, unwatched, inParts, comeTo(395_50), carryOn],
    filled: [hold, unwatched, comeTo(395_50), carryOn],
    cancelled: [hold, cancelThere('resting-stop'), carryOn],
    rejected: [refuseLate(isStop), enter, carryOn],
    expired: [hold, at(AFTER_DAY), carryOn],
    denied: ONLY_ENTRIES,
    withdrawn: 'A stop is sent where it is written: only a later start can take it back.',
    'written-off': [enter, be('lost'), carryOn, writeOff('resting-stop')],
  },
  'resting-target': Object.fromEntries(ORDER_STATES.map((state) => [state, ON_PAPER])) as Record<
    OrderState,
    string
  >,
  leaving: {
    intended: [hold, leave],
    submitted: [hold, leave, carryOn],
    unknown: [hold, be('unanswered'), leave, carryOn],
    accepted: [hold, leave, carryOn],
    waiting: NO_TRIGGER,
    triggered: NO_TRIGGER,
    open: [hold, leave, until(isExitOut), comeTo(FAR_BELOW), carryOn],
    'partially-filled': [hold, inParts, leave, carryOn],
    filled: [hold, leave, carryOn],
    cancelled: [hold, leave, until(isExitOut), comeTo(FAR_BELOW), cancelThere('leaving'), carryOn],
    rejected: [hold, refuseLate(isExit), leave, carryOn],
    expired: [at(LATE_IN_DAY), hold, leave, until(isExitOut), comeTo(FAR_BELOW), at(AFTER_DAY), carryOn],
    denied: ONLY_ENTRIES,
    withdrawn: [hold, at(AFTER_CLOSE), leave, cancel('leaving')],
    'written-off': [hold, be('lost'), leave, carryOn, writeOff('leaving')],
  },
};

/** Every state of an order, then those with a pending request. `pending` is what was asked of the order. */
interface TradingStatus {
  readonly slot: OrderSlot;
  readonly state: OrderState;
  readonly pending: PendingRequest;
  readonly evening: readonly Evening[];
}
const PLAIN: readonly TradingStatus[] = ORDER_SLOTS.flatMap((slot) =>
  ORDER_STATES.flatMap((state) => {
    const evening = EVENINGS[slot][state];
    return typeof evening === 'string' ? [] : { slot, state, pending: null, evening };
  }),
);
const ASKED: readonly TradingStatus[] = [
  {
    slot: 'entry',
    state: 'open',
    pending: 'cancel',
    evening: [enter, comeTo(FAR_ABOVE), carryOn, cancel('entry')],
  },
  {
    slot: 'entry',
    state: 'partially-filled',
    pending: 'cancel',
    evening: [inParts, enter, until(isHeld), leave],
  },
  { slot: 'resting-stop', state: 'waiting', pending: 'change', evening: [hold, leavePart] },
  { slot: 'resting-stop', state: 'waiting', pending: 'cancel', evening: [hold, leave] },
  {
    slot: 'resting-stop',
    state: 'triggered',
    pending: 'change',
    evening: [hold, unwatched, comeTo(FAR_BELOW), carryOn],
  },
  {
    slot: 'leaving',
    state: 'open',
    pending: 'change',
    evening: [hold, leave, until(isExitOut), comeTo(FAR_BELOW), carryOn],
  },
];
const nameOf = ({ slot, state, pending }: TradingStatus): string =>
  `${slot} ${state}${pending ? `, ${pending} asked` : ''}`;

let folder = '';
let database: Database;
let worlds = 20_000;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-nights-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedForOne(tx, momentOf(AFTERNOON)));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** The calls of a broker that a program makes. */
const CALLS = [
  'place',
  'modify',
  'cancel',
  'orderBook',
  'trades',
  'positions',
  'holdings',
  'funds',
  'quotes',
] as const;

/** A world whose program ends as an order reaches its state. Right after the commit that brings it there. */
class EndingWorld {
  readonly world: LiveWorld;
  readonly hasEnded: Promise<true>;
  private readonly runId = ++worlds;
  private isOver = false;
  private isArmed = true;
  private readonly status: TradingStatus;

  constructor(status: TradingStatus) {
    this.status = status;
    let end = (): void => undefined;
    this.hasEnded = new Promise((resolve) => (end = () => resolve(true)));
    const watched: Database = {
      ...database,
      write: async (of, work) => {
        if (this.isOver) return never();
        const value = await database.write(of, work);
        if (this.isArmed && (await this.stands())) {
          this.isArmed = false;
          this.isOver = true;
          end();
        }
        return this.isOver ? never() : value;
      },
    };
    this.world = new LiveWorld({
      database: watched,
      runId: this.runId,
      at: AFTERNOON,
      product: 'delivery',
      ...(status.state === 'denied' && { denial: 'A guard denies it.' }),
    });
    this.world.broker.isOpen = (moment) => phaseAt(SHARE, moment) === 'open';
  }

  private async stands(): Promise<boolean> {
    const { slot, state, pending } = this.status;
    const row = await database.read
      .selectFrom('orders')
      .select('id')
      .where('run_id', '=', this.runId)
      .where('slot', '=', slot)
      .where('state', '=', state)
      .where('pending', pending === null ? 'is' : '=', pending)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Plays the evening until the program ends; false when the order never stood so. */
  async play(): Promise<boolean> {
    const { world } = this;
    await world.load();
    const evening = async (): Promise<boolean> => {
      for (const happening of this.status.evening) await happening(world);
      return false;
    };
    if (!(await Promise.race([this.hasEnded, evening()]))) return false;
    const broker = world.broker as unknown as Record<(typeof CALLS)[number], unknown>;
    for (const call of CALLS) broker[call] = never;
    world.leave();
    const { now } = world;
    await turns(LAST_TURNS);
    world.now = now;
    for (const call of CALLS) delete broker[call];
    return true;
  }

  /**
   * Let the night pass without the program, and start it again. The broker goes on meanwhile; the start is before the
   * open.
   */
  async night(): Promise<void> {
    const { world } = this;
    const { broker } = world;
    broker.moods.clear();
    broker.refusals = [];
    broker.partly = 0;
    world.isWatching = true;
    await world.seconds(10);
    world.goTo(NIGHT);
    await broker.nextDay();
    this.isOver = false;
    world.goTo(BEFORE_OPEN);
    await world.comeBack();
  }
}

/** A world whose evening came to where an order stands as wanted: reports are late by chance, so it may take a few. */
const afterEvening = async (status: TradingStatus): Promise<EndingWorld> => {
  for (let evening = 0; evening < MOST_EVENINGS; evening++) {
    const ending = new EndingWorld(status);
    if (await ending.play()) return ending;
  }
  throw new Error(`No ${nameOf(status)} came in ${MOST_EVENINGS} evenings.`);
};

/** Errors of the next morning, in words. */
const wrongOf = async ({ world }: EndingWorld): Promise<string[]> => {
  const { broker } = world;
  const wrong = [...world.breaches, ...(await world.wronglyRebuilt())];
  for (const request of broker.whileShut) wrong.push(`sent while the exchange is shut: ${request}`);
  const tags = broker.truth.map(({ order }) => order.tag);
  if (new Set(tags).size < tags.length) wrong.push('an order is there twice');
  const there = await broker.account(SYMBOL, 'delivery');
  const here = world.positions.reduce((sum, { quantity }) => sum + quantity, 0);
  if (there < 0) wrong.push(`${-there} were sold that are not there`);
  const stops = broker.truth.filter(({ order, state }) => isStop(order) && state === 'waiting');
  const covered = stops.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0);
  if (covered > there) wrong.push(`stops for ${covered} rest, and ${there} are there`);
  const isNotified = (await world.alerts(false)).some((text) => text.includes(SYMBOL));
  if (there !== here && !isNotified)
    wrong.push(`${here} are held here and ${there} there, and nobody was told`);
  if (there !== here) return wrong;
  for (const { protection_state: state, protection_why: why, stop_loss: stop } of world.positions) {
    if (state !== 'resting' && state !== 'leaving') wrong.push(`a position is ${state}: ${why}`);
    if ((stop ?? 0) >= world.priceOf(SYMBOL)!) wrong.push('a position is past its stop');
  }
  return wrong;
};

/** Until the open nothing is sent; then the market opens at a price. */
const openAt = async ({ world }: EndingWorld, price: number): Promise<void> => {
  const before = world.broker.requests;
  await world.seconds(25);
  expect(world.broker.requests - before).toBe(0);
  world.goTo(OPEN);
  await world.price(SYMBOL, price);
  await world.seconds(SETTLED_SECONDS);
};
/** Let the price fall past a resting stop that does not trigger. The stop rests at the broker. */
const fall = async ({ world }: EndingWorld): Promise<void> => {
  world.broker.dormant.add(SYMBOL);
  await world.price(SYMBOL, PAST);
  await world.seconds(SETTLED_SECONDS);
};

describe.each([...PLAIN, ...ASKED].map((status) => [nameOf(status), status] as const))(
  'after a night without the program that began with an order that is %s',
  (_, status) => {
    it('a position past its stop at the open is left, what differs is reported, and nothing is sent early or twice', async () => {
      const ending = await afterEvening(status);
      await ending.night();
      await openAt(ending, PAST);
      expect(await wrongOf(ending)).toEqual([]);
    });

    it('a position within its stop is protected, what differs is reported, and nothing is sent early or twice', async () => {
      const ending = await afterEvening(status);
      await ending.night();
      await openAt(ending, WITHIN);
      expect(await wrongOf(ending)).toEqual([]);
      await fall(ending);
      expect(await wrongOf(ending)).toEqual([]);
    });
  },
);

it('without the local watch a stop that does not trigger leaves the position past it: the nights can fail', async () => {
  const status = PLAIN.find(({ slot, state }) => slot === 'resting-stop' && state === 'waiting')!;
  const ending = await afterEvening(status);
  await ending.night();
  await openAt(ending, WITHIN);
  expect(await wrongOf(ending)).toEqual([]);
  ending.world.isWatching = false;
  await fall(ending);
  expect((await wrongOf(ending)).join('\n')).toContain('past its stop for');
});

it('every state of the table is met in every slot, or has its reason', () => {
  const reasons = ORDER_SLOTS.flatMap((slot) =>
    ORDER_STATES.filter((state) => typeof EVENINGS[slot][state] === 'string'),
  );
  expect(PLAIN.length + reasons.length).toBe(ORDER_SLOTS.length * ORDER_STATES.length);
});
