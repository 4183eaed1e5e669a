import { expect, it } from 'vitest';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { estimateIndexMargin } from '../../../engine/options/margin-estimate.ts';
import { volatilityNear } from '../../../engine/options/chain.ts';
import { chosenExpiry, figuresOfExpiry } from '../../modules/options/option-market.ts';
import { listLegs } from '../../modules/options/payoff-legs.ts';
import { SimulatedLegFunds } from './leg-funds.ts';
import { listedExpiries, listedStrikes } from './option-list.ts';

const now = Date.parse('2026-11-23T10:00:00+05:30');
const [underlying, spot, previousClose] = ['BANKNIFTY', 55_000_00, 54_850_00];

it('blocks for a sold straddle of Bank Nifty what is estimated beside its payoff', () => {
  const expiries = listedExpiries(underlying, now);
  const market = {
    ...{ underlying, source: 'simulated' as const, now, spot, previousClose, expiries },
    strikes: listedStrikes(underlying, previousClose),
  };
  const { day, lotSize } = chosenExpiry(expiries, underlying, '2026-12-29');
  const straddle = (['call', 'put'] as const).map((right) => ({
    symbol: symbolOf({ exchange: 'NSE', underlying, expiry: day, kind: 'option', strike: spot, right }),
    price: 100_00,
  }));
  const { rows, atTheMoney } = figuresOfExpiry(market, chosenExpiry(expiries, underlying, '2026-12-29'));
  // As `work-out-payoff.ts` works it out.
  const shown = estimateIndexMargin(
    listLegs(
      market,
      straddle.map((leg) => ({ ...leg, side: 'sell' as const, lots: 1 })),
    ).map(({ valued }) => valued),
    volatilityNear(rows, atTheMoney ?? spot, 'call') ?? 0,
  );
  const funds = new SimulatedLegFunds(() => ({ underlying, spot, previousClose, now }));
  const blocked = funds.of(
    underlying,
    straddle.map((leg) => ({ ...leg, quantity: -lotSize })),
  );
  expect(blocked).toBe(Math.round(shown.funds));
});
