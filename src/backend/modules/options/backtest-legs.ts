import type { Failure } from '../../../shared/failure.ts';
import type { PremiumChoice } from '../../../shared/premium-choices.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import type { LegTerms } from '../../backtests/run-legs.ts';
import { Refusal } from '../../refusal.ts';
import { simulatedSeed } from '../../seed/simulated-seed.ts';
import { requireLegDocument } from '../../trading/legs/require-leg-document.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Longest stretch of a backtest, days: five years. */
const MOST_DAYS = 5 * 366;
/** A window waits half a minute for an answer. */
const LONGEST_MS = 28_000;

/** Which days legs are run over, and on what. */
interface Asked {
  readonly from_date: string;
  readonly to_date: string;
  readonly source: 'simulated' | 'replay';
  readonly volatility: number;
  readonly premiums: PremiumChoice;
}

/** Terms of a run of legs. @throws Refusal that names the field at fault */
const legTerms = async (
  { marketRuns, database }: OptionsDeps,
  { from_date, to_date, source, volatility, premiums }: Asked,
  userId: number,
): Promise<LegTerms> => {
  const from = istDayStart(from_date);
  const end = istDayStart(to_date) + DAY_MS;
  const refuse = (field: string, fault: string, sentence: string): Refusal =>
    new Refusal('refused', sentence, { fields: { [field]: fault } });
  if (!(from < end))
    throw refuse('from_date', 'is after the last day', 'The first day must not be after the last.');
  if (end - from > MOST_DAYS * DAY_MS)
    throw refuse(
      'from_date',
      'is more than five years before the last day',
      'A backtest of legs covers five years at most.',
    );
  if (premiums !== 'modelled' && source === 'simulated')
    throw refuse(
      'premiums',
      'need imported or fetched prices of the index',
      'Kept premiums are of real days: choose imported or fetched prices of the index.',
    );
  // The simulated market knows its own future: nothing is tested on it.
  const before = source === 'simulated' ? Math.min(end, marketRuns.simulated.session.now) : end;
  const ownerId = source === 'simulated' ? 0 : userId;
  return {
    seed: await simulatedSeed(database),
    userId,
    range: { ownerId, source, from, before },
    premiums,
    volatility,
  };
};

/** Backtest of a document with legs. On kept premiums or modelled ones, over prices of its index. */
export const backtestLegs =
  (deps: OptionsDeps): OptionsCalls['backtest'] =>
  async ({ document: input, ...asked }, { userId }) => {
    const { imports } = deps;
    const document = requireLegDocument(input);
    const terms = await legTerms(deps, asked, userId);
    const result = await inTime((signal) =>
      imports.pool.run('testLegs', { databaseAt: imports.databaseAt, document, ...terms }, signal),
    );
    if (!result.ok) throw refusalOf(result.failure);
    return { source: asked.source, ...result.value };
  };

/** Backtests of a document with other numbers in it: chosen on some days, tried on those after. */
export const sweepLegs =
  (deps: OptionsDeps): OptionsCalls['sweep'] =>
  async ({ document: input, parameters, windows, trainPercent, ...asked }, { userId }) => {
    const { imports } = deps;
    const document = requireLegDocument(input);
    const terms = await legTerms(deps, asked, userId);
    const task = { document, parameters, windows, trainPercent, ...terms };
    const result = await inTime((signal) =>
      imports.pool.run('sweepLegs', { databaseAt: imports.databaseAt, ...task }, signal),
    );
    if (!result.ok) throw refusalOf(result.failure);
    return { source: asked.source, ...result.value };
  };

/** Give work up before nobody waits for its answer any more. @throws Refusal */
const inTime = async <Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
  const signal = AbortSignal.timeout(LONGEST_MS);
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Refusal('refused', 'The backtest of legs took too long. Choose fewer days or combinations.');
  }
};

const refusalOf = ({ code, message, fields }: Failure): Refusal =>
  new Refusal(code === 'invalid' ? 'invalid' : 'refused', message, fields ? { fields } : {});
