import { withHoursOfDay } from '../../engine/rules/hours-of-day.ts';
import { describeRules } from '../../engine/rules/sentence.ts';
import type { Language } from '../../shared/languages.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { tradedAs } from '../market/instrument-master.ts';

const PARTS = ['headline', 'variables', 'entry', 'rotation', 'exit', 'risk', 'size', 'session'] as const;

const LABELS: Readonly<Record<Language, Readonly<Record<(typeof PARTS)[number], string>>>> = {
  en: {
    headline: 'Summary',
    variables: 'Variables',
    entry: 'Entry',
    rotation: 'Ranking',
    exit: 'Exit',
    risk: 'Stops and targets',
    size: 'Position size',
    session: 'Trading hours',
  },
  hi: {
    headline: 'सारांश',
    variables: 'वेरिएबल',
    entry: 'एंट्री',
    rotation: 'रैंकिंग',
    exit: 'एग्ज़िट',
    risk: 'स्टॉप और टारगेट',
    size: 'पोज़िशन साइज़',
    session: 'ट्रेडिंग का समय',
  },
};

/** Rules in words as labelled sentences; parts that do not apply are left out. */
export const labelledSentences = (
  document: RuleDocument,
  language: Language,
): { label: string; text: string }[] => {
  const sentences = describeRules(document, language);
  return PARTS.flatMap((part) => {
    const text = sentences[part];
    return text ? [{ label: LABELS[language][part], text }] : [];
  });
};

/**
 * Rules as labelled sentences, with the exit times of a day. The times are those of their instruments on the day of
 * `time` (epoch ms).
 */
export const sentencesOfDay = (document: RuleDocument, language: Language, time: number) =>
  labelledSentences(withHoursOfDay(document, document.instruments.map(tradedAs), time), language);
