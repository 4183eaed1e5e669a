import { type GttEvent, matchRule } from '../../../engine/trading/gtt.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { BrokerInstrument, RuleReport } from '../../brokers/broker.ts';
import type { GttRow } from '../../db/schema.ts';
import { readInstrument } from '../held-position.ts';
import { termsOfGtt } from './gtt-rows.ts';

/** Evidence of a list about a GTT order. */
export interface GttEvidence {
  readonly event: GttEvent;
  readonly change: Partial<
    Pick<GttRow, 'reason' | 'broker_rule_id' | 'quantity' | 'trigger_price' | 'price'>
  >;
}

/** Readings that have lacked a rule, and since when. Epoch ms. */
export interface Missing {
  readonly readings: number;
  readonly since: number;
}

/** Time for which a rule is looked for. Its owner has declared it not to be there. */
export const LATE_MS = 7 * DAY_MS;
/** Readings that must lack a rule, and how long. Pages shift while they are read. */
const MISSING_READINGS = 3;
const MISSING_MS = 60_000;
/** The same after its cancellation was accepted. */
const GONE_READINGS = 2;

const SEEN = { waiting: 'see-resting', sent: 'see-sent', cancelled: 'see-cancelled' } as const;

const NOT_SHOWN = 'Angel One does not list it any more, and does not say what became of it.';
/** Reason of an order listed with a state that nobody knows. */
export const NOT_UNDERSTOOD = 'Angel One lists it with a state that TrickDesk does not know.';
const SEVERAL =
  'Angel One lists more than one rule that may be this order. Nobody knows which is yours: look in the app of the broker.';

const seen = (rule: RuleReport, isNew: boolean): GttEvidence => {
  if (rule.state === null) return { event: 'see-resting', change: { broker_rule_id: rule.ruleId } };
  const { terms } = rule;
  // Its owner may have changed it in the app of the broker.
  const asListed = terms && {
    quantity: terms.quantity,
    trigger_price: terms.trigger,
    price: terms.price,
  };
  return {
    event: SEEN[rule.state],
    change: { reason: '', ...(isNew && { broker_rule_id: rule.ruleId }), ...asListed },
  };
};

interface ListFacts {
  readonly listed: readonly RuleReport[];
  /** Numbers that other orders have. */
  readonly taken: ReadonlySet<string>;
  readonly missing: Missing | undefined;
  /** Whether the broker has accepted its cancellation before the list was read. */
  readonly isCancelAccepted: boolean;
  readonly now: number;
}

/**
 * Rules of the list that may be in a share. Those that name it, and those that name none: of the latter nobody can read
 * the terms either.
 */
export const rulesIn = (
  listed: readonly RuleReport[],
  share: Pick<BrokerInstrument, 'exchange' | 'token'> | null,
): RuleReport[] =>
  listed.flatMap((rule) => {
    if (rule.exchange === '' || rule.token === '') return [{ ...rule, terms: null }];
    return rule.exchange === share?.exchange && rule.token === share.token ? [rule] : [];
  });

const lacking = (
  row: GttRow,
  { missing, isCancelAccepted, now }: Omit<ListFacts, 'listed' | 'taken'>,
  reason = NOT_SHOWN,
): GttEvidence | null => {
  const readings = missing?.readings ?? 0;
  if (isCancelAccepted && readings >= GONE_READINGS) return { event: 'see-gone', change: { reason: '' } };
  if (now > row.expires_at + DAY_MS) return { event: 'see-over', change: { reason: '' } };
  const hasLasted = readings >= MISSING_READINGS && now - (missing?.since ?? now) >= MISSING_MS;
  return hasLasted ? { event: 'see-missing', change: { reason } } : null;
};

/** Evidence of a whole list about a GTT order; null where it is none. */
export const evidenceOf = (row: GttRow, facts: ListFacts): GttEvidence | 'several' | null => {
  const { listed, taken } = facts;
  if (row.broker_rule_id !== null) {
    const rule = listed.find(({ ruleId }) => ruleId === row.broker_rule_id);
    // Another side under its number is no word about it.
    if (rule && rule.terms !== null && rule.terms.side !== row.side) return null;
    if (rule && rule.state === null)
      return lacking(row, { ...facts, isCancelAccepted: false }, NOT_UNDERSTOOD);
    return rule ? seen(rule, false) : lacking(row, facts);
  }
  const before = new Set(JSON.parse(row.before_json) as string[]);
  const found = matchRule(termsOfGtt(row), rulesIn(listed, readInstrument(row.instrument_json)), {
    before,
    taken,
  });
  if (found.kind === 'several') return 'several';
  if (found.kind === 'none') return lacking(row, { ...facts, missing: undefined });
  const rule = listed.find(({ ruleId }) => ruleId === found.ruleId);
  return rule ? seen(rule, true) : null;
};

/** Why an order stays in doubt of which the list shows two. */
export const SEVERAL_LIKE_IT = SEVERAL;
