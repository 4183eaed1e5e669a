/** Languages of the program, by code, each by its own name. */
export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type Language = keyof typeof LANGUAGES;
/** The language that an `Accept-Language` header names first; English where there is none, or one not known here. */
export const languageOfHeader = (header: string | undefined): Language => {
  const [code = ''] = (header ?? '')
    .trim()
    .toLowerCase()
    .split(/[^a-z]/);
  return Object.hasOwn(LANGUAGES, code) ? (code as Language) : 'en';
};

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]];
