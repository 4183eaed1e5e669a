import { expect, it } from 'vitest';
import type { Transaction } from '../db/database.ts';
import type { TradeRow } from '../db/schema.ts';
import { EventHub } from '../http/event-hub.ts';
import { announceTrade } from './announce.ts';

const strategy = { id: 1, name: 'Morning breakout', ownerId: 1, isHouse: false };
const trade = (mode: 'live' | 'test') =>
  ({
    id: 7,
    mode,
    side: 'long',
    quantity: 10,
    symbol: 'ITC',
    exit_price: 400_00,
    exit_at: 0,
    entry_at: 0,
    net: -50_00,
    exit_reason: 'Stop-loss hit',
  }) as TradeRow;

/** Whether the alert of a trade breaks through quiet hours. */
const isCritical = async (mode: 'live' | 'test', why: 'stop-loss' | 'other'): Promise<boolean> => {
  const told: boolean[] = [];
  const announcer = {
    hub: new EventHub({ now: () => 0 }),
    writeLog: () => Promise.resolve(),
    notify: (_tx: Transaction, _userId: number, _category: string, notice: { isCritical?: boolean }) => {
      told.push(notice.isCritical === true);
      return Promise.resolve();
    },
  };
  // Nobody follows it.
  const follows = { select: () => follows, where: () => follows, execute: () => Promise.resolve([]) };
  const tx = {
    afterCommit: () => undefined,
    query: { selectFrom: () => follows },
  } as unknown as Transaction;
  await announceTrade(announcer, tx, strategy, trade(mode), why);
  return told.includes(true);
};

it('a stop-loss that is hit live breaks through quiet hours; one on paper and other exits do not', async () => {
  expect(await isCritical('live', 'stop-loss')).toBe(true);
  expect(await isCritical('test', 'stop-loss')).toBe(false);
  expect(await isCritical('live', 'other')).toBe(false);
});
