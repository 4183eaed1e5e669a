import type { Kysely } from 'kysely';
import { type Membership, membersBetween } from '../../engine/membership.ts';
import { formatCount } from '../../shared/money.ts';
import { RULE_LIMITS, type RuleDocument } from '../../shared/rule-document.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import type { Schema } from '../db/schema.ts';
import { membershipOf } from '../market/index-members/kept-members.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import { Refusal } from '../refusal.ts';

/** Rules of a run, with the members of their index written out. */
export interface UniverseOfThen {
  readonly document: RuleDocument;
  readonly membership?: Membership;
}

const dayOf = (day: string): string => istDayText(istDayStart(day));

/**
 * Rules over some days, both included. Those over an index get every share that was its member on one of the days, in
 * order of their symbols; others stay as they are.
 * @throws Refusal `refused` when the user keeps no list of the index, or nobody was a member
 */
export const universeOfThen = async (
  db: Kysely<Schema>,
  userId: number,
  document: RuleDocument,
  { fromDay, toDay }: { readonly fromDay: string; readonly toDay: string },
): Promise<UniverseOfThen> => {
  if (!document.universe) return { document };
  const { index } = document.universe;
  const kept = await membershipOf(db, userId, index);
  if (!kept)
    throw new Refusal(
      'refused',
      `There is no list of the members of ${index}: import one in Settings, Market.`,
    );
  // A share is one, whatever it was called: what is held over a change of its symbol has prices on.
  const history = await symbolHistoryOf(db, userId);
  const spans = kept.spans.map((span) => ({ ...span, symbol: history.present(span.symbol, span.from) }));
  const instruments = membersBetween(spans, fromDay, toDay);
  if (instruments.length === 0)
    throw new Refusal(
      'refused',
      `By the list that you imported, no share was in ${index} from ${dayOf(fromDay)} to ${dayOf(toDay)}.`,
    );
  if (instruments.length > RULE_LIMITS.members)
    throw new Refusal(
      'refused',
      `${formatCount(instruments.length)} shares were in ${index} on these days; a run can take ${formatCount(RULE_LIMITS.members)}. Choose fewer days.`,
    );
  const members = new Set(instruments);
  const ofRun = spans.filter(({ symbol }) => members.has(symbol));
  return { document: { ...document, instruments }, membership: { index, spans: ofRun } };
};
