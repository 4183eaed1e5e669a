import i18next, { type TOptions } from 'i18next';
import type { Language } from '../../shared/languages.ts';
import english from './en.json' with { type: 'json' };
import hindi from './hi.json' with { type: 'json' };

/** As in the windows, an English sentence is its own key; English needs an entry only where it counts. */
const speaker = i18next.createInstance();
void speaker.init({
  lng: 'en',
  resources: { en: { translation: english }, hi: { translation: hindi } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
});

type Literal<K extends string> = string extends K ? never : K;

const translate = (sentence: string, values: TOptions): string => speaker.t(sentence, values);

/** A sentence of the desktop itself, in the language of the settings. For menu, tray and questions. */
export const t = <K extends string>(english: Literal<K>, values: TOptions = {}): string =>
  translate(english, values);

let serverInHindi: ((text: string) => string) | null = null;

/** Text of the server, in the language of the settings; what is not known, and what people wrote, as it is. */
export const serverText = (text: string): string =>
  speaker.language === 'hi' && serverInHindi ? serverInHindi(text) : text;

/** Makes the desktop speak a language; menus are to be built anew. */
export const speak = (language: Language): void => void speaker.changeLanguage(language);

/** Loads what the server says in a language. It is large, so only who speaks the language waits for it. */
export const loadServerText = async (language: Language): Promise<void> => {
  if (language === 'hi') serverInHindi ??= (await import('../../shared/server-text/hindi.ts')).inHindi;
};
