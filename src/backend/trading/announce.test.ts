import { expect, it } from 'vitest';
import type { OrderPurpose } from '../../shared/order-states.ts';
import type { Transaction } from '../db/database.ts';
import type { TradeRow } from '../db/schema.ts';
import { EventHub } from '../notices/event-hub.ts';
import type { Notice } from '../notices/notify.ts';
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

/** The alert of a trade. */
const noticeOf = async (row: TradeRow, purpose: OrderPurpose | null): Promise<Notice | undefined> => {
  const sent: Notice[] = [];
  const sinks = {
    hub: new EventHub({ now: () => 0 }),
    writeLog: () => Promise.resolve(),
    notify: (_tx: Transaction, _userId: number, _category: string, notice: Notice) => {
      sent.push(notice);
      return Promise.resolve();
    },
    notifyFollowers: () => undefined,
  };
  const tx = { afterCommit: () => undefined } as unknown as Transaction;
  await announceTrade(sinks, tx, strategy, row, purpose);
  return sent[0];
};

const isCritical = async (
  mode: 'live' | 'test',
  purpose: OrderPurpose | null,
): Promise<boolean | undefined> => (await noticeOf(trade(mode), purpose))?.isCritical;

it('a stop-loss that is hit live breaks through quiet hours; one on paper and other exits do not', async () => {
  expect(await isCritical('live', 'stop-loss')).toBe(true);
  expect(await isCritical('test', 'stop-loss')).toBe(false);
  expect(await isCritical('live', 'exit')).toBe(false);
});

it('an alert names its strategy, and the time of a market that is not the exchange', async () => {
  const at = Date.parse('2022-10-03T11:40:00+05:30');
  const sold = (source: TradeRow['source']) => ({ ...trade('test'), source, exit_at: at });
  expect(await noticeOf(sold('replay'), 'exit')).toMatchObject({ strategyId: 1, marketAt: at });
  expect(await noticeOf(sold('broker'), 'exit')).toMatchObject({ strategyId: 1, marketAt: null });
});

it.each([
  ['stop-loss', 'Stop-loss hit', 'Stop-loss hit. Sold 10 ITC at ₹400.00: net −₹50.00.'],
  ['square-off', 'Square-off at 15:10', 'Square-off. Sold 10 ITC at ₹400.00: net −₹50.00.'],
  [
    'square-off',
    'Last day of NIFTY26NOVFUT: square-off at 15:10',
    'Square-off. Sold 10 ITC at ₹400.00: net −₹50.00.',
  ],
  ['target', 'Part of the target reached', 'Target reached. Sold 10 ITC at ₹400.00: net −₹50.00.'],
  ['exit', 'Sold by you', 'Sold 10 ITC at ₹400.00: net −₹50.00.'],
  ['exit', 'Square-off of yesterday was missed', 'Sold 10 ITC at ₹400.00: net −₹50.00.'],
  ['settlement', 'Target reached', 'Sold 10 ITC at ₹400.00: net −₹50.00.'],
  [null, 'Square-off', 'Sold 10 ITC at ₹400.00: net −₹50.00.'],
] as const)(
  'the alert of a trade by purpose %s says why, whatever its reason (%s)',
  async (purpose, reason, body) => {
    expect((await noticeOf({ ...trade('test'), exit_reason: reason }, purpose))?.body).toBe(body);
  },
);
