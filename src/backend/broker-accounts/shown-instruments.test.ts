import pino from 'pino';
import { expect, it } from 'vitest';
import type { BrokerInstrument } from '../brokers/broker.ts';
import { LivePrices } from './live-prices.ts';
import { ShownInstruments } from './shown-instruments.ts';

const INFY: BrokerInstrument = {
  ...{ symbol: 'INFY', exchange: 'NSE', token: '1594', tradingSymbol: 'INFY-EQ', lotSize: 1, tickSize: 5 },
  ...{ expiry: null, freezeQuantity: null, isin: null },
};

/** Instruments that are shown. Their broker answers when it is told to. */
const shownWith = (answers: {
  quotes?: () => Promise<never[]>;
  instrumentOf?: () => Promise<BrokerInstrument>;
}) => {
  const clock = { now: () => 1_000 };
  const watched: string[][] = [];
  const shown: ShownInstruments = new ShownInstruments({
    clock,
    logger: pino({ level: 'silent' }),
    prices: new LivePrices(clock),
    broker: () => ({ quotes: answers.quotes ?? (() => Promise.resolve([])) }),
    instrumentOf: answers.instrumentOf ?? (() => Promise.resolve(INFY)),
    watch: () => {
      watched.push(shown.instruments().map(({ symbol }) => symbol));
      return Promise.resolve();
    },
  });
  return { shown, watched };
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it('what the last window showed is unsubscribed, though the broker was still being asked for its price', async () => {
  const asked = Promise.withResolvers<never[]>();
  const { shown, watched } = shownWith({ quotes: () => asked.promise });
  shown.show(new Set(['INFY depth']));
  await settled();
  expect(watched).toEqual([['INFY']]);
  // The window is closed: nobody says it again.
  shown.show(new Set());
  asked.resolve([]);
  await settled();
  expect(watched.at(-1)).toEqual([]);
  expect(shown.withDepth()).toEqual([]);
});

it('what nobody looks at any more is unsubscribed at once after a failure too', async () => {
  let isBroken = false;
  const { shown, watched } = shownWith({
    instrumentOf: () =>
      isBroken ? Promise.reject(new Error('the list is not there')) : Promise.resolve(INFY),
  });
  shown.show(new Set(['INFY']));
  await settled();
  isBroken = true;
  shown.show(new Set(['INFY', 'TCS']));
  await settled();
  shown.show(new Set());
  await settled();
  expect(watched.at(-1)).toEqual([]);
});
