import { LONGEST_SESSION_MINUTES } from '../../../engine/trading/session-hours.ts';
import { istMidnight, MINUTE_MS } from '../../../shared/time.ts';
import { straddleOf } from '../../market/simulated/option-straddle.ts';
import { chosenExpiry, requireOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Straddle at the money in each closed minute of today. */
export const listStraddleMinutes =
  (deps: OptionsDeps): OptionsCalls['straddle'] =>
  async ({ underlying, expiry: day }, { userId }) => {
    const market = requireOptions(deps, userId, underlying);
    const { source, now, previousClose, expiries, strikes } = market;
    const { day: expiry, lotSize } = chosenExpiry(expiries, underlying, day);
    const key = { ownerId: 0, source, symbol: underlying };
    const minutes = await deps.history.candlesBefore(key, '1m', now, LONGEST_SESSION_MINUTES);
    const today = minutes.filter(({ time }) => time >= istMidnight(now) && time + MINUTE_MS <= now);
    const straddles = today.map(({ time, close }) =>
      straddleOf(
        // As the chain showed it when the minute ended.
        { underlying, spot: close, previousClose, now: time + MINUTE_MS - 1, expiry, lotSize },
        strikes,
      ),
    );
    return {
      underlying,
      source,
      expiry,
      time: today.map(({ time }) => time),
      spot: today.map(({ close }) => close),
      strike: straddles.map(({ strike }) => strike),
      premium: straddles.map(({ premium }) => premium),
    };
  };
