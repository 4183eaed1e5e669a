import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { MOST_LEGS, MOST_LOTS, OPTION_STRUCTURES } from '../../../shared/option-structures.ts';
import { inHindi } from '../../../shared/server-text/hindi.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('payoff');
});
afterAll(() => server.dispose());

const LOT = 65;
const NO_CHANGE = { pricePercent: 0, volatilityPoints: 0, days: 0 };
const chainOf = async (input: { underlying?: string; expiry?: string } = {}) => {
  const { chain, expiries } = await user.call('options.chain', input);
  if (!chain) throw new Error('There is no chain');
  const at = (steps: number) => {
    const row = chain.strikes[chain.strikes.findIndex(({ strike }) => strike === chain.atTheMoney) + steps];
    if (!row?.call || !row.put) throw new Error('There is no such strike');
    return { strike: row.strike, call: row.call, put: row.put };
  };
  return { chain, expiries, at };
};
type Leg = { symbol: string; side: 'buy' | 'sell'; lots: number; price: number };
const leg = (option: { symbol: string }, side: Leg['side'], price: number, lots = 1): Leg => ({
  symbol: option.symbol,
  side,
  lots,
  price,
});

describe('a payoff', () => {
  it('of a sold straddle is what a hand works out from its two prices', async () => {
    // On the day of an expiry two premiums of ₹200 cannot be lost any more.
    const { expiries } = await chainOf();
    const { at } = await chainOf({ expiry: expiries[1]?.day ?? '' });
    const { strike, call, put } = at(0);
    const legs = [leg(call, 'sell', 110_00, 2), leg(put, 'sell', 90_00, 2)];
    const payoff = await user.call('options.payoff', { legs });
    expect(payoff.breakEvens).toEqual([strike - 200_00, strike + 200_00]);
    expect(payoff).toMatchObject({
      premium: 200_00 * 2 * LOT,
      mostProfit: 200_00 * 2 * LOT,
      mostLoss: null,
      hasLaterLegs: false,
    });
    const { price, atExpiry, beforeExpiry } = payoff;
    expect([atExpiry.length, beforeExpiry.length]).toEqual([price.length, price.length]);
    expect(price.length).toBeLessThan(140);
    expect(atExpiry[price.indexOf(strike)]).toBe(200_00 * 2 * LOT);
    expect(atExpiry[price.indexOf(strike - 200_00)]).toBe(0);
    expect(price).toContain(payoff.spot);
    expect(payoff.probabilityOfProfit).toBeGreaterThan(20);
    expect(payoff.probabilityOfProfit).toBeLessThan(80);
    // It is short of two calls and two puts: hardly any delta, and time is on its side.
    expect(Math.abs(payoff.greeks?.delta ?? NaN)).toBeLessThan(0.2 * 2 * LOT);
    expect(payoff.greeks?.theta).toBeGreaterThan(0);
    expect(payoff.greeks?.vega).toBeLessThan(0);
    expect(payoff.legs[0]).toMatchObject({ units: -2 * LOT, lotSize: LOT });
    expect(payoff.legs[0]?.profit).toBe(-2 * LOT * ((payoff.legs[0]?.ltp ?? NaN) - 110_00));
    // About a tenth of what two lots of each are worth; a hedge lowers it.
    expect(payoff.margin.total / (payoff.spot * 2 * LOT)).toBeGreaterThan(0.09);
    expect(payoff.margin.total / (payoff.spot * 2 * LOT)).toBeLessThan(0.2);
    const hedged = await user.call('options.payoff', {
      legs: [...legs, leg(at(8).call, 'buy', 5_00, 2), leg(at(-8).put, 'buy', 5_00, 2)],
    });
    expect(hedged.margin.total).toBeLessThan(0.6 * payoff.margin.total);
    expect(hedged.margin.hedgeBenefit).toBeGreaterThan(payoff.margin.hedgeBenefit);
    expect(hedged.mostLoss).toBe((400_00 - 190_00) * 2 * LOT);
  });

  it('of what is only bought can lose its premium and no more, and needs no margin', async () => {
    const { at } = await chainOf();
    const { strike, call } = at(0);
    const payoff = await user.call('options.payoff', { legs: [leg(call, 'buy', 100_05)] });
    expect(payoff).toMatchObject({
      premium: -100_05 * LOT,
      mostProfit: null,
      mostLoss: 100_05 * LOT,
      breakEvens: [strike + 100_05],
      margin: { total: 0, funds: 100_05 * LOT, exposure: 0, hedgeBenefit: 0 },
    });
  });

  it('of a covered call has its future in it', async () => {
    const more = { version: 2, underlying: 'NIFTY', entry: { at: '09:20' }, exit: { at: '15:15' } };
    const month = { lots: 1, expiry: 'this-month' };
    const legs = [
      { ...month, side: 'buy', kind: 'future' },
      { ...month, side: 'sell', kind: 'call', strike: { by: 'at-the-money', steps: 4 } },
    ];
    const chosen = await user.call('options.chosen', { document: { ...more, legs } });
    expect(chosen.legs.map(({ symbol }) => symbol.slice(-3).trim())).toEqual(['FUT', 'CE']);
    const payoff = await user.call('options.payoff', { legs: chosen.legs });
    const [future, call] = chosen.legs;
    const strike = Number(call?.symbol.split(' ')[2]) * 100;
    // What the future gains up to the strike, and the premium.
    expect(payoff.mostProfit).toBe((strike - (future?.price ?? 0) + (call?.price ?? 0)) * LOT);
    expect(payoff.breakEvens).toEqual([(future?.price ?? 0) - (call?.price ?? 0)]);
    expect(payoff.mostLoss).toBe(((future?.price ?? 0) - (call?.price ?? 0)) * LOT);
    expect(payoff.greeks?.delta).toBeGreaterThan(0);
    expect(payoff.greeks?.delta).toBeLessThan(LOT);
    expect(Math.min(...payoff.price)).toBeGreaterThan(payoff.spot / 2);
    expect(payoff.margin.exposure).toBeGreaterThan(0);
  });

  it('of legs of two expiries values the later one when the first expires', async () => {
    const { at, expiries } = await chainOf();
    const later = await chainOf({ expiry: expiries[1]?.day ?? '' });
    const far = later.chain.strikes.find(({ strike }) => strike === at(0).strike)?.call;
    if (!far) throw new Error('The later expiry has other strikes');
    const legs = [leg(at(0).call, 'sell', at(0).call.bid), leg(far, 'buy', far.ask)];
    const payoff = await user.call('options.payoff', { legs });
    expect(payoff).toMatchObject({ hasLaterLegs: true, expiry: expiries[0]?.day });
    expect(payoff.breakEvens).toHaveLength(2);
    expect(payoff.mostProfit).toBeGreaterThan(0);
    expect(payoff.mostLoss).toBeLessThanOrEqual(-payoff.premium);
    const most = Math.max(...payoff.atExpiry);
    expect(payoff.price[payoff.atExpiry.indexOf(most)]).toBe(at(0).strike);
  });

  it('tries out a price, volatility and days, and never goes beyond the first expiry', async () => {
    const { at } = await chainOf();
    const legs = [leg(at(0).call, 'sell', at(0).call.bid), leg(at(0).put, 'sell', at(0).put.bid)];
    const ask = (whatIf: Partial<typeof NO_CHANGE>) =>
      user.call('options.payoff', { legs, whatIf: { ...NO_CHANGE, ...whatIf } });
    const still = await ask({});
    const moved = await ask({ pricePercent: 2 });
    expect(moved.tried.price).toBe(Math.round(moved.spot * 1.02));
    expect(moved.tried.beforeExpiry).toBeLessThan(still.tried.beforeExpiry);
    expect((await ask({ volatilityPoints: 5 })).tried.beforeExpiry).toBeLessThan(still.tried.beforeExpiry);
    expect((await ask({ days: 1 })).tried.beforeExpiry).toBeGreaterThan(still.tried.beforeExpiry);
    const over = await ask({ days: 130 });
    expect(over.beforeExpiry).toEqual(over.atExpiry);
  });

  it('of every ready-made structure can be worked out', async () => {
    for (const structure of OPTION_STRUCTURES) {
      const { legs } = await user.call('options.structure', { structure });
      const payoff = await user.call('options.payoff', { legs });
      expect(payoff.breakEvens.length, structure).toBeGreaterThan(0);
      expect(payoff.greeks, structure).not.toBeNull();
    }
  });
});

describe('a ready-made structure', () => {
  it('buys at the ask and sells at the bid, around the money', async () => {
    // The market moves: both are of the same strike at the money.
    const { legs, at } = await until('a structure at the money of its chain', async () => {
      const before = await chainOf();
      const { legs } = await user.call('options.structure', { structure: 'iron-condor' });
      const after = await chainOf();
      return before.chain.atTheMoney === after.chain.atTheMoney && { legs, at: after.at };
    });
    expect(legs.map(({ side }) => side)).toEqual(['buy', 'buy', 'sell', 'sell']);
    const wing = at(8).call;
    const sold = at(-4).put;
    expect(legs[0]).toMatchObject({ symbol: wing.symbol, lots: 1 });
    expect(legs[3]).toMatchObject({ symbol: sold.symbol });
    // A price may have moved since, by a few ticks.
    expect(Math.abs((legs[0]?.price ?? 0) / wing.ask - 1)).toBeLessThan(0.5);
    expect((legs[0]?.price ?? 0) % 5).toBe(0);
  });

  it('that needs a later expiry says so where there is none', async () => {
    const { expiries } = await chainOf();
    const last = expiries.at(-1)?.day ?? '';
    const { status, body } = await user.ask('options.structure', { structure: 'calendar', expiry: last });
    expect([status, body.message]).toEqual([
      422,
      `A calendar needs a later expiry, and ${last} is the last that is listed.`,
    ]);
    expect(inHindi(body.message)).not.toMatch(/needs/);
  });
});

describe('what cannot be worked out gets a sentence, in Hindi too', () => {
  const SYMBOL = 'NIFTY 2099-12-29 24000 CE';
  const good = { symbol: SYMBOL, side: 'buy', lots: 1, price: 100_00 };
  const said = async (legs: object[]) => {
    const { status, body } = await user.ask('options.payoff', { legs });
    // Beside names nothing of it is English any more.
    expect(inHindi(body.message).replaceAll(/[A-Z]{2,}|₹/g, ''), body.message).not.toMatch(/[A-Za-z]{2}/);
    return [status, body.message];
  };

  it.each([
    [{ ...good, side: undefined }, `Leg 2, ${SYMBOL}, is neither bought nor sold. Choose a side.`],
    [{ ...good, lots: 0 }, `Leg 2, ${SYMBOL}, has 0 lots. It takes 1 to 10,000.`],
    [{ ...good, lots: -1 }, `Leg 2, ${SYMBOL}, has −1 lots. It takes 1 to 10,000.`],
    [{ ...good, lots: MOST_LOTS + 1 }, `Leg 2, ${SYMBOL}, has 10,001 lots. It takes 1 to 10,000.`],
    [{ ...good, price: 0 }, `Leg 2, ${SYMBOL}, is at ₹0.00. A price is above 0 and at most ₹1,00,00,000.00.`],
    [
      { ...good, price: 1_00_00_000_05 },
      `Leg 2, ${SYMBOL}, is at ₹1,00,00,000.05. A price is above 0 and at most ₹1,00,00,000.00.`,
    ],
  ])('%o', async (leg, sentence) => expect(await said([good, leg])).toEqual([422, sentence]));

  it.each([
    ['RELIANCE', 'RELIANCE is not the symbol of an option. Pick the legs on the option chain.'],
    [
      'NIFTY 2026-12-29 FUTURE',
      'NIFTY 2026-12-29 FUTURE is not the symbol of an option. Pick the legs on the option chain.',
    ],
    ['NIFTY 2020-01-07 12000 CE', 'NIFTY 2020-01-07 12000 CE has expired.'],
    [SYMBOL, 'No options on NIFTY with the expiry 2099-12-29 are listed. They may have expired.'],
    ['RELIANCE 2099-12-29 3000 PE', 'No options on RELIANCE are listed.'],
  ])('%s', async (symbol, sentence) => expect(await said([{ ...good, symbol }])).toEqual([422, sentence]));

  it('a strike that is not listed', async () => {
    const { chain } = await chainOf();
    const symbol = `NIFTY ${chain.expiry} 100 CE`;
    expect(await said([{ ...good, symbol }])).toEqual([
      422,
      `${symbol} is not listed. There is no such strike in this expiry.`,
    ]);
  });

  it.each([
    [{ legs: [] }, 'legs must have at least 1 entries.'],
    [{ legs: Array.from({ length: MOST_LEGS + 1 }, () => good) }, 'legs must have at most 12 entries.'],
    [{ legs: [{ ...good, side: 'short' }] }, 'legs.0.side must be one of buy, sell.'],
    [{ legs: [{ ...good, lots: 1.5 }] }, 'legs.0.lots must be a whole number.'],
    [{ legs: [{ ...good, price: undefined }] }, 'legs.0.price is missing.'],
    [{ legs: [good], whatIf: { ...NO_CHANGE, pricePercent: 21 } }, 'whatIf.pricePercent must be at most 20.'],
    [{ legs: [good], whatIf: { ...NO_CHANGE, days: -1 } }, 'whatIf.days must be at least 0.'],
  ])('%j is no such question', async (input, sentence) => {
    const { status, body } = await user.ask('options.payoff', input);
    expect([status, body.message]).toEqual([400, sentence]);
  });

  it('legs on two underlyings', async () => {
    const [nifty, bank] = [await chainOf(), await chainOf({ underlying: 'BANKNIFTY' })];
    const legs = [leg(nifty.at(0).call, 'buy', 1_00), leg(bank.at(0).call, 'buy', 1_00)];
    expect(await said(legs)).toEqual([
      422,
      'All legs must be on one underlying. These are on NIFTY and BANKNIFTY.',
    ]);
  });
});
