import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { requireLegDocument } from '../../trading/legs/require-leg-document.ts';
import { Refusal } from '../../refusal.ts';
import { simulatedSeed } from '../../seed/simulated-seed.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Longest stretch of a backtest, days: five years. */
const MOST_DAYS = 5 * 366;

/** Backtest of a document with legs. On kept premiums or modelled ones, over prices of its index. */
export const backtestLegs =
  ({ marketRuns, imports, database }: OptionsDeps): OptionsCalls['backtest'] =>
  async ({ document: input, from_date, to_date, source, volatility, premiums }, { userId }) => {
    const document = requireLegDocument(input);
    const from = istDayStart(from_date);
    const end = istDayStart(to_date) + DAY_MS;
    if (!(from < end))
      throw new Refusal('refused', 'The first day must not be after the last.', {
        fields: { from_date: 'is after the last day' },
      });
    if (end - from > MOST_DAYS * DAY_MS)
      throw new Refusal('refused', 'A backtest of legs covers five years at most.', {
        fields: { from_date: 'is more than five years before the last day' },
      });
    if (premiums !== 'modelled' && source === 'simulated')
      throw new Refusal(
        'invalid',
        'Kept premiums are of real days: choose imported or fetched prices of the index.',
        {
          fields: { premiums: 'need imported or fetched prices of the index' },
        },
      );
    // The simulated market knows its own future: nothing is tested on it.
    const before = source === 'simulated' ? Math.min(end, marketRuns.simulated.session.now) : end;
    const ownerId = source === 'simulated' ? 0 : userId;
    const result = await imports.pool.run('testLegs', {
      databaseAt: imports.databaseAt,
      seed: await simulatedSeed(database),
      userId,
      document,
      range: { ownerId, source, from, before },
      premiums,
      volatility,
    });
    if (!result.ok) throw new Refusal('refused', result.failure.message, { fields: result.failure.fields });
    return { source, ...result.value };
  };
