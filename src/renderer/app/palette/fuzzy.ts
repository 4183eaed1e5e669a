/** Scores of one typed word, by its place in the name. A word that is not in the name scores 0. */
const WHOLE_START = 5;
const WORD_START = 4;
const INSIDE = 2;
export const LETTERS = 1;

/** Whether letters occur in a word in order: `bktst` in `backtest`. The first must be the word's first. */
const hasLetters = (word: string, letters: string): boolean => {
  if (word[0] !== letters[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
};

/** First letters of words: `op` in `open positions`. */
const initialsOf = (words: readonly string[]): string => words.map((word) => word[0]).join('');

const worthOf = (typed: string, name: string, words: readonly string[]): number => {
  if (name.startsWith(typed)) return WHOLE_START;
  if (words.some((word) => word.startsWith(typed))) return WORD_START;
  if (name.includes(typed)) return INSIDE;
  if (typed.length < 2) return 0;
  return initialsOf(words).startsWith(typed) || words.some((word) => hasLetters(word, typed)) ? LETTERS : 0;
};

const plain = (text: string): string => text.normalize('NFC').toLowerCase().trim();
const wordsOf = (text: string): string[] => text.split(/[\s&·/-]+/).filter(Boolean);

/**
 * Score of a name for the typed text, word by word: a word's start is worth most, then its middle, then its letters in
 * order. 0 when a typed word is nowhere; every name answers to nothing typed.
 */
export const fuzzyScore = (typed: string, name: string): number => {
  const wanted = wordsOf(plain(typed));
  if (wanted.length === 0) return 1;
  const full = plain(name);
  const words = wordsOf(full);
  let sum = 0;
  for (const word of wanted) {
    const worth = worthOf(word, full, words);
    if (worth === 0) return 0;
    sum += worth;
  }
  return sum / wanted.length;
};

/** The best that any of something's names does: a page is found by its name in English and in the window's language. */
export const bestScore = (typed: string, names: readonly string[]): number =>
  Math.max(...names.map((name) => fuzzyScore(typed, name)));
