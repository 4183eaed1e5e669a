import { pino } from 'pino';
import { MarketAlerts } from '../../src/backend/alert-rules/market-alerts.ts';
import type { AlertRuleRow } from '../../src/backend/db/schema.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { type Row, sideBySide } from './measure.ts';

const ALERTS = 10_000;
const INSTRUMENTS = 1_000;
const TICKS_A_SECOND = 10;
const SECONDS = 5;
const START = Date.parse('2026-11-20T10:00:00+05:30');
const MIDDLE = 1_000_00;
/** Furthest that a price goes from the middle, paise; the levels lie as far and half as far again. */
const AWAY = 40_00;

const symbolOf = (number: number): string => `SHARE${number}`;

const random = seededRandom('alerts');

const levels = Array.from({ length: ALERTS }, (_, number) => ({
  id: number + 1,
  symbol: symbolOf(number % INSTRUMENTS),
  when: number % 2 === 0 ? ('above' as const) : ('below' as const),
  price: MIDDLE + (number % 2 === 0 ? 1 : -1) * Math.round(AWAY * (0.5 + random.uniform())),
}));

const rowOf = ({ id, symbol, when, price }: (typeof levels)[number]): AlertRuleRow => ({
  ...{ id, user_id: 1, mode: 'test', symbol, repeat: 're-armed', timeframe: null, until_day: null },
  condition_json: JSON.stringify({ kind: 'price', symbol, when, price }),
  ...{ note: '', channels_json: '[]', is_urgent: 0, language: 'en', state: 'armed', reason: '' },
  ...{ direction: null, state_at: 0, last_bar: null, fired: 0, last_fired_at: null },
  ...{ created_at: 0, updated_at: 0 },
});

/** Packets of a second: each has one price of each instrument. */
const packets = Array.from({ length: SECONDS * TICKS_A_SECOND }, (_, packet) =>
  Array.from({ length: INSTRUMENTS }, (_unused, number) => ({
    symbol: symbolOf(number),
    price: MIDDLE + Math.round(AWAY * Math.sin(packet / 23 + number)),
  })),
);

/** CPU milliseconds that a second of prices costs. */
const costOf = (onTicks: (ticks: (typeof packets)[number], at: number) => void): number => {
  const before = process.cpuUsage();
  for (const [packet, ticks] of packets.entries()) onTicks(ticks, START + packet * 100);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / SECONDS;
};

const ours = (): Promise<number> => {
  let changes = 0;
  const alerts = new MarketAlerts({
    candles: {
      history: { candlesBefore: () => Promise.resolve([]) },
      logger: pino({ level: 'silent' }),
      prepare: () => Promise.resolve(),
    },
    tickNameOf: (symbol) => symbol,
    previousClose: () => MIDDLE,
    onChange: () => changes++,
    ...{ mayFire: () => true, isLive: false, now: () => START },
  });
  for (const level of levels) alerts.add(rowOf(level));
  const cost = costOf((ticks, at) => alerts.onTicks(ticks, at));
  if (changes === 0) throw new Error('No alert fired.');
  return Promise.resolve(cost);
};

/** The same by a look at each alert of each price's instrument. */
const plainLoop = (): Promise<number> => {
  let changes = 0;
  const alerts = levels.map((level) => ({ ...level, isWaiting: false }));
  const cost = costOf((ticks) => {
    for (const { symbol, price } of ticks)
      for (const alert of alerts) {
        if (alert.symbol !== symbol) continue;
        const isTrue = alert.when === 'above' ? price >= alert.price : price <= alert.price;
        if (isTrue !== alert.isWaiting) changes++;
        alert.isWaiting = isTrue;
      }
  });
  if (changes === 0) throw new Error('No alert fired.');
  return Promise.resolve(cost);
};

/** Cost of 10,000 alerts on 1,000 instruments at ten prices a second; 10 ms are one percent of a core. */
export const alerts = async (): Promise<Row[]> => [
  await sideBySide(`a second of prices for ${ALERTS} alerts (peer: a plain loop)`, 'ms', ours, plainLoop),
];
