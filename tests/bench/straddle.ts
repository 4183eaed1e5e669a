import { type Bar, type Bars, barsFrom } from '../../src/engine/bars.ts';
import { ANGEL_ONE } from '../../src/engine/charges/plan.ts';
import { expiriesByCalendar } from '../../src/engine/contracts/expiry-calendar.ts';
import { ModelledPremiums } from '../../src/engine/legs/modelled-premiums.ts';
import { simulateLegs } from '../../src/engine/legs/simulate-legs.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { LegDocumentSchema } from '../../src/shared/leg-document.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../src/shared/time.ts';
import { isTradingDay } from '../../src/shared/trading-days.ts';
import { inTurn, type Row } from './measure.ts';

const [OPEN, CLOSE, YEARS] = [555, 930, 5] as const;
const [STOP, LEVEL, STEP] = [1.3, 0.14, 50_00] as const;

/** Minutes of a made-up index on the trading days of five years. */
const fiveYears = (): Bars => {
  const random = seededRandom('straddle');
  const rows: Bar[] = [];
  let price = 18_000_00;
  const first = istDayStart('2021-01-01');
  for (let day = 0; day < YEARS * 365; day++) {
    const midnight = first + day * DAY_MS;
    if (!isTradingDay(istDate(midnight))) continue;
    for (let minute = OPEN; minute < CLOSE; minute++) {
      const open = price;
      const close = Math.round(open * (1 + (random.uniform() - 0.49995) * 0.0008));
      const [high, low] = [Math.max(open, close) + 100, Math.min(open, close) - 100];
      rows.push({ time: midnight + minute * MINUTE_MS, open, high, low, close, volume: 0 });
      price = close;
    }
  }
  const bars = barsFrom(rows);
  if (!bars.ok) throw new Error(bars.failure.message);
  return bars.value;
};

const leg = (kind: 'call' | 'put') => ({
  side: 'sell' as const,
  kind,
  lots: 1,
  strike: { by: 'at-the-money' as const, steps: 0 },
  stop: { of: 'premium' as const, distance: { kind: 'percent' as const, value: (STOP - 1) * 100 } },
});

const document = LegDocumentSchema.parse({
  version: 2,
  underlying: 'NIFTY',
  entry: { at: '09:20' },
  exit: { at: '15:15' },
  legs: [leg('call'), leg('put')],
});

const ours = (bars: Bars): number => {
  const premiums = new ModelledPremiums({
    underlying: 'NIFTY',
    expiriesOn: (day) => expiriesByCalendar('NIFTY', day),
    volatilityOn: () => LEVEL * 100,
    volatilitySource: '14 % a year',
  });
  return simulateLegs({ document, exchange: 'NSE', bars, premiums, plan: ANGEL_ONE }).outcomes.length;
};

/** Normal distribution by Abramowitz and Stegun, 26.2.17. */
const plainNormal = (x: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const density = 0.3989422804014327 * Math.exp((-x * x) / 2);
  const sum =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - density * sum : density * sum;
};

const plainPrice = (isCall: boolean, spot: number, strike: number, years: number): number => {
  const deviation = Math.max(1e-6, LEVEL * Math.sqrt(years));
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const call = spot * plainNormal(d1) - strike * plainNormal(d1 - deviation);
  return isCall ? call : call - spot + strike;
};

/** A script by hand: no spread, no charges, no smile, and expiries by the weekday. */
const plain = (bars: Bars): number => {
  let trades = 0;
  let legs: { isCall: boolean; strike: number; stop: number }[] = [];
  for (let index = 0; index < bars.length; index++) {
    const time = bars.time[index] ?? 0;
    const minute = Math.floor((time + 19_800_000) / MINUTE_MS) % 1_440;
    const daysLeft = 1 + ((11 - (bars.day[index] ?? 0)) % 7);
    const years = Math.max(0, daysLeft + (CLOSE - minute) / 1_440) / 365;
    if (minute === 560) {
      const spot = bars.open[index] ?? 0;
      const strike = Math.round(spot / STEP) * STEP;
      legs = [true, false].map((isCall) => ({
        isCall,
        strike,
        stop: STOP * plainPrice(isCall, spot, strike, years),
      }));
    } else if (minute >= 915) {
      trades += legs.length;
      legs = [];
    }
    for (const one of legs) {
      const worst = (one.isCall ? bars.high[index] : bars.low[index]) ?? 0;
      if (plainPrice(one.isCall, worst, one.strike, years) < one.stop) continue;
      trades++;
      legs = legs.filter((other) => other !== one);
    }
  }
  return trades;
};

/** Five years of a daily straddle with stops, on minutes. Beside a plain loop that prices by the closed form. */
export const straddle = async (): Promise<Row[]> => {
  const bars = fiveYears();
  const timed = (run: (bars: Bars) => number) => (): Promise<number> => {
    const began = performance.now();
    if (run(bars) < 1_000) throw new Error('A straddle was to be traded on every day.');
    return Promise.resolve(performance.now() - began);
  };
  const [mine = Number.NaN, peer = Number.NaN] = await inTurn([timed(ours), timed(plain)]);
  const name = `${bars.length} minutes of a daily straddle with stops (peer: a plain loop without spread and charges)`;
  return [{ name, unit: 'ms', ours: mine, peer }];
};
