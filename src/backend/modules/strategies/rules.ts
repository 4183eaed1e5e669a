import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { formatRupees } from '../../../shared/money.ts';
import { TRICK_STATUS, type TrickStatus } from '../../../shared/trick-status.ts';
import type { TrickRow } from '../../db/schema.ts';
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
