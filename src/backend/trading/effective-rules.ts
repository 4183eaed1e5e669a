import { ZodError } from 'zod';
import { type Distance, type RuleDocument, RuleDocumentSchema } from '../../shared/rule-document.ts';
import type { TrickRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';

const distance = (json: string | null): Distance | null =>
  json === null ? null : (JSON.parse(json) as Distance);

/** The stored document of a strategy; null when it cannot be read: of another version, or edited by hand. */
export const readableRules = ({
  document_json: json,
}: Pick<TrickRow, 'document_json'>): RuleDocument | null => {
  try {
    return RuleDocumentSchema.parse(JSON.parse(json));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof ZodError) return null;
    throw error;
  }
};

/** Most documents whose instruments are remembered. */
const MOST_REMEMBERED = 4_096;
const remembered = new Map<string, readonly string[]>();

/** What a strategy trades; nothing when its document cannot be read. Documents rarely change and are shown often. */
export const instrumentsOf = (trick: Pick<TrickRow, 'document_json'>): readonly string[] => {
  const known = remembered.get(trick.document_json);
  if (known) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const instruments = readableRules(trick)?.instruments ?? [];
  remembered.set(trick.document_json, instruments);
  return instruments;
};

/**
 * The stored document of a strategy, as its author wrote it.
 * @throws Refusal `refused` when it cannot be read
 */
export const authoredRules = (trick: Pick<TrickRow, 'document_json'>): RuleDocument => {
  const rules = readableRules(trick);
  if (!rules)
    throw new Refusal(
      'refused',
      'The rules of this strategy cannot be read here. You can stop it, sell what it holds, and remove it.',
    );
  return rules;
};

/** The rules that a trick runs by: its document with the owner's settings over it. */
export const effectiveRules = (trick: TrickRow): RuleDocument => {
  const document = authoredRules(trick);
  return {
    ...document,
    product: trick.product,
    stopLoss: distance(trick.stop_loss_json),
    target: distance(trick.target_json),
    trailing: distance(trick.trailing_json),
    maxTradesPerDay: trick.max_trades_per_day,
    squareOffTime: trick.square_off_time,
    size:
      trick.quantity !== null
        ? { kind: 'fixed', quantity: trick.quantity }
        : trick.risk_percent !== null
          ? { kind: 'risk-percent', percent: trick.risk_percent }
          : document.size,
  };
};
