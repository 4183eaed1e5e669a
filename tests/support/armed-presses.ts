import type { InputOf } from '../../src/shared/contract/endpoint.ts';
import type { manual } from '../../src/shared/contract/manual.ts';
import type { LiveTrader } from './live-trader.ts';

type Terms = InputOf<typeof manual.armLive>;
type Press = InputOf<typeof manual.placeArmed>;

/** Ten shares at the market by a key, three times at most. */
export const PRESET: Terms = {
  ...({ size: { by: 'quantity', amount: 10 }, type: 'market', product: 'intraday' } as const),
  ...{ mostOrders: 3, mostMoney: 50_000_00, isUnderstood: true },
};

/** Answer to a key that is off. */
export const OFF = [409, 'These keys are not armed any more. Nothing was sent: arm them again.'];

let presses = 0;

/** Keys of a trader with real money: armed, and pressed on ITC. */
export const armedPresses = (trader: LiveTrader) => {
  const press = (arming: string, side: Press['side'] = 'buy', more: Partial<Press> = {}) =>
    trader.user.ask('manual.placeArmed', {
      ...{ arming, symbol: 'ITC', side, price: null, mark: `armed-mark-${++presses}` },
      ...more,
    });
  return {
    arm: async (terms: Partial<Terms> = {}) =>
      (await trader.user.call('manual.armLive', { ...PRESET, ...terms })).arming,
    press,
    /** Status and sentence with which a press is answered. */
    says: async (...args: Parameters<typeof press>) => {
      const { status, body } = await press(...args);
      return [status, body.message] as const;
    },
  };
};
