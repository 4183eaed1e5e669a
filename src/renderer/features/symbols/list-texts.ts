import { t } from '../../i18n/translate.ts';

/** Sentence after something was added to a list. */
export const addedText = (text: string, list: string): string =>
  t('{{text}} is added to {{list}}.', { text, list });

/** A name for a new list that no other has. */
export const newListName = (taken: readonly string[]): string => {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const name = t('Watchlist {{number}}', { number });
    if (!used.has(name.toLowerCase())) return name;
  }
};
