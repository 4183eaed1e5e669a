import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaperBroker } from '../brokers/paper/paper-broker.ts';
import { systemClock } from '../clock.ts';
import { type Database, HOUSE } from '../db/database.ts';
import { openManualAccount } from '../manual/manual-account.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { Execution } from './execution.ts';
import type { FillBlock } from './fill-block.ts';
import type { ManualTerms } from './manual-terms.ts';
import { loadTerms } from './trading-terms.ts';

const SYMBOL = 'ITC';
const MORNING = Date.parse('2026-11-20T10:00:00+05:30');
const NEXT_DAY = Date.parse('2026-11-23T09:15:05+05:30');
const BY_HAND: ManualTerms = {
  ...{ type: 'limit', price: 395_00, triggerPrice: null, product: 'delivery', stopLoss: null, target: null },
};

let folder = '';
let database: Database;
let accountId = 0;
let runId = 0;
let block: FillBlock | null = null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-manual-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, MORNING));
  accountId = (await database.write(1, (tx) => openManualAccount(tx, 1, MORNING))).id;
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** An account on a run whose market is moved by hand. With the number of a run it is what a restart makes of it. */
const setUp = async (run = ++runId) => {
  const hub = new EventHub(systemClock);
  let last = { price: 400_00, at: MORNING };
  const faults: string[] = [];
  const execution = new Execution({
    database,
    sinks: { hub, notify: createNotify(hub, systemClock), writeLog, notifyFollowers: () => undefined },
    broker: new PaperBroker(
      () => true,
      () => block !== null,
    ),
    run: { source: 'simulated', runId: run, mode: 'test', brokerId: 1 },
    lastPrice: () => last,
    block: () => block,
    fundsOf: () => null,
    termsOf: (strategyId) => loadTerms(database, strategyId),
    onTrade: () => undefined,
    onFault: (strategyId, error) => {
      faults.push(`${strategyId}: ${String(error)}`);
      return Promise.resolve();
    },
  });
  await execution.load();
  return {
    ...{ execution, run, faults },
    place: (terms: Partial<ManualTerms> = {}, name = 'first', quantity = 10) =>
      execution.place({
        ...{ userId: 1, strategyId: accountId, positionId: null, symbol: SYMBOL, source: 'simulated' },
        ...{ runId: run, mode: 'test', brokerId: 1, side: 'buy', slot: 'entry', purpose: 'entry', quantity },
        ...{ reason: 'Placed by you', key: `${run}:${name}`, at: MORNING, decisionPrice: 400_00 },
        manual: { ...BY_HAND, ...terms },
      }),
    tick: (at: number, price: number, volume = 1_000_000, isGap = false) => {
      last = { price, at };
      return execution.onTicks({ time: at, ticks: [{ symbol: SYMBOL, price, volume, isGap }] });
    },
    orders: () =>
      database.read.selectFrom('orders').selectAll().where('run_id', '=', run).orderBy('id').execute(),
    positions: () =>
      database.read.selectFrom('positions').selectAll().where('run_id', '=', run).orderBy('id').execute(),
  };
};

type Account = Awaited<ReturnType<typeof setUp>>;
const states = async ({ orders }: Account) => (await orders()).map(({ state }) => state);
const at = (second: number): number => MORNING + second * 1_000;

describe('an order by hand after a restart', () => {
  it('rests with its limit, and fills once', async () => {
    const before = await setUp();
    await before.place();
    const after = await setUp(before.run);
    await after.tick(at(1), 399_00);
    expect(await states(after)).toEqual(['open']);
    await after.tick(at(2), 395_00);
    await after.tick(at(3), 390_00);
    expect(await states(after)).toEqual(['filled']);
    expect(await after.positions()).toMatchObject([
      { quantity: 10, product: 'delivery', entry_value: 3950_00 },
    ]);
  });

  it('that was filled in part has only the rest left', async () => {
    const before = await setUp();
    await before.place({}, 'first', 100);
    await before.tick(at(1), 399_00);
    await before.tick(at(2), 395_00, 120);
    expect(await before.positions()).toMatchObject([{ quantity: 30 }]);
    const after = await setUp(before.run);
    await after.tick(at(3), 395_00);
    await after.tick(at(4), 395_00);
    expect(await after.positions()).toMatchObject([{ quantity: 100 }]);
    expect(await after.orders()).toMatchObject([{ state: 'filled', filled_quantity: 100 }]);
  });

  it('still waits for its trigger, and once triggered does not wait again', async () => {
    const before = await setUp();
    await before.place({ type: 'stop', triggerPrice: 402_00, price: 402_10 });
    const waiting = await setUp(before.run);
    await waiting.tick(at(1), 401_00);
    expect(await states(waiting)).toEqual(['waiting']);
    await waiting.tick(at(2), 404_00);
    expect(await states(waiting)).toEqual(['triggered']);
    const triggered = await setUp(before.run);
    // Below the trigger: it is a limit order now.
    await triggered.tick(at(3), 401_00);
    expect(await states(triggered)).toEqual(['filled']);
  });

  it('is one, when the program ended between the order and its sending', async () => {
    const before = await setUp();
    const order = await before.place();
    await database.write(1, (tx) =>
      tx.query.updateTable('orders').set({ state: 'intended' }).where('id', '=', order.id).execute(),
    );
    const after = await setUp(before.run);
    expect((await after.place()).id).toBe(order.id);
    await after.tick(at(1), 395_00);
    await after.tick(at(2), 395_00);
    expect(await after.positions()).toMatchObject([{ quantity: 10 }]);
  });
});

describe('the day of an order by hand', () => {
  it('ends with continuous trading, and no price fills it after that', async () => {
    const account = await setUp();
    await account.place();
    await account.execution.squareOff(Date.parse('2026-11-20T15:14:00+05:30'));
    expect(await states(account)).toEqual(['open']);
    await account.execution.squareOff(Date.parse('2026-11-20T15:15:00+05:30'));
    expect(await account.orders()).toMatchObject([
      { state: 'expired', reason: 'Not filled by the end of its day' },
    ]);
    await account.tick(NEXT_DAY, 380_00);
    expect(await account.positions()).toEqual([]);
  });

  it('is over after a night without the program, before the first price of the morning', async () => {
    const before = await setUp();
    await before.place();
    const after = await setUp(before.run);
    await after.tick(NEXT_DAY, 380_00, 1_000_000, true);
    expect(await after.positions()).toEqual([]);
    await after.execution.squareOff(NEXT_DAY + 55_000);
    expect(await states(after)).toEqual(['expired']);
    expect(after.faults).toEqual([]);
  });

  it('of one within the day ends at the square-off', async () => {
    const account = await setUp();
    await account.place({ product: 'intraday' });
    await account.execution.squareOff(Date.parse('2026-11-20T15:10:00+05:30'));
    expect(await account.orders()).toMatchObject([
      { state: 'cancelled', reason: 'Not filled by the square-off at 15:10' },
    ]);
  });
});

describe('what protects a position by hand', () => {
  it('holds over nights and restarts, and takes a gap as it comes', async () => {
    const before = await setUp();
    await before.place({ type: 'market', price: null, stopLoss: 390_00, target: 420_00 });
    await before.tick(at(1), 400_00);
    await before.execution.squareOff(Date.parse('2026-11-20T15:30:00+05:30'));
    const after = await setUp(before.run);
    await after.tick(NEXT_DAY, 380_00, 1_000_000, true);
    const [position] = await after.positions();
    expect(position).toMatchObject({ status: 'closed', quantity: 0 });
    expect(position!.exit_value).toBeLessThan(3_800_00 + 1);
    expect(await states(after)).toEqual(['filled', 'filled']);
  });

  it('is what its owner has set since, also where the order goes on filling', async () => {
    const account = await setUp();
    await account.place({ stopLoss: 380_00 }, 'first', 100);
    await account.tick(at(1), 399_00);
    await account.tick(at(2), 395_00, 120);
    const { id } = (await account.positions())[0]!;
    await account.execution.setLevels(id, { stopLoss: 390_00, target: 410_00 });
    await account.tick(at(3), 395_00);
    expect(await account.positions()).toMatchObject([{ quantity: 100, stop_loss: 390_00, target: 410_00 }]);
    const after = await setUp(account.run);
    await after.tick(at(4), 389_00);
    expect(await after.positions()).toMatchObject([{ status: 'closed' }]);
  });
});

describe('a change of a working order', () => {
  it('comes too late for what has filled, and is refused', async () => {
    const account = await setUp();
    const order = await account.place({}, 'first', 100);
    await account.tick(at(1), 399_00);
    await account.tick(at(2), 395_00, 120);
    await expect(account.execution.changeOrder(order.id, { quantity: 30 }, at(3))).rejects.toThrow(
      '30 of it have filled already. Cancel the rest, or ask for more than that.',
    );
    await account.tick(at(4), 395_00);
    expect(await account.positions()).toMatchObject([{ quantity: 100 }]);
  });

  it('never makes it fill more than it is for, whatever comes first', async () => {
    for (const first of ['change', 'tick'] as const) {
      const account = await setUp();
      const order = await account.place({}, 'first', 100);
      await account.tick(at(1), 399_00);
      const change = () => account.execution.changeOrder(order.id, { quantity: 40 }, at(2));
      const tick = () => account.tick(at(2), 395_00);
      const both = first === 'change' ? [change(), tick()] : [tick(), change()];
      await Promise.allSettled(both);
      await account.tick(at(3), 395_00);
      await account.tick(at(4), 395_00);
      const [row] = await account.orders();
      expect(row).toMatchObject({ state: 'filled', filled_quantity: row!.quantity });
      expect(await account.positions()).toMatchObject([{ quantity: row!.quantity }]);
    }
  });
});

/** Wait for so many turns: what is under way gets on by so much. */
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
};

describe('a trigger that is reached', () => {
  const STOP = { type: 'stop', triggerPrice: 402_00, price: 402_10 } as const;
  const MOMENTS = Array.from({ length: 16 }, (_, moment) => moment);

  it.each(MOMENTS)('is never that of before where a change comes %i turns later', async (moment) => {
    const account = await setUp();
    const order = await account.place(STOP);
    const tick = account.tick(at(2), 403_00);
    await turns(moment);
    const change = account.execution.changeOrder(order.id, { trigger_price: 410_00, price: 412_00 }, at(2));
    await Promise.allSettled([tick, change]);
    await account.tick(at(3), 404_00);
    const [row] = await account.orders();
    // Either the change came too late, or its trigger is in force.
    expect(row).toMatchObject(
      row!.trigger_price === 410_00
        ? { state: 'waiting', price: 412_00 }
        : { state: 'triggered', price: 402_10 },
    );
    expect(account.faults).toEqual([]);
  });

  it.each(MOMENTS)('is no fault of an order that is cancelled %i turns later', async (moment) => {
    const account = await setUp();
    const order = await account.place(STOP);
    const tick = account.tick(at(2), 403_00);
    await turns(moment);
    const cancel = account.execution.cancel(order.id, at(2), 'Cancelled by you');
    await Promise.allSettled([tick, cancel]);
    const after = await setUp(account.run);
    await account.tick(at(3), 401_00);
    await after.tick(at(3), 401_00);
    expect(await states(account)).toEqual(['cancelled']);
    expect(await account.positions()).toEqual([]);
    expect(account.faults).toEqual([]);
  });
});

describe('a change beside what ends the order', () => {
  const MOMENTS = Array.from({ length: 24 }, (_, moment) => moment);

  it.each(MOMENTS)('leaves nothing working of one that is cancelled %i turns later', async (moment) => {
    const account = await setUp();
    const order = await account.place();
    const change = account.execution.changeOrder(order.id, { price: 396_00 }, at(1));
    await turns(moment);
    const cancel = account.execution.cancel(order.id, at(1), 'Cancelled by you');
    await Promise.allSettled([change, cancel]);
    expect(account.execution.hasEntries(accountId)).toBe(false);
    await account.tick(at(2), 395_00);
    expect(await states(account)).toEqual(['cancelled']);
    expect(await account.positions()).toEqual([]);
    expect(account.faults).toEqual([]);
  });

  it.each(MOMENTS)('leaves nothing working of one whose day ends %i turns later', async (moment) => {
    const account = await setUp();
    const order = await account.place();
    const change = account.execution.changeOrder(order.id, { price: 396_00 }, at(1));
    await turns(moment);
    const end = account.execution.squareOff(Date.parse('2026-11-20T15:15:00+05:30'));
    await Promise.allSettled([change, end]);
    expect(account.execution.hasEntries(accountId)).toBe(false);
    expect(await states(account)).toEqual(['expired']);
    expect(account.faults).toEqual([]);
  });
});

describe('a stop-loss that nobody answered', () => {
  it('works again once its order was cancelled', async () => {
    const account = await setUp();
    await account.place({ type: 'market', price: null, stopLoss: 390_00 });
    await account.tick(at(1), 400_00);
    block = { why: 'ITC is at its lower circuit.' } as FillBlock;
    try {
      await account.tick(at(2), 389_00);
    } finally {
      block = null;
    }
    const exit = (await account.orders())[1]!;
    await account.execution.cancel(exit.id, at(2), 'Cancelled by you');
    await account.tick(at(3), 385_00);
    expect(account.faults).toEqual([]);
    expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
  });

  it('closes what is left, where some was closed by hand since', async () => {
    const account = await setUp();
    await account.place({ type: 'market', price: null, stopLoss: 390_00 });
    await account.tick(at(1), 400_00);
    block = { why: 'ITC is at its lower circuit.' } as FillBlock;
    try {
      await account.tick(at(2), 389_00);
    } finally {
      block = null;
    }
    const [, stop] = await account.orders();
    await account.execution.cancel(stop!.id, at(2), 'Cancelled by you');
    const { id } = (await account.positions())[0]!;
    await account.execution.setLevels(id, { stopLoss: 380_00, target: null });
    await account.execution.exit(id, 'exit', 'Closed by you', at(2), `part:${id}`, 4);
    await account.tick(at(3), 389_00);
    expect(await account.positions()).toMatchObject([{ status: 'open', quantity: 6 }]);
    await account.tick(at(4), 379_00);
    expect(account.faults).toEqual([]);
    expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
    const [cancelled, by, fired] = (await account.orders()).slice(1);
    expect([cancelled!.state, by!.quantity, fired!.quantity]).toEqual(['cancelled', 4, 6]);
  });
});

describe('closing again what is closed', () => {
  it.each(Array.from({ length: 24 }, (_, moment) => moment))(
    'orders nothing more, where its exit is cancelled %i turns after it began to fill',
    async (moment) => {
      const account = await setUp();
      await account.place({ type: 'market', price: null });
      await account.tick(at(1), 400_00);
      const { id } = (await account.positions())[0]!;
      const close = (key: string) =>
        account.execution.exit(id, 'exit', 'Closed by you', at(2), `${key}:${id}`);
      const exit = await close('once');
      const tick = account.tick(at(2), 400_00);
      await turns(moment);
      const cancel = account.execution.cancel(exit.id, at(2), 'Cancelled by you');
      const again = close('again');
      const [, , closed] = await Promise.allSettled([tick, cancel, again]);
      await account.tick(at(3), 400_00);
      expect(account.faults).toEqual([]);
      expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
      // Too late for it, or the one that closed it.
      if (closed.status === 'rejected') expect(String(closed.reason)).toContain('No such open position.');
      else expect((await account.orders()).filter(({ state }) => state === 'filled')).toHaveLength(2);
    },
  );
});

describe('a part that takes several prices to close', () => {
  const closing = async () => {
    const account = await setUp();
    await account.place({ type: 'market', price: null, stopLoss: 390_00 }, 'first', 100);
    await account.tick(at(1), 400_00);
    const { id } = (await account.positions())[0]!;
    await account.execution.exit(id, 'exit', 'Closed by you', at(1), `half:${id}`, 50);
    await account.tick(at(2), 398_00, 40);
    return account;
  };

  it('leaves no position behind its stop meanwhile', async () => {
    const account = await closing();
    await account.tick(at(3), 389_00, 40);
    expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
    const [, part, stop] = await account.orders();
    expect([part!.state, part!.filled_quantity, stop!.filled_quantity]).toEqual(['cancelled', 10, 90]);
    expect(account.faults).toEqual([]);
  });

  it('goes on where no level is reached', async () => {
    const account = await closing();
    await account.tick(at(3), 397_00, 1_000);
    expect(await account.positions()).toMatchObject([{ status: 'open', quantity: 50 }]);
    await account.tick(at(4), 389_00);
    expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
  });
});

describe('levels of a position', () => {
  it.each(Array.from({ length: 24 }, (_, moment) => moment))(
    'are in force also where more of it fills, %i turns later',
    async (moment) => {
      const account = await setUp();
      await account.place({ stopLoss: 380_00 }, 'first', 100);
      await account.tick(at(1), 399_00);
      await account.tick(at(2), 395_00, 120);
      const { id } = (await account.positions())[0]!;
      const tick = account.tick(at(3), 395_00);
      await turns(moment);
      await Promise.all([tick, account.execution.setLevels(id, { stopLoss: 390_00, target: 410_00 })]);
      await account.tick(at(4), 389_00);
      expect(await account.positions()).toMatchObject([{ status: 'closed', entry_quantity: 100 }]);
    },
  );

  it.each(Array.from({ length: 16 }, (_, moment) => moment))(
    'are those that are shown, also where an exit is cancelled, %i turns later',
    async (moment) => {
      const account = await setUp();
      await account.place({ type: 'market', price: null }, 'first', 100);
      await account.tick(at(1), 400_00);
      const { id } = (await account.positions())[0]!;
      const exit = await account.execution.exit(id, 'exit', 'Closed by you', at(1), `all:${id}`);
      await account.tick(at(2), 400_00, 40);
      const cancel = account.execution.cancel(exit.id, at(2), 'Cancelled by you');
      await turns(moment);
      await account.execution.setLevels(id, { stopLoss: 390_00, target: 410_00 });
      await cancel;
      expect(account.execution.openPositions()).toMatchObject([
        { quantity: 90, stop_loss: 390_00, target: 410_00 },
      ]);
    },
  );
});

describe('an order by hand on a replay that ends', () => {
  const end = (account: Account) =>
    account.execution.closeAll(at(1), 'The replay was stopped', {
      userId: 1,
      write: () => Promise.resolve(),
    });

  it('is taken back with it, or is not placed', async () => {
    const account = await setUp();
    await account.place();
    const [, during] = await Promise.allSettled([end(account), account.place({}, 'during')]);
    await expect(account.place({}, 'after')).rejects.toThrow(
      'Everything of this feed is being closed already.',
    );
    expect(during.status).toBe('rejected');
    expect(await states(account)).toEqual(['cancelled']);
  });
});

describe('an exit of what is left', () => {
  it.each(Array.from({ length: 24 }, (_, moment) => moment))(
    'is of no more than that, where another one is cancelled %i turns after it began to fill',
    async (moment) => {
      const account = await setUp();
      await account.place({ type: 'market', price: null, stopLoss: 390_00 });
      await account.tick(at(1), 400_00);
      const { id } = (await account.positions())[0]!;
      const some = await account.execution.exit(id, 'exit', 'Closed by you', at(1), `some:${id}`, 2);
      const tick = account.tick(at(2), 400_00);
      await turns(moment);
      const cancel = account.execution.cancel(some.id, at(2), 'Cancelled by you');
      const all = account.execution.exit(id, 'exit', 'Closed by you', at(2), `all:${id}`);
      await Promise.allSettled([tick, cancel, all]);
      await account.tick(at(3), 389_00);
      await account.tick(at(4), 388_00);
      expect(await account.positions()).toMatchObject([{ status: 'closed', quantity: 0 }]);
      expect(account.faults).toEqual([]);
    },
  );
});
