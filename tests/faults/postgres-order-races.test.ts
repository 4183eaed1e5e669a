import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BacktestQueue, type BacktestQueueDeps } from '../../src/backend/backtests/backtest-queue.ts';
import { claimNext, type NewRun } from '../../src/backend/backtests/run-store.ts';
import type { Broker, BrokerOrder } from '../../src/backend/brokers/broker.ts';
import { entriesAnswered } from '../../src/backend/broker-accounts/entries-under-way.ts';
import { lockLive, lockOf } from '../../src/backend/broker-accounts/live-lock.ts';
import { HOUSE } from '../../src/backend/db/database.ts';
import { startStrategy } from '../../src/backend/modules/strategies/start-strategy.ts';
import type { StrategiesDeps } from '../../src/backend/modules/strategies/strategies-deps.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { SupportWatch } from '../../src/backend/staff/support-watch.ts';
import { bookedAnew } from '../../src/backend/trading/moved.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import type { MoneyWorld } from '../support/money-world.ts';
import { orderSender, TEN_ITC } from '../support/order-sender.ts';
import { canRace, contextOf, RaceWorld, RACES } from '../support/race-world.ts';
import { ordersOn, WRITTEN_AT } from '../support/written-orders.ts';

/** Orders, strategies and backtests, over two handles on one database at once. */

const LIVE = { source: 'broker', mode: 'live', brokerId: 2 } as const;
const EXIT = { slot: 'leaving', purpose: 'exit', side: 'sell' } as const;

/** The strategy of written orders is theirs. */
const TERMS_OWNER = 1;
/** Free runs of a month. */
const FREE = 20;
const CALLS = 64;

const rounds = async (count: number, round: (number: number) => Promise<void>): Promise<void> => {
  for (let number = 0; number < count; number++) await round(number);
};

describe.runIf(canRace)(
  'on one PostgreSQL database, two handles',
  { timeout: 60_000 + RACES * 20_000 },
  () => {
    let world: RaceWorld;
    /** Orders that the broker has got. */
    let placed: BrokerOrder[] = [];
    beforeAll(async () => {
      world = await RaceWorld.open();
      await world.handles[0].database.write(HOUSE, (tx) => seedHouse(tx, WRITTEN_AT));
    }, 60_000);
    afterAll(() => world.dispose());
    const read = () => world.handles[0].database.read;

    const broker = {
      place: (order: BrokerOrder) => {
        placed.push(order);
        return Promise.resolve({ outcome: 'accepted', brokerOrderId: `B${order.tag}` } as const);
      },
    } as unknown as Broker;

    let paths = 0;
    /** Orders of a user on each handle, and who sends them there. */
    const pathsOf = (userId: number, pauseMs: number) =>
      world.handles.map((handle) => {
        const orders = ordersOn(handle.database, userId, `path ${++paths}`);
        const sender = orderSender(broker, {
          // A busy process goes on a while after a commit.
          database: {
            ...handle.database,
            write: (of, work) => handle.database.write(of, work).finally(() => delay(pauseMs)),
          },
          userId,
          clock: { now: () => WRITTEN_AT },
          sinks: orders.sinks,
          denial: async (tx) => (await lockOf(tx.query, userId))?.reason ?? null,
        });
        return { ...orders, sender };
      });
    type Path = ReturnType<typeof pathsOf>[number];
    const onBoth = (userId: number, pauseMs = 0): readonly [Path, Path] => {
      placed = [];
      const [one, other] = pathsOf(userId, pauseMs);
      if (!one || !other) throw new Error('There are two handles.');
      return [one, other];
    };

    it('send a written order to the broker once', () =>
      rounds(16 * RACES, async () => {
        const [one, other] = onBoth(await world.person(0));
        const { order } = await one.database.write(one.userId, (tx) => one.intend(tx, { ...LIVE, ...EXIT }));
        const rows = await Promise.all(
          [one, other].map(({ sender }) => sender.submit(order, TEN_ITC, 'exit')),
        );
        expect(placed).toHaveLength(1);
        // The tag that went out is the one that is written: by it a lost answer is found again.
        expect(new Set(rows.map(({ tag }) => tag))).toEqual(new Set([placed[0]?.tag]));
      }));

    it('write and send one exit once, wherever it is wanted', () =>
      rounds(16 * RACES, async (number) => {
        const [one, other] = onBoth(await world.person(0));
        const wanted = { ...LIVE, ...EXIT, key: `exit ${number}` };
        await Promise.all(
          [one, other].map(({ sender, intend }) => sender.submitNew((tx) => intend(tx, wanted), TEN_ITC, 0)),
        );
        expect(placed).toHaveLength(1);
      }));

    it('let no entry leave after the kill switch has answered', () =>
      rounds(16 * RACES, async (number) => {
        const [one, other] = onBoth(await world.person(0), number % 8);
        const written = await Promise.all(
          Array.from({ length: 4 }, () => one.database.write(one.userId, (tx) => one.intend(tx, LIVE))),
        );
        const sending = written.map(({ order }) => one.sender.submit(order, TEN_ITC, 'entry'));
        // Each round at another moment of the entries.
        for (let turn = 0; turn < number % 8; turn++)
          await other.database.read.selectNoFrom((eb) => eb.lit(1).as('one')).execute();
        await other.database.write(other.userId, (tx) =>
          lockLive(tx, other.userId, 'kill-switch', WRITTEN_AT),
        );
        expect(await entriesAnswered(other.database, other.userId)).toBe(true);
        const before = placed.length;
        await Promise.all(sending);
        expect(placed.length).toBe(before);
      }));

    it('take off what both have sold of one position', async () => {
      // Nobody but them trades the strategy.
      const trader = await world.person(0);
      await rounds(8 * RACES, async () => {
        const [one, other] = onBoth(trader);
        const entry = await one.submitted('entry', 64);
        const concerned = [TERMS_OWNER, one.userId];
        const { position } = await one.database.write(concerned, (tx) => one.book(tx, entry, 64));
        const exits = await Promise.all(
          [one, other, one, other].map((path) => path.submitted('exit', 16, position.id)),
        );
        const book = (path: Path, number: number, quantity: number) =>
          bookedAnew(() =>
            path.database.write(concerned, (tx) => path.book(tx, exits[number] ?? entry, quantity)),
          );
        // Two parts of each, by either handle.
        await Promise.all([0, 1, 2, 3].flatMap((number) => [book(one, number, 10), book(other, number, 6)]));
        const row = await read()
          .selectFrom('positions')
          .select(['quantity', 'status', 'exit_value'])
          .where('id', '=', position.id)
          .executeTakeFirstOrThrow();
        expect(row).toEqual({ quantity: 0, status: 'closed', exit_value: 64 * 400_00 });
        const trades = await read()
          .selectFrom('trades')
          .select('quantity')
          .where('position_id', '=', position.id)
          .execute();
        expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(64);
      });
    });

    const strategiesOf = (handle: MoneyWorld): StrategiesDeps =>
      ({
        ...handle,
        marketRuns: { runOf: () => ({ identity: { source: 'simulated' } }), runsOf: () => [] },
        starts: {
          inTurn: (_id: number, work: () => Promise<unknown>) => work(),
          launch: () => Promise.resolve(),
          patiently: () => Promise.resolve(true),
        },
      }) as unknown as StrategiesDeps;

    it('start a strategy once that is started sixteen times', () =>
      rounds(RACES, async () => {
        const [handle] = world.handles;
        const { id, owner_id: ownerId } = await read()
          .selectFrom('strategies')
          .select(['id', 'owner_id'])
          .executeTakeFirstOrThrow();
        await handle.database.write(ownerId, async ({ query }) => {
          await query
            .updateTable('strategies')
            .set({ status: STRATEGY_STATUS.stopped })
            .where('id', '=', id)
            .execute();
          await query.deleteFrom('logs').where('topic', '=', 'started').execute();
        });
        const { done, refused } = await world.atOnce(16, async (given) =>
          startStrategy(strategiesOf(given))({ strategyId: id }, contextOf(ownerId, '')),
        );
        expect(done).toHaveLength(1);
        expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['conflict']));
        expect(
          await read().selectFrom('logs').select('id').where('topic', '=', 'started').execute(),
        ).toHaveLength(1);
      }));

    /** A queue that takes runs in and begins none. */
    const queueOn = async (handle: MoneyWorld): Promise<BacktestQueue> => {
      const pool = { close: () => Promise.resolve() };
      const queue = new BacktestQueue({
        ...handle,
        holder: { users: handle.users, isShared: false },
        isRunning: true,
        pool,
      } as unknown as BacktestQueueDeps);
      await queue.close();
      return queue;
    };
    const runOf = (userId: number, credits: number): NewRun =>
      ({
        ...{ userId, kind: 'sweep', name: 'Run', strategyId: null, credits },
        order: { source: 'simulated', fromDay: '', toDay: '', capital: 1, document: { instruments: [] } },
      }) as unknown as NewRun;

    it('spend the credits of a month, and no more', () =>
      rounds(RACES, async () => {
        const userId = await world.person(0);
        const queues = await Promise.all(world.handles.map(queueOn));
        const { done } = await world.atOnce(16, (_desk, number) => {
          const queue = queues[number % 2];
          if (!queue) throw new Error('There are two queues.');
          return queue.accept(runOf(userId, 3));
        });
        expect(done).toHaveLength(Math.floor(FREE / 3));
        const { spent } = await read()
          .selectFrom('backtest_credits')
          .select('spent')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow();
        expect(spent).toBe(3 * Math.floor(FREE / 3));
        await world.handles[0].database.write(userId, ({ query }) =>
          query.deleteFrom('backtest_runs').where('user_id', '=', userId).execute(),
        );
      }));

    it('claim each waiting backtest once, and two of a person at a time', () =>
      rounds(RACES, async () => {
        const people = await world.people(6, 0);
        const queues = await Promise.all(world.handles.map(queueOn));
        for (const userId of people)
          for (let run = 0; run < 3; run++) await queues[0]?.accept(runOf(userId, 1));
        const claimed: number[] = [];
        for (;;) {
          const { done } = await world.atOnce(CALLS / 4, (handle) =>
            claimNext(handle.database, { users: handle.users, isShared: false }, 2),
          );
          const runs = done.filter((run) => run !== null);
          if (runs.length === 0) break;
          const ofEach = Map.groupBy(runs, (run) => run.user_id);
          expect(Math.max(...[...ofEach.values()].map(({ length }) => length))).toBeLessThanOrEqual(2);
          claimed.push(...runs.map(({ id }) => id));
          for (const { id, user_id: userId } of runs)
            await world.handles[0].database.write(userId, ({ query }) =>
              query.updateTable('backtest_runs').set({ state: 'done' }).where('id', '=', id).execute(),
            );
        }
        expect(claimed).toHaveLength(3 * people.length);
        expect(new Set(claimed).size).toBe(claimed.length);
      }));

    it('tell each answer of support once, whatever is written meanwhile', () =>
      rounds(RACES, async (round) => {
        const people = await world.people(4, 0);
        const [handle] = world.handles;
        const tickets = await Promise.all(
          people.map((userId) =>
            handle.database.write(userId, ({ query }) =>
              query
                .insertInto('tickets')
                .values({
                  ...{ user_id: userId, subject: `Help ${round}`, category: 'other', state: 'answered' },
                  ...{ strategy_id: null, order_id: null, opened_at: handle.now, updated_at: handle.now },
                })
                .returning(['id', 'user_id'])
                .executeTakeFirstOrThrow(),
            ),
          ),
        );
        const watches = world.handles.map((one) => new SupportWatch(one));
        const poll = () => Promise.all(watches.map((watch) => watch.poll()));
        const polling = [poll()];
        await world.atOnce(CALLS, async (given, number) => {
          const ticket = tickets[number % 4];
          if (!ticket) throw new Error('There are four tickets.');
          await given.database.write(ticket.user_id, ({ query }) =>
            query
              .insertInto('ticket_messages')
              .values({
                ...{ ticket_id: ticket.id, user_id: null, author: 'Support' },
                ...{ body: `Answer ${round}.${number}`, at: handle.now },
              })
              .execute(),
          );
          if (number % 8 === 0) polling.push(poll());
        });
        await Promise.all(polling);
        await poll();
        const told = await read()
          .selectFrom('alerts')
          .select('body')
          .where('user_id', 'in', people)
          .execute();
        expect(told.map(({ body }) => body).sort()).toEqual(
          Array.from({ length: CALLS }, (_, number) => `Answer ${round}.${number}`).sort(),
        );
      }));
  },
);
