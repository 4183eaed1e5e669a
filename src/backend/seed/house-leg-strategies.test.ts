import { beforeAll, describe, expect, it } from 'vitest';
import { type Bar, barsFrom } from '../../engine/bars.ts';
import { ANGEL_ONE } from '../../engine/charges/plan.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { type LegSimulation, simulateLegs } from '../../engine/legs/simulate-legs.ts';
import { parseLegDocument } from '../../engine/rules/parse.ts';
import { nextTradingDay } from '../../engine/trading/trading-day.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import {
  firstDayState,
  type MarketDayState,
  sessionBars,
  simulateDay,
} from '../market/simulated/simulated-market.ts';
import { SimulatedPremiums } from '../market/simulated/simulated-premiums.ts';
import { HOUSE_LEG_AUTHORS, HOUSE_LEG_STRATEGIES } from './house-leg-strategies.ts';
import { HOUSE_AUTHORS, HOUSE_STRATEGIES } from './house-strategies.ts';

const SEED = 11;
const DAYS = 25;

const documentOf = ({ name, document }: (typeof HOUSE_LEG_STRATEGIES)[number]): LegDocument => {
  const parsed = parseLegDocument(document);
  if (!parsed.ok) throw new Error(`${name}: ${parsed.failure.message}`);
  return parsed.value;
};
const named = HOUSE_LEG_STRATEGIES.map((strategy) => [strategy.name, strategy] as const);

describe('shipped strategies with legs', () => {
  it('are ten on options and five on futures, under names of their own', () => {
    const first = HOUSE_LEG_STRATEGIES.map((strategy) => documentOf(strategy).legs[0]?.kind);
    expect(first.filter((kind) => kind === 'future')).toHaveLength(5);
    expect(first.filter((kind) => kind !== 'future')).toHaveLength(10);
    const names = [...HOUSE_STRATEGIES, ...HOUSE_LEG_STRATEGIES].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const authors = [...HOUSE_AUTHORS, ...HOUSE_LEG_AUTHORS].map(({ name }) => name);
    expect(new Set(authors).size).toBe(authors.length);
    for (const { author } of HOUSE_LEG_STRATEGIES) expect(authors).toContain(author);
  });
});

describe('shipped strategies with legs, on the simulated market', () => {
  const minutes = new Map<string, Bar[]>([
    ['NIFTY', []],
    ['BANKNIFTY', []],
  ]);
  beforeAll(() => {
    let state: MarketDayState = firstDayState('2026-09-28');
    for (let count = 0; count < DAYS; count++) {
      const day = simulateDay(SEED, state, 1);
      for (const session of day.sessions) minutes.get(session.row.symbol)?.push(...sessionBars(session));
      state = { day: nextTradingDay(day.day), closes: day.closes, logVolatility: day.logVolatility };
    }
  });

  const run = (document: LegDocument, upTo = Infinity): LegSimulation => {
    const bars = barsFrom((minutes.get(document.underlying) ?? []).slice(0, upTo));
    if (!bars.ok) throw new Error(bars.failure.message);
    const premiums = new SimulatedPremiums(document.underlying, bars.value);
    return simulateLegs({ document, exchange: 'NSE', bars: bars.value, premiums, plan: ANGEL_ONE });
  };

  it.each(named)('%s trades, and closes every leg', (_name, strategy) => {
    const document = documentOf(strategy);
    const { outcomes, minutesWithoutPrice } = run(document);
    expect(minutesWithoutPrice).toBe(0);
    expect(outcomes.length).toBeGreaterThanOrEqual(1);
    for (const { trades, net } of outcomes) {
      expect(trades.reduce((sum, trade) => sum + trade.net, 0)).toBe(net);
      for (const { symbol, exitedAt, enteredAt, quantity } of trades) {
        expect(contractOf(symbol)?.underlying).toBe(document.underlying);
        expect(exitedAt).toBeGreaterThanOrEqual(enteredAt);
        expect(quantity).toBeGreaterThan(0);
      }
    }
  });

  it.each(named)('%s does not look ahead', (_name, strategy) => {
    const document = documentOf(strategy);
    const whole = run(document).outcomes.flatMap(({ trades }) => trades);
    const cut = Math.floor((minutes.get(document.underlying)?.length ?? 0) * 0.6);
    const before = minutes.get(document.underlying)?.[cut - 1]?.time ?? 0;
    const part = run(document, cut).outcomes.flatMap(({ trades }) => trades);
    expect(part).toEqual(whole.slice(0, part.length));
    expect(whole.slice(part.length).every(({ exitedAt }) => exitedAt > before - 86_400_000 * 8)).toBe(true);
  });
});
