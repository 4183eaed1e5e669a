import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../../engine/random.ts';
import { NO_FAULTS, SeededBroker } from '../../../tests/support/seeded-broker.ts';
import { DepositoryReminder } from './depository-reminder.ts';
import { type DeliveredSale, type Sale, sharesInWords } from './sale-authorisation.ts';

const share = {
  symbol: 'ITC',
  exchange: 'NSE',
  token: 'ITC',
  tradingSymbol: 'ITC-EQ',
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
} as const;
const at = (time: string): number => Date.parse(`2026-11-20T${time}:00+05:30`);

let broker: SeededBroker;
let session: SeededBroker | null;
let sales: Sale[];
let reported: string[];
let reminder: DepositoryReminder;
beforeEach(() => {
  broker = new SeededBroker(seededRandom('depository'), () => at('08:00'), NO_FAULTS);
  const { exchange, token, tradingSymbol } = share;
  broker.delivered = [
    {
      exchange,
      token,
      tradingSymbol,
      isin: 'INE1',
      quantity: 10,
      unsettledQuantity: 0,
      averagePrice: 400_00,
      lastPrice: 400_00,
    },
  ];
  broker.depository = 'needed';
  session = broker;
  sales = [{ instrument: share, quantity: 10 }];
  reported = [];
  reminder = new DepositoryReminder({
    logger: pino({ level: 'silent' }),
    broker: () => session,
    sales: () => sales,
    notify: (missing: readonly DeliveredSale[]) => {
      reported.push(sharesInWords(missing));
      return Promise.resolve();
    },
  });
});

it('what strategies hold and the depository would not let go of is reported with the session and before the open, once each', async () => {
  for (const time of ['07:30', '07:31', '09:00', '09:05', '09:06', '15:00']) await reminder.check(at(time));
  expect(reported).toEqual(['10 ITC', '10 ITC']);
});

it('a word that was given meanwhile is not asked for again', async () => {
  await reminder.check(at('07:30'));
  broker.depository = 'authorised';
  await reminder.check(at('09:05'));
  expect(reported).toEqual(['10 ITC']);
});

it('it is asked as soon as there is a session, and not before something is held', async () => {
  session = null;
  await reminder.check(at('07:30'));
  session = broker;
  const held = sales;
  sales = [];
  await reminder.check(at('07:31'));
  expect(reported).toEqual([]);
  sales = held;
  await reminder.check(at('07:32'));
  expect(reported).toEqual(['10 ITC']);
});

it('on a day without trading, and of what was bought today, nobody is notified', async () => {
  await reminder.check(Date.parse('2026-11-21T09:10:00+05:30'));
  broker.delivered = [];
  await reminder.check(at('09:10'));
  expect(reported).toEqual([]);
});
