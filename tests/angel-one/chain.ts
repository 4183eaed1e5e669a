import { expiryMoment } from '../../src/engine/contracts/expiry.ts';
import { greeksOf } from '../../src/engine/options/black76.ts';
import { estimateMargin, MARGIN_RULES } from '../../src/engine/options/margin-estimate.ts';
import {
  type ModelledExpiry,
  modelledForward,
  modelledPrice,
  onOptionTick,
  smiledVolatility,
} from '../../src/engine/options/option-model.ts';
import type { ValuedLeg } from '../../src/engine/options/payoff.ts';
import { MONTH_NAMES, monthOfName } from '../../src/shared/month-names.ts';
import { DAY_MS, istDate } from '../../src/shared/time.ts';
import type { ServerInstrument } from './instruments.ts';

/** Options of one expiry around a price. With its future where it has one; prices in paise. */
interface ChainOf {
  readonly name: string;
  readonly exchange?: 'NFO' | 'BFO';
  /** `01DEC2026`. */
  readonly expiry: string;
  readonly lot: number;
  readonly freeze: number;
  readonly around: number;
  readonly step: number;
  readonly aSide: number;
  /** Tokens are counted from here. */
  readonly firstToken: number;
  readonly hasFuture?: boolean;
}

const YEAR_MS = 365 * DAY_MS;
/** Volatility at the money, percent a year. */
const LEVEL = 14;

/** Day of an expiry as the broker writes it: `2026-12-01` is `01DEC2026`. */
const brokerDay = (day: string): string =>
  `${day.slice(8)}${MONTH_NAMES[Number(day.slice(5, 7)) - 1]}${day.slice(0, 4)}`;

/** Day of an expiry of the broker's: `01DEC2026` is `2026-12-01`. */
export const isoDay = (expiry: string): string =>
  `${expiry.slice(5)}-${monthOfName(expiry.slice(2, 5))}-${expiry.slice(0, 2)}`;

/** The contracts, in order of strikes; all of them move with the index of their name. */
export const madeUpChain = (chain: ChainOf): ServerInstrument[] => {
  const { name, expiry, lot, freeze, around, step, aSide, firstToken, exchange = 'NFO' } = chain;
  const written = `${name}${expiry.slice(0, 5)}${expiry.slice(-2)}`;
  const of = (number: number, symbol: string) =>
    ({
      exchange,
      token: String(firstToken + number),
      symbol,
      name,
      expiry,
      lot,
      freeze,
      movesWithIndex: true,
    }) as const;
  const future = {
    ...of(0, `${written}FUT`),
    kind: 'future' as const,
    tick: 10,
    close: Math.round(around / 10) * 10,
  };
  const options = Array.from({ length: 2 * aSide + 1 }, (_, index) => {
    const strike = (Math.round(around / step) - aSide + index) * step;
    return (['call', 'put'] as const).map((right, second): ServerInstrument => ({
      ...of(1 + 2 * index + second, `${written}${strike / 100}${right === 'call' ? 'CE' : 'PE'}`),
      kind: 'option',
      tick: 5,
      // A week before it ends, as yesterday.
      close: onOptionTick(modelledPrice({ spot: around, years: 7 / 365, level: LEVEL }, right, strike)),
      strike,
      right,
    }));
  }).flat();
  return chain.hasFuture ? [future, ...options] : options;
};

const modelAt = ({ expiry }: ServerInstrument, spot: number, now: number): ModelledExpiry => ({
  spot,
  years: Math.max(0, expiryMoment(isoDay(expiry)) - now) / YEAR_MS,
  level: LEVEL,
});

/** Price of a contract while its index is at `spot`, paise. */
export const priceWithIndex = (instrument: ServerInstrument, spot: number, now: number): number => {
  const model = modelAt(instrument, spot, now);
  const { right, strike, tick } = instrument;
  if (right === undefined || strike === undefined)
    return Math.round(modelledForward(spot, model.years) / tick) * tick;
  return onOptionTick(modelledPrice(model, right, strike));
};

/** A contract with the units of it that are held; below zero sold. */
export interface HeldContract {
  readonly instrument: ServerInstrument;
  readonly quantity: number;
  /** Paise. */
  readonly price: number;
}

/** Margin of contracts together, paise. */
export interface ChainMargin {
  readonly total: number;
  readonly span: number;
  readonly benefit: number;
  /** Paid for what is bought. */
  readonly bought: number;
  /** Received for what is sold less paid for what is bought. */
  readonly premium: number;
}

const valued = ({ instrument, quantity, price }: HeldContract, spot: number, now: number): ValuedLeg => {
  const model = modelAt(instrument, spot, now);
  return {
    right: instrument.right ?? 'future',
    strike: instrument.strike ?? 0,
    quantity,
    price,
    forward: modelledForward(spot, model.years),
    years: model.years,
    volatility: instrument.strike === undefined ? 0 : smiledVolatility(model, instrument.strike),
  };
};

/** Margin of contracts by the engine's estimate: what is bought is paid, what is sold blocks its worst scenario. */
export const marginOfContracts = (
  held: readonly HeldContract[],
  spotOf: (name: string) => number,
  now: number,
): ChainMargin => {
  const rules = MARGIN_RULES.index;
  const ranges = { pricePercent: rules.leastPricePercent, volatilityPoints: rules.leastVolatilityPoints };
  let sum = { total: 0, span: 0, benefit: 0, bought: 0, premium: 0 };
  for (const [name, some] of Map.groupBy(held, ({ instrument }) => instrument.name)) {
    const legs = some.map((one) => valued(one, spotOf(name), now));
    const sold = legs.some(({ right, quantity }) => right === 'future' || quantity < 0);
    const estimate = estimateMargin(legs, rules, ranges);
    const bought = legs.reduce(
      (paid, { right, quantity, price }) =>
        paid + (right !== 'future' && quantity > 0 ? quantity * price : 0),
      0,
    );
    const span = sold ? Math.round(estimate.total) : 0;
    sum = {
      total: sum.total + span + bought,
      span: sum.span + span,
      benefit: sum.benefit + Math.round(estimate.hedgeBenefit),
      bought: sum.bought + bought,
      premium: sum.premium + Math.round(estimate.premium),
    };
  }
  return sum;
};

/** A row of the broker's Greeks: every figure a text. */
export const greekRow = (instrument: ServerInstrument, spot: number, now: number, volume: number) => {
  const { strike = 0, right = 'call', name, expiry } = instrument;
  const model = modelAt(instrument, spot, now);
  const volatility = smiledVolatility(model, strike);
  const forward = modelledForward(spot, model.years);
  const greeks = greeksOf({ right, forward, strike, years: model.years, rate: 0 }, volatility);
  return {
    name,
    expiry,
    strikePrice: (strike / 100).toFixed(6),
    optionType: right === 'call' ? 'CE' : 'PE',
    delta: greeks.delta.toFixed(4),
    gamma: (greeks.gamma * 100).toFixed(4),
    theta: (greeks.theta / 100).toFixed(4),
    vega: (greeks.vega / 100).toFixed(4),
    impliedVolatility: volatility.toFixed(2),
    tradeVolume: volume.toFixed(2),
  };
};

/** The next two expiries after a moment, as the broker writes them. They are Tuesdays. */
export const chainDays = (now: number): readonly [string, string] => {
  const days: string[] = [];
  for (let time = now + DAY_MS; days.length < 2; time += DAY_MS)
    if (new Date(time + 19_800_000).getUTCDay() === 2) days.push(brokerDay(istDate(time)));
  return [days[0] ?? '', days[1] ?? ''];
};
