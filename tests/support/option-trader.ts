import { beforeEach } from 'vitest';
import type { BrokerContract } from '../../src/backend/brokers/broker-link.ts';
import { contractOf } from '../../src/engine/contracts/contract.ts';
import { DAY_MS, MINUTE_MS } from '../../src/shared/time.ts';
import type { LiveTrader } from './live-trader.ts';
import { liveTrader, PRICE, TERMS } from './live-trader.ts';

/** Units of a lot by our own table. */
export const LOT = 65;
/** Of the week after next; today is a Friday. */
export const CALL = 'NIFTY 2026-12-01 26000 CE';
/** Ends today. */
export const LAST_DAY = 'NIFTY 2026-11-20 26000 CE';
/** ₹120. */
export const PREMIUM = 120_00;

export const HOUR_MS = 60 * MINUTE_MS;
/** From ten to past the square-off of what is held by hand. */
export const TO_SQUARE_OFF_MS = 5 * HOUR_MS + 11 * MINUTE_MS;

/** A contract in the broker's list. It may have other terms than by its name. */
export const listedOption = (
  symbol: string,
  terms: { readonly lotSize?: number; readonly expiry?: string; readonly freezeQuantity?: number } = {},
): BrokerContract => {
  const contract = contractOf(symbol);
  if (!contract) throw new Error(`${symbol} is no contract.`);
  return {
    contract,
    instrument: {
      ...{ symbol, exchange: 'NFO', token: symbol, tradingSymbol: symbol, lotSize: LOT, tickSize: 5 },
      ...{ expiry: contract.expiry, freezeQuantity: 1_800, isin: null, ...terms },
    },
  };
};

/** An order for a lot of the call. At the market, overnight. */
export const BUY_CALL = {
  symbol: CALL,
  side: 'buy',
  size: { by: 'lots', amount: 1 },
  type: 'market',
  product: 'delivery',
} as const;

/** Steps of somebody who trades options by hand with real money. */
class OptionTrader {
  readonly trader: LiveTrader;

  constructor(trader: LiveTrader) {
    this.trader = trader;
  }

  /** The market comes to a price of an option, paise. */
  readonly priced = (symbol: string, price = PREMIUM): Promise<void> => {
    this.trader.others.set(symbol, price);
    return this.trader.move(PRICE);
  };

  /** Units of an option that the account has overnight. */
  readonly atBroker = (symbol = CALL): Promise<number> =>
    this.trader.links.broker.account(symbol, 'carry-forward');

  /** The program is closed while an option expires. It was bought on its last day. */
  readonly closedOverLastDay = async (symbol = LAST_DAY): Promise<void> => {
    const { trader } = this;
    trader.links.contracts = [listedOption(CALL), listedOption(symbol, { expiry: '2026-11-20' })];
    await this.priced(symbol);
    await trader.placed({ symbol });
    await this.priced(symbol);
    await trader.second(3);
    trader.others.delete(symbol);
    trader.links.broker.prices.delete(symbol);
    await trader.links.broker.nextDay();
    trader.links.broker.carried = [];
    trader.links.contracts = [listedOption(CALL)];
    await trader.restart(() => (trader.passed += 3 * DAY_MS));
    await trader.logIn();
    await this.compared();
  };

  /** Nights pass, and a session of the new day begins at ten. */
  readonly days = async (count: number): Promise<void> => {
    const { trader } = this;
    await trader.links.broker.nextDay();
    trader.passed += count * DAY_MS;
    await trader.logIn();
    await this.priced(CALL, trader.others.get(CALL) ?? PREMIUM);
  };

  /** Time passes in which the account is compared again and again. */
  readonly compared = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn++) {
      this.trader.passed += 4_000;
      await this.trader.second(1);
    }
  };
}

/** A trader for each test, who has accepted real money by hand. The broker lists the call. */
export const optionTrader = (): OptionTrader => {
  const options = new OptionTrader(liveTrader());
  options.trader.usual = BUY_CALL;
  beforeEach(async () => {
    const { trader } = options;
    trader.links.contracts = [CALL, 'NIFTY 2026-12-01 FUT', 'RELIANCE 2026-12-01 1400 CE'].map((symbol) =>
      listedOption(symbol),
    );
    await trader.user.call('manual.acceptLive', TERMS);
    await options.priced(CALL);
  });
  return options;
};
