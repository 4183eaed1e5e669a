import { type LegDocument, LegDocumentSchema } from '../../../shared/leg-document.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { protectionRulesOf } from '../../../engine/legs/leg-rules.ts';
import type { ProtectionRules } from '../../../engine/protection.ts';

/** Most documents that are remembered; copies of a strategy have the same. */
const MOST_REMEMBERED = 1_024;
const remembered = new Map<string, LegDocument | null>();

const read = (json: string): LegDocument | null => {
  try {
    const parsed = LegDocumentSchema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** Document of a strategy with legs. Null of every other one, and of one that cannot be read. */
export const legDocumentOf = ({
  document_json: json,
}: Pick<StrategyRow, 'document_json'>): LegDocument | null => {
  // All others are told apart without reading them.
  if (!json.includes('"legs"')) return null;
  const known = remembered.get(json);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const document = read(json);
  remembered.set(json, document);
  return document;
};

/** Protection of each leg, by its place in the document. */
export const protectionOfLegs = ({ legs }: LegDocument): readonly ProtectionRules[] =>
  legs.map(protectionRulesOf);

/** Columns of a strategy that follow from a document with legs. */
export const columnsOfLegs = (document: LegDocument) => ({
  document_json: JSON.stringify(document),
  segment: document.legs.some(({ kind }) => kind !== 'future') ? ('options' as const) : ('futures' as const),
  timeframe: '1m',
  max_trades_per_day: 500,
  // What its own exit has not closed by then, the square-off does.
  square_off_time: document.exit.at,
  product: document.exit.daysBeforeExpiry === null ? ('intraday' as const) : ('delivery' as const),
  stop_loss_json: null,
  target_json: null,
  trailing_json: null,
});
