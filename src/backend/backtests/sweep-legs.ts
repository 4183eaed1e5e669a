import {
  figuresOfSet,
  type LegParameterRange,
  type LegSetFigures,
  legSets,
  type LegWindow,
  walkForward,
} from '../../engine/legs/leg-sweep.ts';
import { bestSet } from '../../engine/sweep/best-set.ts';
import { walkForwardWindows } from '../../engine/sweep/walk-forward.ts';
import { fail, type Result, succeed } from '../../shared/failure.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import type { LegParameter } from '../../shared/leg-parameters.ts';
import { formatCount } from '../../shared/money.ts';
import { DAY_MS, istDate } from '../../shared/time.ts';
import { openReader } from '../db/database.ts';
import { type LegTerms, runLegs } from './run-legs.ts';

/** A sweep over legs for a worker thread. */
export interface LegSweepTask extends LegTerms {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly document: LegDocument;
  readonly parameters: readonly LegParameterRange[];
  readonly windows: number;
  readonly trainPercent: number;
}

/** Results of a sweep over legs. */
export interface SweptLegs {
  readonly label: string;
  readonly parameters: LegParameter[];
  /** Results of the chosen sets. On days that had no say in the choice, all windows together. */
  readonly outOfSample: LegSetFigures;
  readonly windows: LegWindow[];
  readonly sets: ({ readonly values: number[] } & LegSetFigures)[];
  /** Over all days; null where no set made a trade. */
  readonly best: number | null;
  readonly leftOut: number;
}

/** Most days of all combinations together. More take too long for one call. */
const MOST_SET_DAYS = 30_000;

/** Run a document with legs with all combinations of some numbers. Over the same days, which are read once. */
export const sweepLegs = async (task: LegSweepTask): Promise<Result<SweptLegs>> => {
  const { databaseAt, document, parameters, windows: count, trainPercent, ...terms } = task;
  const found = legSets(document, parameters);
  if (!found.ok) return found;
  const { sets, documents, leftOut } = found.value;
  const { from, before } = terms.range;
  const setDays = Math.round(((before - from) / DAY_MS) * sets.length);
  if (setDays > MOST_SET_DAYS)
    return fail(
      'refused',
      `${formatCount(sets.length)} combinations over these days are too many at once. Choose fewer values or days.`,
      { fields: { parameters: 'make too many combinations for these days' } },
    );
  const windows = walkForwardWindows(istDate(from), istDate(before - 1), count, trainPercent);
  if (!windows.ok)
    return fail('invalid', windows.failure.message, { fields: { windows: 'need more days each' } });
  const db = await openReader(databaseAt);
  try {
    const run = await runLegs(db, documents, terms);
    if (!run.ok) return run;
    const results = run.value.simulators.map((simulator) => simulator.results());
    const outcomes = results.map((result) => result.outcomes);
    const figures = outcomes.map(figuresOfSet);
    return succeed({
      label: results[0]?.label ?? '',
      parameters: parameters.map(({ name }) => name),
      ...walkForward(outcomes, windows.value),
      sets: figures.map((one, set) => ({ values: [...(sets[set] ?? [])], ...one })),
      best: bestSet(figures.map(({ days, net }) => (days > 0 ? net : null))),
      leftOut,
    });
  } finally {
    await db.destroy();
  }
};
