export type ContractKind = 'future' | 'call' | 'put';

/** A word that was typed. It fits a contract that one of its meanings fits. */
export interface QueryWord {
  /** Beginning of the underlying's symbol; null where the word is none. */
  readonly start: string | null;
  /** Part of the underlying's symbol; null where the word is none. */
  readonly part: string | null;
  readonly kinds: readonly ContractKind[];
  /** Months of the expiry, 1 to 12. */
  readonly months: readonly number[];
  /** Days of the month. */
  readonly days: readonly number[];
  readonly years: readonly number[];
  /** Beginning of the strike as it is written, in rupees; null where the word is none. */
  readonly strike: string | null;
}

const KINDS: readonly (readonly [word: string, kind: ContractKind])[] = [
  ['ce', 'call'],
  ['call', 'call'],
  ['pe', 'put'],
  ['put', 'put'],
  ['fut', 'future'],
  ['future', 'future'],
];
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const MONTH = MONTHS.map((month) => month.slice(0, 3)).join('|');
/** Where one word begins within another: `24500ce`, `29dec`, `dec26`, `nifty24500`. */
const SEAM = new RegExp(
  `(?<=\\d)(?=(?:ce|pe|fut|${MONTH})(?![a-z]))|(?<=(?<![a-z])(?:${MONTH}))(?=\\d)|(?<=[a-z])(?=\\d{3,})`,
  'g',
);
const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;
const WRITTEN_DAY = /\b(\d{2})-(\d{2})-(\d{4})\b/g;
const MOST_PARTS = 8;
const NOTHING: QueryWord = {
  start: null,
  part: null,
  kinds: [],
  months: [],
  days: [],
  years: [],
  strike: null,
};

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/(?<=\d),(?=\d)/g, '')
    // The hyphen of BAJAJ-AUTO is a letter.
    .replaceAll(/[,/:]|(?<=\d)-|-(?=\d)/g, ' ')
    .replaceAll(SEAM, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');

const monthsOf = (word: string): number[] =>
  MONTHS.flatMap((month, index) => (month.startsWith(word) ? [index + 1] : []));

const isMonth = (word: string | undefined): boolean =>
  word !== undefined && word.length >= 3 && monthsOf(word).length > 0;

/** Meanings of a number between its neighbours. */
const numberWord = (word: string, before: string | undefined, after: string | undefined): QueryWord => {
  const value = Number(word);
  const isDay = /^\d{1,2}$/.test(word) && value >= 1 && value <= 31;
  // Beside a month it is a day or a year; while more is typed, `dec 24` may be the beginning of a strike as well.
  if (isDay && isMonth(after)) return { ...NOTHING, days: [value] };
  if (/^20\d\d$/.test(word) && isMonth(before)) return { ...NOTHING, years: [value] };
  const years = isDay && isMonth(before) ? [2000 + value] : [];
  return { ...NOTHING, days: isDay ? [value] : [], years, strike: word };
};

const textWord = (word: string, isFirst: boolean): QueryWord => {
  const symbol = word.toUpperCase();
  // The first is an underlying as long as it is no whole word of another meaning.
  const fits = (name: string): boolean => (isFirst ? name === word : name.startsWith(word));
  const kinds = KINDS.flatMap(([name, kind]) => (fits(name) ? [kind] : []));
  const months = isFirst && !isMonth(word) ? [] : monthsOf(word);
  return { ...NOTHING, ...(isFirst ? { start: symbol } : { part: symbol }), kinds, months };
};

const wordsOfDay = (day: string): QueryWord[] => {
  const [year, month, date] = day.split('-').map(Number);
  return [
    { ...NOTHING, years: [year ?? 0] },
    { ...NOTHING, months: [month ?? 0] },
    { ...NOTHING, days: [date ?? 0] },
  ];
};

/**
 * Words of somebody who looks for a contract. Examples: `nifty 24500 ce`, `banknifty 29 dec 60000 pe`. All have to fit,
 * and each may be unfinished: a contract is found while it is typed.
 */
export const queryOf = (typed: string): QueryWord[] => {
  const text = typed
    .toLowerCase()
    .replace(/^\s*[nb]se:/, '')
    .replaceAll(WRITTEN_DAY, '$3-$2-$1');
  const days = (text.match(DAY) ?? []).flatMap(wordsOfDay);
  const words = wordsOf(text.replaceAll(DAY, ' ')).slice(0, MOST_PARTS);
  const meanings = words.map((word, index) => {
    if (!/^\d+(?:\.\d*)?$/.test(word)) return textWord(word, index === 0);
    const number = numberWord(word, words[index - 1], words[index + 1]);
    // 360ONE
    return index === 0 ? { ...number, start: word } : number;
  });
  return [...meanings, ...days];
};
