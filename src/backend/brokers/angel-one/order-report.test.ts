import { expect, it } from 'vitest';
import { momentOf, reportOf } from './order-report.ts';

const row = (change: object) => ({
  orderid: '201020000000080',
  ordertag: 'TD00000000001',
  variety: 'NORMAL',
  ordertype: 'LIMIT',
  price: '194.00',
  triggerprice: '0',
  quantity: '10',
  filledshares: '0',
  averageprice: '0',
  status: 'open',
  orderstatus: 'open',
  text: '',
  updatetime: '20-Oct-2020 13:10:59',
  ...change,
});

it('a row is evidence of an order', () => {
  expect(reportOf(row({ filledshares: '4', averageprice: '193.9050' }))).toEqual({
    brokerOrderId: '201020000000080',
    tag: 'TD00000000001',
    tradingSymbol: '',
    side: 'buy',
    state: 'open',
    filledQuantity: 4,
    filledValue: 77_562,
    quantity: 10,
    price: 19_400,
    trigger: null,
    reason: '',
    at: Date.parse('2020-10-20T13:10:59+05:30'),
  });
});

it.each([
  ['open', 'open', 'open'],
  ['complete', 'complete', 'filled'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['rejected', 'rejected', 'rejected'],
  ['trigger pending', 'trigger pending', 'waiting'],
  ['open pending', 'open pending', 'pending'],
  ['Validation Pending', '', 'pending'],
  ['after market order req received', 'after market order req received', 'pending'],
  // The status of an order that was changed may go on saying so.
  ['modified', 'trigger pending', 'waiting'],
  ['modified', 'complete', 'filled'],
  ['modified', 'rejected', 'rejected'],
  ['modified', 'modified', 'open'],
  ['modify pending', 'modify pending', 'open'],
  ['not cancelled', 'not cancelled', 'open'],
  ['something new', 'something new', 'pending'],
])('status "%s" with orderstatus "%s" is %s', (status, orderstatus, state) =>
  expect(reportOf(row({ status, orderstatus })).state).toBe(state),
);

it('a stop order that is being changed is still waiting, unless it has traded', () => {
  const stop = {
    ordertype: 'STOPLOSS_LIMIT',
    triggerprice: '193.00',
    status: 'modified',
    orderstatus: 'modified',
  };
  expect(reportOf(row(stop))).toMatchObject({ state: 'waiting', trigger: 19_300 });
  expect(reportOf(row({ ...stop, filledshares: '1', averageprice: '194' })).state).toBe('open');
});

it.each([
  ['AB01', 'open'],
  ['AB02', 'cancelled'],
  ['AB03', 'rejected'],
  ['AB04', 'open'],
  ['AB05', 'filled'],
  ['AB06', 'pending'],
  ['AB07', 'cancelled'],
  ['AB08', 'pending'],
  ['AB09', 'pending'],
  ['AB10', 'waiting'],
  ['AB11', 'open'],
])('the code %s of a frame whose row is silent is %s', (code, state) =>
  expect(reportOf(row({ status: '', orderstatus: '' }), code).state).toBe(state),
);

it('the row is right, and not the code beside it', () => {
  expect(reportOf(row({ status: 'complete', orderstatus: 'complete' }), 'AB04').state).toBe('filled');
});

it('an order of somebody else has no tag; one without a time has none', () => {
  expect(reportOf(row({ ordertag: '', updatetime: '', exchtime: null }))).toMatchObject({ tag: null, at: 0 });
  expect(momentOf('31-Foo-2020 00:00:00')).toBe(0);
});

it.each([
  ['no number', { orderid: '' }, 'orderid'],
  ['a quantity of words', { quantity: 'ten' }, 'quantity'],
  ['half a share', { filledshares: '1.5' }, 'filledshares'],
  ['an average of words', { filledshares: '1', averageprice: 'n/a' }, 'averageprice'],
])('a row with %s is not guessed at', (_name, change, field) =>
  expect(() => reportOf(row(change))).toThrow(field),
);
