import { expect, it } from 'vitest';
import { PRICE } from '../../../../tests/support/live-trader.ts';
import { CALL, listedOption, LOT, optionTrader, PREMIUM } from '../../../../tests/support/option-trader.ts';
import type { BrokerInstrument } from '../../brokers/broker.ts';

const options = optionTrader();
const { trader, priced, atBroker, days } = options;
const { second, placed } = trader;

// The broker's name of a contract has its last day in it: one that is moved has another.
it.each([CALL, 'NIFTY30NOV2626000CE'])(
  'a sale in the app is seen at once and not sold a second time by the stop, of what is named %s today',
  async (tradingSymbol) => {
    // Stops are watched here: none rests at the broker.
    trader.links.broker.refuse(({ trigger }) => trigger !== null, 1_000, 'No stop is taken.');
    await placed({ stopLoss: 100_00 });
    await priced(CALL);
    await second(3);
    const { contract, instrument: before } = listedOption(CALL);
    const instrument = { ...before, tradingSymbol };
    trader.links.contracts = [{ contract, instrument }];
    trader.links.relisted.set(CALL, instrument);
    await days(3);
    await options.compared();
    expect(await atBroker()).toBe(LOT);
    trader.links.broker.tradeByHand(instrument, 'sell', LOT, PREMIUM, 'carry-forward');
    await second(1);
    await priced(CALL, 99_00);
    await second(10);
    expect(await atBroker()).toBe(0);
  },
);

it.each(['ITC', 'ITCNEW'])(
  'a share that is held overnight, lies at the BSE and is named %s today is there',
  async (name) => {
    const order = { symbol: 'ITC', size: { by: 'quantity', amount: 10 }, stopLoss: 380_00 } as const;
    await placed(order);
    await trader.move(PRICE);
    await second(3);
    const [held] = trader.account().run.execution.openPositions();
    const instrument = JSON.parse(held!.instrument_json!) as BrokerInstrument;
    trader.links.relisted.set('ITC', { ...instrument, tradingSymbol: `${name}-EQ` });
    await days(3);
    const at = { exchange: 'BSE', token: '500875', tradingSymbol: name, isin: 'INE154A01025' } as const;
    trader.links.broker.delivered = [
      { ...at, quantity: 10, unsettledQuantity: 0, averagePrice: PRICE, lastPrice: PRICE },
    ];
    await options.compared();
    expect((await trader.user.call('live.differences', {})).differences).toEqual([]);
  },
);
