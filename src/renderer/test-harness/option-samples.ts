import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { options } from '../../shared/contract/options.ts';

type Answer<Call extends keyof typeof options> = OutputOf<(typeof options)[Call]>;

const EXPIRY = '2026-12-01';

const option = (symbol: string, ltp: number) => ({
  ...{
    symbol,
    ltp,
    bid: ltp - 5,
    ask: ltp + 5,
    change: -120,
    openInterest: 12_34_500,
    openInterestChange: -6_500,
  },
  ...{ volume: 65_000, volatility: 12.34, delta: 0.512, gamma: 0.000_012_3, theta: -845, vega: 1_234 },
});

const future = (expiry: string, daysToExpiry: number, ltp: number, basisPercent: number) => ({
  ...{ symbol: `NIFTY ${expiry} FUT`, expiry, daysToExpiry, ltp, change: -42_50 },
  ...{ basis: ltp - 24_010_00, basisPercent, openInterest: 1_43_00_000 },
});

/** A chain with strikes of 50 rupees around 24,000. Calls cost 110 and puts 95; one put costs a tick. */
export const sampleChain = (reason = '', aSide = 12): Answer<'chain'> => ({
  underlyings: ['NIFTY', 'BANKNIFTY'],
  expiries: [
    { day: EXPIRY, isMonthly: false },
    { day: '2026-12-29', isMonthly: true },
  ],
  reason,
  futures:
    reason === ''
      ? [
          future('2026-12-29', 32, 24_142_00, 5.5),
          future('2027-01-26', 60, 24_255_00, 6.2),
          { ...future('2027-02-23', 88, 24_380_00, 6.4), openInterest: null },
        ]
      : [],
  chain:
    reason === ''
      ? {
          ...{ underlying: 'NIFTY', source: 'simulated', at: '2026-11-27T11:00:00+05:30', spot: 24_010_00 },
          ...{ expiry: EXPIRY, endsAt: '2026-12-01T15:40:00+05:30', lotSize: 65 },
          ...{ forward: 24_021_50.4, atTheMoney: 24_000_00 },
          strikes: Array.from({ length: 2 * aSide + 1 }, (_, index) => {
            const strike = 24_000_00 + (index - aSide) * 50_00;
            const put = option(`NIFTY ${EXPIRY} ${strike / 100} PE`, 95_00);
            return {
              strike,
              call: option(`NIFTY ${EXPIRY} ${strike / 100} CE`, 110_00),
              put: index === aSide + 1 ? { ...put, ltp: 5, volatility: null, delta: null } : put,
            };
          }),
        }
      : null,
});

interface AskedLegs {
  readonly legs: readonly {
    readonly symbol: string;
    readonly side?: string;
    readonly lots: number;
    readonly price: number;
  }[];
  readonly whatIf?: { readonly pricePercent?: number };
}

const GREEKS = { delta: 3.2, gamma: 0.000_8, theta: -55_000, vega: 80_000 };

/** A payoff of whatever legs are asked about: with limits below, none above. */
export const samplePayoff = ({ legs, whatIf }: AskedLegs): Answer<'payoff'> => ({
  ...{ underlying: 'NIFTY', source: 'simulated', at: '2026-11-27T11:00:00+05:30', spot: 24_010_00 },
  ...{ expiry: EXPIRY, hasLaterLegs: false, daysLeft: 4.2 },
  price: [23_000_00, 24_000_00, 25_000_00],
  atExpiry: [-5_000_00, -13_325_00, 40_000_00],
  beforeExpiry: [-4_000_00, -600_00, 42_000_00],
  breakEvens: [23_795_00, 24_205_00],
  ...{ mostProfit: null, mostLoss: 13_325_00, probabilityOfProfit: 41.5, premium: -13_325_00 },
  margin: { total: 0, funds: 0, scan: 0, exposure: 0, hedgeBenefit: 0 },
  tried: {
    price: 24_010_00 * (1 + (whatIf?.pricePercent ?? 0) / 100),
    beforeExpiry: 1_234_00,
    atExpiry: -9_876_00,
  },
  legs: legs.map(({ symbol, side, lots, price }) => ({
    symbol,
    units: (side === 'buy' ? 65 : -65) * lots,
    ...{
      lotSize: 65,
      ltp: price + 2_00,
      bid: price - 10,
      ask: price + 10,
      volatility: 12.3,
      profit: 130_00 * lots,
    },
    greeks: GREEKS,
  })),
  greeks: { delta: 6.4, gamma: 0.001_6, theta: -110_000, vega: 160_000 },
});

/** Open interest and term structure to go with the chain. */
export const sampleAnalysis = (): Answer<'analysis'> => ({
  ...{ underlying: 'NIFTY', source: 'simulated', at: '2026-11-27T11:00:00+05:30', spot: 24_010_00 },
  ...{ expiry: EXPIRY, callInterest: 3_00_00_000, putInterest: 2_46_00_000, putCallRatio: 0.82 },
  maxPain: 24_050_00,
  term: [
    {
      expiry: EXPIRY,
      isMonthly: false,
      days: 4.2,
      atTheMoney: 24_000_00,
      volatility: 12.1,
      straddle: 205_00,
    },
    {
      expiry: '2026-12-29',
      isMonthly: true,
      days: 32.2,
      atTheMoney: 24_100_00,
      volatility: 12.9,
      straddle: 690_00,
    },
  ],
});
