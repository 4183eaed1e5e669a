import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import type { TradebookFillRow } from '../db/schema.ts';
import { figuresOf, figuresOfRow, identityOf } from './fill-identity.ts';
import type { ParsedFill, Problem } from './parsed-fill.ts';

/** A fill that is new, under the name it is kept by. */
export interface NewFill {
  readonly identity: string;
  readonly fill: ParsedFill;
}

export interface SortedOut {
  readonly fresh: readonly NewFill[];
  /** Rows that were there before, in this file or an earlier one. */
  readonly rowsRepeated: number;
  readonly problems: readonly Problem[];
}

/** Counts of fills by their figures, taken one by one. */
class Tally {
  private readonly counts = new Map<string, number>();

  add(figures: string): number {
    const count = (this.counts.get(figures) ?? 0) + 1;
    this.counts.set(figures, count);
    return count;
  }

  /** Takes one away; false when none is left. */
  take(figures: string): boolean {
    const count = this.counts.get(figures) ?? 0;
    if (count === 0) return false;
    this.counts.set(figures, count - 1);
    return true;
  }
}

interface Known {
  readonly figures: string;
  readonly where: string;
}

/**
 * Tells new fills from those that are known: by the broker's trade id, and where one of the two has none by the same
 * figures. The same trade id with other figures is a problem: one of the files is wrong.
 */
export const sortOut = (
  broker: TradebookBroker,
  fills: readonly ParsedFill[],
  kept: readonly TradebookFillRow[],
): SortedOut => {
  const known = new Map<string, Known>();
  const [namedBefore, namelessBefore] = [new Tally(), new Tally()];
  for (const row of kept) {
    const figures = figuresOfRow(row);
    known.set(row.identity, { figures, where: 'imported before' });
    (row.trade_id === '' ? namelessBefore : namedBefore).add(figures);
  }
  const occurrences = new Tally();
  const fresh: NewFill[] = [];
  const problems: Problem[] = [];
  let rowsRepeated = 0;
  for (const fill of fills) {
    const figures = figuresOf(fill);
    const isNamed = fill.tradeId !== '';
    const identity = identityOf(broker, fill, isNamed ? 0 : occurrences.add(figures));
    const same = known.get(identity);
    if (same && same.figures !== figures)
      problems.push({
        line: fill.line,
        reason: `trade ${fill.tradeId} is ${same.where} with another quantity or price`,
      });
    else if (same || (isNamed ? namelessBefore : namedBefore).take(figures)) rowsRepeated += fill.rows;
    else {
      known.set(identity, { figures, where: `on line ${fill.line}` });
      fresh.push({ identity, fill });
    }
  }
  return { fresh, rowsRepeated, problems };
};
