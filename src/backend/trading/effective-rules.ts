import { type Distance, type RuleDocument, RuleDocumentSchema } from '../../shared/rule-document.ts';
import type { TrickRow } from '../db/schema.ts';

const distance = (json: string | null): Distance | null =>
  json === null ? null : (JSON.parse(json) as Distance);

/** The stored document of a trick, as its author wrote it. */
export const authoredRules = (trick: Pick<TrickRow, 'document_json'>): RuleDocument =>
  RuleDocumentSchema.parse(JSON.parse(trick.document_json));

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
