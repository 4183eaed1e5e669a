import { describeRules } from '../../engine/rules/sentence.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';

const LABELS = {
  headline: 'In short',
  entry: 'Enters',
  rotation: 'Ranks',
  exit: 'Leaves',
  risk: 'Protects',
  size: 'Size',
  session: 'Hours',
} as const;

/** Rules read back as labelled sentences; parts that do not apply are left out. */
export const labelledSentences = (document: RuleDocument): { label: string; text: string }[] => {
  const sentences = describeRules(document);
  return Object.entries(LABELS).flatMap(([part, label]) => {
    const text = sentences[part as keyof typeof LABELS];
    return text ? [{ label, text }] : [];
  });
};
