import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { figuresOf, identityOf } from './fill-identity.ts';
import { type KeptFills, Tally } from './kept-fills.ts';
import type { ParsedFill, Problem } from './parsed-fill.ts';

/** A fill that is new, under the name it is kept by. */
export interface NewFill {
  readonly identity: string;
  readonly figures: string;
  readonly fill: ParsedFill;
}

export interface SeparatedFills {
  readonly fresh: readonly NewFill[];
  /** Rows that were there before, in this file or an earlier one. */
  readonly rowsRepeated: number;
  readonly problems: readonly Problem[];
}

/**
 * Separate new fills from known ones: by the broker's trade id, and where one of the two has none by the same figures.
 * The same trade id with other figures is a problem: one of the files is wrong.
 */
export const separateFills = (
  broker: TradebookBroker,
  fills: readonly ParsedFill[],
  kept: KeptFills,
): SeparatedFills => {
  const ofFile = new Map<string, NewFill>();
  const occurrences = new Tally();
  const [namedClaimed, namelessClaimed] = [new Tally(), new Tally()];
  /**
   * Take one stored fill with these figures, named the other way. One without a trade id stands for one with it, and
   * the reverse; false when none is left.
   */
  const claim = (figures: string, isNamed: boolean): boolean => {
    const [there, claimed] = isNamed ? [kept.nameless, namelessClaimed] : [kept.named, namedClaimed];
    if (claimed.of(figures) >= there.of(figures)) return false;
    claimed.add(figures);
    return true;
  };
  const problems: Problem[] = [];
  let rowsRepeated = 0;
  for (const fill of fills) {
    const figures = figuresOf(fill);
    const isNamed = fill.tradeId !== '';
    const identity = identityOf(broker, fill, isNamed ? 0 : occurrences.add(figures));
    const before = ofFile.get(identity);
    const same = kept.figuresOf.get(identity) ?? before?.figures;
    if (same !== undefined && same !== figures)
      problems.push({
        line: fill.line,
        reason: before
          ? `trade ${fill.tradeId} is on line ${before.fill.line} with another quantity or price`
          : `trade ${fill.tradeId} is imported before with another quantity or price`,
      });
    else if (same !== undefined || claim(figures, isNamed)) rowsRepeated += fill.rows;
    else ofFile.set(identity, { identity, figures, fill });
  }
  return { fresh: [...ofFile.values()], rowsRepeated, problems };
};
