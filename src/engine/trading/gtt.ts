import type { GttState } from '../../shared/gtt-states.ts';

/** Facts that may become known of a GTT order. Those that begin with `see` are read in the broker's list. */
export const GTT_EVENTS = [
  'accept',
  'refuse',
  'lose-answer',
  'see-resting',
  'see-sent',
  'see-cancelled',
  /** The list has not shown it for a while. */
  'see-missing',
  /** The list lacks it after its cancellation was accepted. */
  'see-gone',
  /** The list does not show it, and its time is over. */
  'see-over',
  'write-off',
  /** The data is of before: nobody here follows it any more. */
  'leave',
] as const;
export type GttEvent = (typeof GTT_EVENTS)[number];

type Row = Partial<Readonly<Record<GttEvent, GttState>>>;

/** States that the broker's list gives to a rule which it shows. */
const SHOWN = {
  'see-resting': 'resting',
  'see-sent': 'sent',
  'see-cancelled': 'cancelled',
} as const satisfies Row;

/**
 * State × event → state. An answer makes nothing rest: the list alone does. `unknown` is left by the list, by the end of
 * its time, or by its owner; what its owner has declared not to be there may turn up.
 */
const TABLE: Readonly<Record<GttState, Row>> = {
  submitted: { accept: 'accepted', refuse: 'refused', 'lose-answer': 'unknown', leave: 'left' },
  unknown: {
    ...SHOWN,
    'see-over': 'expired',
    'see-gone': 'cancelled',
    'write-off': 'written-off',
    leave: 'left',
  },
  accepted: {
    ...SHOWN,
    'see-missing': 'unknown',
    'see-gone': 'cancelled',
    'see-over': 'expired',
    leave: 'left',
  },
  resting: {
    ...SHOWN,
    'see-missing': 'unknown',
    'see-gone': 'cancelled',
    'see-over': 'expired',
    leave: 'left',
  },
  sent: {},
  cancelled: {},
  expired: {},
  refused: {},
  'written-off': { ...SHOWN, leave: 'left' },
  left: {},
};

/** State of a GTT order after an event; null where that cannot happen to it. */
export const nextGttState = (state: GttState, event: GttEvent): GttState | null =>
  TABLE[state][event] ?? null;

/** Terms of a GTT order. Prices in paise. */
export interface GttTerms {
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly trigger: number;
  readonly price: number;
}

/** Whether two GTT orders in one share have the same terms. */
export const hasSameTerms = (one: GttTerms, other: GttTerms): boolean =>
  one.side === other.side &&
  one.quantity === other.quantity &&
  one.trigger === other.trigger &&
  one.price === other.price;

/** A rule in the broker's list that may be one of ours. */
export interface ListedRule {
  readonly ruleId: string;
  /** Null where its row cannot be read. */
  readonly terms: GttTerms | null;
}

/** Rule that an order has become, if that is known. */
type RuleMatch =
  | { readonly kind: 'one'; readonly ruleId: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'several' };

/**
 * Rule of the list that an unanswered order has become. Only one that was not there before, that no other order has, and
 * that is the only one like it: of two nobody knows which.
 */
export const matchRule = (
  terms: GttTerms,
  listed: readonly ListedRule[],
  { before, taken }: { readonly before: ReadonlySet<string>; readonly taken: ReadonlySet<string> },
): RuleMatch => {
  const fresh = listed.filter(({ ruleId }) => !before.has(ruleId) && !taken.has(ruleId));
  const like = fresh.filter((one) => one.terms === null || hasSameTerms(one.terms, terms));
  const [first] = like;
  if (!first) return { kind: 'none' };
  // One that cannot be read may be it as well.
  return like.length === 1 && first.terms !== null
    ? { kind: 'one', ruleId: first.ruleId }
    : { kind: 'several' };
};
