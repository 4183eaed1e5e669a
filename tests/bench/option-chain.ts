import { optionPrice } from '../../src/engine/options/black76.ts';
import { type QuotedStrike, valueChain } from '../../src/engine/options/chain.ts';
import { inTurn, type Row } from './measure.ts';

const STRIKES = 200;
const STEP = 50;
const [FORWARD, YEARS, TICK] = [25_012.3, 30 / 365, 0.05] as const;
/** Chains of one measurement. */
const TIMES = 50;

/** A smile, so that no two strikes are alike. */
const volatilityAt = (strike: number): number => 12 + 80 * Math.log(strike / FORWARD) ** 2;

const quotes: readonly QuotedStrike[] = Array.from({ length: STRIKES }, (_, index) => {
  const strike = 25_000 + (index - STRIKES / 2) * STEP;
  const price = (right: 'call' | 'put'): number =>
    optionPrice({ right, forward: FORWARD, strike, years: YEARS, rate: 0 }, volatilityAt(strike));
  return { strike, call: price('call'), put: price('put') };
});

/** Normal distribution by Abramowitz and Stegun, 26.2.17. Most sheets and libraries have it. */
const plainNormal = (x: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
};

/** Sum of the Greeks of one option. Newton from 20 % until the price fits to a hundredth of a tick. */
const plainOption = (isCall: boolean, strike: number, price: number): number => {
  const root = Math.sqrt(YEARS);
  let volatility = 0.2;
  let d1 = 0;
  let density = 0;
  for (let step = 0; step < 20; step++) {
    const deviation = volatility * root;
    d1 = Math.log(FORWARD / strike) / deviation + deviation / 2;
    density = 0.3989422804014327 * Math.exp((-d1 * d1) / 2);
    const call = FORWARD * plainNormal(d1) - strike * plainNormal(d1 - deviation);
    const gap = (isCall ? call : call - FORWARD + strike) - price;
    const vega = FORWARD * density * root;
    if (Math.abs(gap) < TICK / 100 || vega < 1e-3) break;
    volatility = Math.max(0.01, volatility - gap / vega);
  }
  const delta = plainNormal(d1) - (isCall ? 0 : 1);
  const gamma = density / (FORWARD * volatility * root);
  const theta = (-FORWARD * density * volatility) / (2 * root) / 365;
  return delta + gamma + theta + (FORWARD * density * root) / 100 - YEARS * price;
};

const plainChain = (): number =>
  quotes.reduce(
    (sum, { strike, call, put }) =>
      sum + plainOption(true, strike, call ?? 0) + plainOption(false, strike, put ?? 0),
    0,
  );

/** Milliseconds of one chain. */
const timed = (chain: () => unknown): number => {
  const began = performance.now();
  for (let time = 0; time < TIMES; time++) chain();
  return (performance.now() - began) / TIMES;
};

/** A chain of 200 strikes with volatilities and Greeks. Beside a plain loop over the closed form. */
export const optionChain = async (): Promise<Row[]> => {
  const ourChain = () => valueChain(quotes, { years: YEARS, rate: 0, tick: TICK });
  timed(ourChain);
  timed(plainChain);
  const [ours = Number.NaN, peer = Number.NaN] = await inTurn([
    () => Promise.resolve(timed(ourChain)),
    () => Promise.resolve(timed(plainChain)),
  ]);
  const name = `chain of ${STRIKES} strikes with volatility and Greeks (peer: a plain loop over the closed form)`;
  return [{ name, unit: 'ms', ours, peer }];
};
