import { istDate } from '../../shared/time.ts';
import { type Session, sessionOn } from '../../engine/trading/trading-day.ts';
import { STALE_AFTER_MS } from '../trading/trading-run.ts';
import type { MarketRun } from '../trading/market-run.ts';
import type { LastPrice } from '../market/last-price.ts';

/** The session of shares that a run is in the middle of; null while the market is shut. */
export const openSession = (run: MarketRun): Session | null => {
  const { now } = run.session;
  const session = sessionOn(istDate(now), { kind: 'equity' });
  return session && now >= session.open && now < session.close ? session : null;
};

/**
 * The price of a run's instrument by which orders are planned. It is the last tick, or the close of the day before
 * while the day has none yet. Null when it has stopped trading: the market has been open for minutes and no tick
 * came, or this feed does not know it.
 */
export const basketPrice = (run: MarketRun, symbol: string): LastPrice | null => {
  const { session } = run;
  const last = session.lastPrice(symbol);
  const open = openSession(run);
  const isOverdue = open !== null && session.now - Math.max(open.open, last?.at ?? 0) > STALE_AFTER_MS;
  if (isOverdue) return null;
  const close = session.previousClose(symbol);
  return last ?? (close === null ? null : { price: close, at: session.now });
};
