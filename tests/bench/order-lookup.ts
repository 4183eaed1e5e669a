import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { OrderChannel } from '../../src/backend/broker-accounts/order-channel.ts';
import { HOUSE, openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/notices/event-hub.ts';
import { createNotify } from '../../src/backend/notices/notify.ts';
import { writeLog } from '../../src/backend/notices/journal.ts';
import { seedHouse } from '../../src/backend/seed/seed-strategies.ts';
import { inTurn, type Row, timed } from './measure.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const YESTERDAY = NOW - 86_400_000;
const FEW = 100;
const MANY = 100_000;
const ROWS_A_STATEMENT = 500;
const LOOKUPS = 50_000;
const REPORTS = 200;
const RUN = { source: 'broker', runId: 1, mode: 'live', brokerId: 2 } as const;

/** A channel with working orders, and as many of yesterday. Only the database knows the latter. */
const channelOf = async (count: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const database = await openDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, NOW));
  const row = (number: number, isOld: boolean) => ({
    user_id: 1,
    strategy_id: 1,
    position_id: null,
    symbol: 'SBIN',
    mode: RUN.mode,
    source: RUN.source,
    run_id: RUN.runId,
    broker_id: RUN.brokerId,
    side: 'buy' as const,
    slot: 'entry' as const,
    purpose: 'entry' as const,
    quantity: 1_000_000,
    filled_quantity: 0,
    filled_value: 0,
    state: isOld ? ('cancelled' as const) : ('open' as const),
    pending: null,
    reason: 'Bench',
    intent_key: `${isOld ? 'old' : 'new'}:${number}`,
    placed_at: isOld ? YESTERDAY : NOW,
    updated_at: isOld ? YESTERDAY : NOW,
    sent_at: isOld ? YESTERDAY : NOW,
    tag: `${isOld ? 'O' : 'N'}${number}`,
    broker_order_id: `${isOld ? 'old' : 'new'}-${number}`,
  });
  for (const isOld of [true, false])
    for (let from = 0; from < count; from += ROWS_A_STATEMENT)
      await database.write(1, (tx) =>
        tx.query
          .insertInto('orders')
          .values(
            Array.from({ length: Math.min(ROWS_A_STATEMENT, count - from) }, (_, index) =>
              row(from + index, isOld),
            ),
          )
          .execute(),
      );
  const clock = { now: () => NOW };
  const hub = new EventHub(clock);
  const orders = new OrderChannel({
    database,
    clock,
    sinks: { hub, notify: createNotify(hub, clock), writeLog, notifyFollowers: () => undefined },
    logger: pino({ level: 'silent' }),
    run: RUN,
    userId: 1,
    broker: () => null,
    book: () => Promise.reject(new Error('Nothing is filled here.')),
    bookEnd: () => Promise.resolve(null),
    notifyRejected: () => Promise.resolve(),
    notifyUnseen: () => Promise.resolve(),
    notifyUnbooked: () => Promise.resolve(),
    denial: () => Promise.resolve(null),
    isQueued: () => true,
    dayEnd: () => Number.POSITIVE_INFINITY,
    onChange: () => undefined,
  });
  await orders.load();
  const close = async (): Promise<void> => {
    await database.close();
    rmSync(folder, { recursive: true });
  };
  return { orders, close };
};

/** Microseconds to find orders of any age, and to apply reports. The orders are those of the account. */
const sideOf = async (count: number) => {
  const { orders, close } = await channelOf(count);
  let turn = 0;
  const any = (): number => (turn = (turn + 7_919) % count);
  const find = async (): Promise<number> => {
    const took = await timed(async () => {
      for (let number = 0; number < LOOKUPS; number++)
        await orders.index.find({ brokerOrderId: `new-${any()}`, tag: null });
    });
    return (took / LOOKUPS) * 1_000;
  };
  let price = 0;
  const report = async (): Promise<number> => {
    const took = await timed(async () => {
      for (let number = 0; number < REPORTS; number++)
        await orders.onReport({
          brokerOrderId: `new-${any()}`,
          tag: null,
          tradingSymbol: 'SBIN-EQ',
          side: 'buy',
          state: 'open',
          filledQuantity: 0,
          filledValue: 0,
          quantity: 1_000_000,
          price: 100_00 + ++price,
          trigger: null,
          reason: '',
          at: NOW + price,
        });
    });
    return (took / REPORTS) * 1_000;
  };
  // Of yesterday only those that were not asked for before are looked for in the database.
  let old = 0;
  const findOld = async (): Promise<number> => {
    const each = FEW / 5;
    const took = await timed(async () => {
      for (let number = 0; number < each; number++)
        await orders.index.find({ brokerOrderId: `old-${Math.floor((old++ * count) / FEW)}`, tag: null });
    });
    return (took / each) * 1_000;
  };
  return { find, findOld, report, close };
};

/**
 * Cost of finding an order and of applying a report. There are a hundred thousand orders, and on the other side a
 * hundred.
 */
export const orderLookup = async (): Promise<Row[]> => {
  const many = await sideOf(MANY);
  const few = await sideOf(FEW);
  const rows: Row[] = [];
  for (const [what, measure] of [
    ['an order of today is found', 'find'],
    ['an order of yesterday is found', 'findOld'],
    ['a report is taken and written', 'report'],
  ] as const) {
    const [ours = Number.NaN, peer = Number.NaN] = await inTurn([many[measure], few[measure]]);
    rows.push({ name: `${what} among ${MANY} (peer: among ${FEW})`, unit: 'µs', ours, peer });
  }
  await many.close();
  await few.close();
  return rows;
};
