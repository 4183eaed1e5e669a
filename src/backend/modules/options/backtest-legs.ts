import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { requireLegDocument } from '../../trading/legs/require-leg-document.ts';
import { Refusal } from '../../refusal.ts';
import { simulatedSeed } from '../../seed/simulated-seed.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Longest stretch of a backtest, days: five years. */
const MOST_DAYS = 5 * 366;

/** Backtest of a document with legs. On modelled premiums, over minutes of its index. */
export const backtestLegs =
  ({ marketRuns, imports, database }: OptionsDeps): OptionsCalls['backtest'] =>
  async ({ document: input, from_date, to_date, source, volatility }, { userId }) => {
    const document = requireLegDocument(input);
    const from = istDayStart(from_date);
    const end = istDayStart(to_date) + DAY_MS;
    if (!(from < end)) throw new Refusal('refused', 'The first day must not be after the last.');
    if (end - from > MOST_DAYS * DAY_MS)
      throw new Refusal('refused', 'A backtest of legs covers five years at most.');
    // The simulated market knows its own future: nothing is tested on it.
    const before = source === 'simulated' ? Math.min(end, marketRuns.simulated.session.now) : end;
    const ownerId = source === 'simulated' ? 0 : userId;
    const result = await imports.pool.run('testLegs', {
      databaseAt: imports.databaseAt,
      seed: await simulatedSeed(database),
      document,
      range: { ownerId, source, from, before },
      volatility,
    });
    if (!result.ok) throw new Refusal('refused', result.failure.message);
    return { source, ...result.value };
  };
