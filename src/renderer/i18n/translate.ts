import i18next, { type TOptions } from 'i18next';
import type { Language } from '../../shared/languages.ts';
import plurals from './en.json';

/**
 * The English sentence is the key: screens stay readable, and a sentence without a translation is shown in English.
 * English itself needs an entry only where a number changes the sentence (`en.json`).
 */
const speaker = i18next.createInstance();
void speaker.init({
  lng: 'en',
  resources: { en: { translation: plurals } },
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  // React writes text, never markup.
  interpolation: { escapeValue: false },
});

let isEnglishOnly = false;

/**
 * Build a text in English, whatever the language of the window. It is for files for other programs, which read words
 * and dates letter for letter.
 */
export const inEnglish = <Made>(build: () => Made): Made => {
  const before = isEnglishOnly;
  isEnglishOnly = true;
  try {
    return build();
  } finally {
    isEnglishOnly = before;
  }
};

type Values = Readonly<Record<string, string | number>>;

/** Sentences without values, as they were found: a price that moves renders dozens of them anew. */
const found = new Map<string, string>();

/**
 * Translate a sentence. The sentences are checked by a test of their own (`sentences.test.ts`), not by the library's
 * types.
 */
const translate = (english: string, values?: TOptions): string => {
  if (isEnglishOnly) return speaker.t(english, { ...values, lng: 'en' });
  if (values) return speaker.t(english, values);
  const known = found.get(english);
  if (known !== undefined) return known;
  const sentence = speaker.t(english);
  found.set(english, sentence);
  return sentence;
};

/** Words are written where they are used: text that is only known at run time has no translation. */
type Literal<K extends string> = string extends K ? never : K;

/**
 * A sentence in the language of the window. `{{name}}` is replaced by a value; `{{count}}` chooses the plural; `context`
 * tells apart English words that other languages do not share (`Open` as order, as state).
 *
 * Call it while rendering, never while a module loads: the language may change. Tables of words are `labels({…})`.
 */
export const t = <K extends string>(english: Literal<K>, values?: Values): string =>
  translate(english, values);

/** The same, with `{{name}}` still in it: for `<Sentence>`, which puts values in where no tag is looked for any more. */
export const unfilled = (english: string, values: Values): string =>
  translate(english, { ...values, skipInterpolation: true });

/**
 * A table of words, by value; each is read in the language of the moment. `context` as in `t`, for the whole table.
 */
export const labels = <R extends Readonly<Record<PropertyKey, string>>>(
  english: R,
  options?: Readonly<{ context?: string }>,
): { readonly [K in keyof R]: string } => {
  const table = {} as { readonly [K in keyof R]: string };
  for (const [name, sentence] of Object.entries(english))
    Object.defineProperty(table, name, { enumerable: true, get: () => translate(sentence, options) });
  return table;
};

/** The language of the window. Ask while rendering: it may change. */
export const windowLanguage = (): Language => (speaker.language === 'hi' ? 'hi' : 'en');

/** The markup a printed document needs for the window's language. It needs nothing in English. */
export const printedLetters = async (): Promise<string> =>
  windowLanguage() === 'hi' ? (await import('./print-letters.ts')).letters : '<html lang="en">';

let serverInHindi: (text: string) => string = (text) => text;

/**
 * The server's text in the language of the window. A sentence that is not known, and what people wrote, stays as it is.
 * Call it while rendering, as `t`.
 */
export const serverText = (text: string): string =>
  windowLanguage() === 'hi' && !isEnglishOnly ? serverInHindi(text) : text;

/** The server's reason at a field, as `serverText`. Undefined where there is none. */
export const fieldText = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : serverText(reason);

/** Makes the window speak a language; what is on the screen is to be painted anew. */
export const speak = async (language: Language): Promise<void> => {
  if (language === 'hi' && !speaker.hasResourceBundle('hi', 'translation')) {
    const [{ sentences, inHindi }, { loadDevanagari }] = await Promise.all([
      import('./hindi.ts'),
      import('./devanagari.ts'),
    ]);
    await loadDevanagari();
    serverInHindi = inHindi;
    speaker.addResourceBundle('hi', 'translation', sentences);
  }
  await speaker.changeLanguage(language);
  found.clear();
  document.documentElement.lang = language;
};
