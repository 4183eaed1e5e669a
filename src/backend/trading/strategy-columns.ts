import type { Distance, RuleDocument } from '../../shared/rule-document.ts';
import { findInstrument } from '../market/instrument-master.ts';

const toJson = (distance: Distance | null): string | null =>
  distance === null ? null : JSON.stringify(distance);

/** Whether a document trades indices or shares; a mix counts as shares. */
export const segmentOfDocument = (document: RuleDocument): 'equity' | 'index' =>
  document.instruments.every((symbol) => findInstrument(symbol)?.kind === 'index-proxy') ? 'index' : 'equity';

/** Columns that follow from a rule document. */
export const columnsOfDocument = (document: RuleDocument) => ({
  document_json: JSON.stringify(document),
  segment: segmentOfDocument(document),
  timeframe: document.timeframe,
  max_trades_per_day: document.maxTradesPerDay,
  square_off_time: document.squareOffTime,
  product: document.product,
  stop_loss_json: toJson(document.stopLoss),
  target_json: toJson(document.target),
  trailing_json: toJson(document.trailing),
});
