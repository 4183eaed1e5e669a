import { ZodError } from 'zod';
import type { LegDocument } from '../../shared/leg-document.ts';
import { type Distance, type RuleDocument, RuleDocumentSchema } from '../../shared/rule-document.ts';
import type { StrategyRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { legDocumentOf } from './legs/leg-document-of.ts';
import type { TradingTerms } from './order-path.ts';

const distance = (json: string | null): Distance | null =>
  json === null ? null : (JSON.parse(json) as Distance);

/** The distances that its owner has set for a strategy. */
const distancesOf = (strategy: StrategyRow) => ({
  stopLoss: distance(strategy.stop_loss_json),
  target: distance(strategy.target_json),
  trailing: distance(strategy.trailing_json),
});

/** The stored document of a strategy; null when it cannot be read: of another version, or edited by hand. */
const readableRules = ({ document_json: json }: Pick<StrategyRow, 'document_json'>): RuleDocument | null => {
  try {
    return RuleDocumentSchema.parse(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) return null;
    throw error;
  }
};

/** Whether a stored document can be read, of rules or of legs. */
export const isReadable = (strategy: Pick<StrategyRow, 'document_json'>): boolean =>
  legDocumentOf(strategy) !== null || readableRules(strategy) !== null;

/** Most documents that are remembered whole; copies of a strategy have the same. */
const MOST_WHOLE = 512;
const whole = new Map<string, RuleDocument>();

/** The part of a document that lists need. It is also needed for what a stopped strategy still holds. */
type Gist = Pick<RuleDocument, 'instruments' | 'side' | 'partialExits'>;

/** Most documents whose gist is remembered. */
const MOST_REMEMBERED = 4_096;
const remembered = new Map<string, Gist | null>();

/** Gist of a document with legs. Its positions are in contracts; each leg says its own side. */
const gistOfLegs = ({ underlying }: LegDocument): Gist => ({
  instruments: [underlying],
  side: 'long',
  partialExits: [],
});

/**
 * The gist of a strategy's document, cached. Documents rarely change, are asked for often, and take a millisecond to
 * read.
 */
const gistOf = (strategy: Pick<StrategyRow, 'document_json'>): Gist | null => {
  const known = remembered.get(strategy.document_json);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const legs = legDocumentOf(strategy);
  const rules = legs ? null : readableRules(strategy);
  const gist = legs
    ? gistOfLegs(legs)
    : rules && {
        instruments: rules.instruments,
        side: rules.side,
        partialExits: rules.partialExits,
      };
  remembered.set(strategy.document_json, gist);
  return gist;
};

/** Instruments of a strategy; nothing when its document cannot be read. */
export const instrumentsOf = (strategy: Pick<StrategyRow, 'document_json'>): readonly string[] =>
  gistOf(strategy)?.instruments ?? [];

/** Rules by which a strategy opens and protects its positions; null when its rules cannot be read. */
export const openingRulesOf = (strategy: StrategyRow): TradingTerms['opening'] | null => {
  const gist = gistOf(strategy);
  if (!gist) return null;
  try {
    const { side, partialExits } = gist;
    return { side, product: strategy.product, protection: { ...distancesOf(strategy), partialExits } };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/**
 * The stored document of a strategy, as its author wrote it.
 * @throws Refusal `refused` when it cannot be read
 */
export const authoredRules = (strategy: Pick<StrategyRow, 'document_json'>): RuleDocument => {
  const known = whole.get(strategy.document_json);
  if (known) return known;
  if (legDocumentOf(strategy))
    throw new Refusal('refused', 'This cannot be done with a strategy that has legs.');
  const rules = readableRules(strategy);
  if (!rules)
    throw new Refusal(
      'refused',
      'The rules of this strategy cannot be read here. You can stop it, sell what it holds, and remove it.',
    );
  if (whole.size >= MOST_WHOLE) whole.clear();
  whole.set(strategy.document_json, rules);
  return rules;
};

/** The rules that a strategy runs by: its document with the owner's settings over it. */
export const effectiveRules = (strategy: StrategyRow): RuleDocument => {
  const document = authoredRules(strategy);
  return {
    ...document,
    product: strategy.product,
    ...distancesOf(strategy),
    maxTradesPerDay: strategy.max_trades_per_day,
    squareOffTime: strategy.square_off_time,
    size:
      strategy.quantity !== null
        ? { kind: 'fixed', quantity: strategy.quantity }
        : strategy.risk_percent !== null
          ? { kind: 'risk-percent', percent: strategy.risk_percent }
          : document.size,
  };
};
