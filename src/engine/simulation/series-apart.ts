import type { RuleDocument } from '../../shared/rule-document.ts';
import type { Instrument } from '../instrument.ts';

/** Series apart: those that a document trades, and others that its rules read. */
export const seriesApart = <Series extends { readonly instrument: Instrument }>(
  { instruments }: RuleDocument,
  all: readonly Series[],
): { readonly series: Series[]; readonly others: Series[] } => {
  const isTraded = ({ instrument }: Series): boolean => instruments.includes(instrument.symbol);
  return { series: all.filter(isTraded), others: all.filter((one) => !isTraded(one)) };
};
