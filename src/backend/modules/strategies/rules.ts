import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { formatRupees } from '../../../shared/money.ts';
import { TRICK_STATUS, type TrickStatus } from '../../../shared/trick-status.ts';
import type { NewTrick, TrickRow } from '../../db/schema.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { Refusal } from '../../refusal.ts';

const STATUS_WORDS: Readonly<Record<TrickStatus, string>> = {
  [TRICK_STATUS.running]: 'running',
  [TRICK_STATUS.stopped]: 'stopped',
  [TRICK_STATUS.disabled]: 'disabled',
  [TRICK_STATUS.needsAttention]: 'waiting for your decision',
};

/** Refuses to start what cannot be started, with its state. */
export const requireStartable = (trick: TrickRow): void => {
  if (trick.status === TRICK_STATUS.stopped) return;
  throw new Refusal(
    'conflict',
    `${trick.name} is ${STATUS_WORDS[trick.status]} already.`.replace(
      'disabled already',
      'disabled; enable it first',
    ),
    { details: { trickStatus: trick.status } },
  );
};

/** Every instrument of a document must be on the exchange's list. */
const requireKnownInstruments = (document: RuleDocument): void => {
  document.instruments.forEach((symbol, index) => {
    if (findInstrument(symbol)) return;
    const problem = `${symbol} is not an instrument that can be traded here`;
    throw new Refusal('invalid', `instruments[${index}]: ${problem}.`, {
      fields: { [`document.instruments.${index}`]: problem },
    });
  });
};

/** A rule document out of a payload's `document`; refused with the reason under the path of each fault. */
export const requireDocument = (input: unknown): RuleDocument => {
  const parsed = parseRuleDocument(input);
  if (!parsed.ok) {
    const problems: Readonly<Record<string, string>> = parsed.failure.fields ?? {};
    const fields = Object.fromEntries(
      Object.entries(problems).map(([path, reason]) => [`document.${path}`, reason]),
    );
    throw new Refusal('invalid', parsed.failure.message, { fields });
  }
  requireKnownInstruments(parsed.value);
  return parsed.value;
};

export const requireCapital = (capital: number, minimum: number): void => {
  if (capital < minimum)
    throw new Refusal('refused', `This strategy needs a capital of at least ${formatRupees(minimum)}.`);
};

/** A copy of a trick for a new owner: always in test, stopped, with the author's settings. */
export const copyOf = (
  parent: TrickRow,
  copy: { ownerId: number; name: string; capital: number; at: number },
): NewTrick => ({
  owner_id: copy.ownerId,
  parent_id: parent.id,
  name: copy.name,
  summary: parent.summary,
  document_json: parent.document_json,
  mode: 'test',
  status: TRICK_STATUS.stopped,
  segment: parent.segment,
  timeframe: parent.timeframe,
  risk: parent.risk,
  minimum_capital: parent.minimum_capital,
  capital: copy.capital,
  quantity: parent.quantity,
  risk_percent: parent.risk_percent,
  max_loss_per_day: parent.max_loss_per_day,
  max_trades_per_day: parent.max_trades_per_day,
  square_off_time: parent.square_off_time,
  product: parent.product,
  slippage_bp: parent.slippage_bp,
  stop_loss_json: parent.stop_loss_json,
  target_json: parent.target_json,
  trailing_json: parent.trailing_json,
  is_public: 0,
  broker_id: 1,
  attention: null,
  created_at: copy.at,
  removed_at: null,
});
