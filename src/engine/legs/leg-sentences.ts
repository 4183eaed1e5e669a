import type { Language } from '../../shared/languages.ts';
import type { LegDocument } from '../../shared/leg-document.ts';
import { ENGLISH_LEGS } from './english-leg-phrases.ts';
import { HINDI_LEGS } from './hindi-leg-phrases.ts';
import type { LegPhrases } from './leg-phrases.ts';

const PHRASES: Readonly<Record<Language, LegPhrases>> = { en: ENGLISH_LEGS, hi: HINDI_LEGS };

/** A document with legs in words: labelled sentences, one for each leg. */
export const describeLegs = (
  document: LegDocument,
  language: Language,
): { label: string; text: string }[] => {
  const { labels, ...say } = PHRASES[language];
  return [
    { label: labels.summary, text: say.summary(document) },
    { label: labels.entry, text: say.entry(document.entry) },
    ...document.legs.map((leg, index) => ({ label: `${labels.leg} ${index + 1}`, text: say.leg(leg) })),
    { label: labels.exit, text: say.exit(document.exit) },
    { label: labels.together, text: say.together(document.structure).join(' ') },
  ];
};
