import { contractOf } from '../../engine/contracts/contract.ts';
import { yearsTo } from '../../engine/contracts/expiry.ts';
import { OPTION_TICK } from '../../engine/instrument.ts';
import { figuresOf } from '../../engine/options/chain.ts';
import { modelledForward } from '../../engine/options/option-model.ts';
import type { Database } from '../db/database.ts';
import { loadDayResult } from '../trading/day-result.ts';
import type { MarketRun } from '../trading/market-run.ts';

/** Age up to which a price gives a volatility. */
const FRESH_MS = 5 * 60_000;
/** The forward has the interest in it already. */
const RATE = 0;

/**
 * Implied volatility of an option by last prices, percent a year. Null where either is not known
 * or old, and where the price gives none. The forward is that of the platform's model, since parity needs a whole chain.
 */
export const volatilityOf = (
  { session }: Pick<MarketRun, 'session'>,
  symbol: string,
  spot: number | null,
): number | null => {
  const contract = contractOf(symbol);
  const last = session.lastPrice(symbol);
  if (contract?.kind !== 'option' || !last || spot === null) return null;
  const { now } = session;
  if (now - last.at > FRESH_MS) return null;
  const years = yearsTo(contract.expiry, now);
  const forward = modelledForward(spot, years);
  const terms = { right: contract.right, forward, strike: contract.strike, years, rate: RATE };
  return figuresOf(terms, last.price, OPTION_TICK).volatility;
};

/**
 * Day's result of a user's strategies on the simulated market, paise: of one, or of all (null). What is traded by hand
 * counts, open or closed; baskets are left out.
 */
export const paperDayResult = async (
  { read }: Pick<Database, 'read'>,
  run: MarketRun,
  userId: number,
  strategyId: number | null,
): Promise<number> => {
  const rows = await read
    .selectFrom('strategies')
    .select('id')
    .where('owner_id', '=', userId)
    .where('kind', '!=', 'basket')
    .execute();
  const counted = new Set(rows.map(({ id }) => id));
  const open = run.execution
    .openPositionsOf(userId)
    .filter((row) => (strategyId === null ? counted.has(row.strategy_id) : row.strategy_id === strategyId));
  const { source, runId } = run.identity;
  return loadDayResult(read, { open, strategyId, userId, source, runId, now: run.session.now }, run.session);
};
