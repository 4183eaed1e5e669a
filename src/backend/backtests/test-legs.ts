import { type LegResults, legResults } from '../../engine/legs/leg-results.ts';
import { succeed, type Result } from '../../shared/failure.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { openReader } from '../db/database.ts';
import { type LegTerms, runLegs } from './run-legs.ts';

/** A backtest of legs for a worker thread. */
export interface LegTask extends LegTerms {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly document: LegDocument;
}

/** Results of a backtest of legs, and what its premiums lacked. */
export interface TestedLegs extends LegResults {
  /** Strikes near the money without a price when a leg was chosen. Their number, and the first with their days. */
  readonly missingStrikes: number;
  readonly firstMissing: string[];
}

/** Missing strikes that are named. */
const MOST_NAMED = 20;

/** Run a document with legs over days of its underlying. */
export const testLegs = async ({ databaseAt, document, ...terms }: LegTask): Promise<Result<TestedLegs>> => {
  const db = await openReader(databaseAt);
  try {
    const run = await runLegs(db, [document], terms);
    if (!run.ok) return run;
    const { simulators, missingStrikes, vixBefore } = run.value;
    const [simulator] = simulators;
    if (!simulator) throw new RangeError('A document was not run.');
    return succeed({
      ...legResults(simulator.results(), vixBefore),
      missingStrikes: missingStrikes.length,
      firstMissing: missingStrikes.slice(0, MOST_NAMED),
    });
  } finally {
    await db.destroy();
  }
};
