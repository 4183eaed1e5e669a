/** English sentences and their translations into another language. `{{1}}`, `{{2}}`, … stand where a value goes. */
export type ServerText = Readonly<Record<string, string>>;

interface Template {
  /** Patterns of it with values filled in, the surest first. */
  readonly patterns: readonly RegExp[];
  /** Places of values with a mere space between them: none of those is a sentence. */
  readonly touching: readonly number[];
  readonly translation: string;
  /** Length of its fixed text: the more, the surer a match. */
  readonly length: number;
  /** Too little to be sure of by itself. */
  readonly isWeak: boolean;
  /** No sentence, but a title or a part: no sentence ends within it. */
  readonly isPart: boolean;
}

const PLACE = /\{\{(\d+)\}\}/g;
/** Values may be sentences themselves, such as the reason in a refusal; deeper than this nothing is nested. */
const MOST_NESTED = 3;
/** First letters that sort templates: longer ones would leave out what begins with a value. */
const INDEX_LETTERS = 4;
/** A template of fewer letters could be anybody's words: it counts where a value in it is known as well. */
const FEW_LETTERS = 5;
const ANY_VALUE = '(.*?)';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const templateOf = (english: string, translation: string, words: ServerText): Template => {
  const parts = english.split(/\{\{\d+\}\}/);
  const patternOf = (valueOf: (place: number) => string): RegExp =>
    new RegExp(
      `^${parts.map((part, place) => escaped(part) + (place < parts.length - 1 ? valueOf(place) : '')).join('')}$`,
      's',
    );
  // Where only a space parts two values, a name of several words leaves open which is which, unless one is a known word.
  const touching = [
    ...new Set(
      parts.flatMap((part, place) =>
        part === ' ' && place > 0 && place < parts.length - 1 ? [place - 1, place] : [],
      ),
    ),
  ];
  const longestFirst = Object.keys(words).sort((a, b) => b.length - a.length);
  const known = `(${longestFirst.map(escaped).join('|')})`;
  return {
    patterns: [
      ...touching.map((word) => patternOf((place) => (place === word ? known : ANY_VALUE))),
      patternOf(() => ANY_VALUE),
    ],
    touching,
    translation,
    length: parts.join('').length,
    isPart: !/[.?!:](\s?\{\{\d+\}\})?$/.test(english),
    isWeak: parts.join('').replaceAll(/[\s.,:]/g, '').length < FEW_LETTERS,
  };
};

/** Where a text may be cut: after the end of a sentence, before the beginning of another. */
const cutsOf = (text: string): number[] =>
  [...text.matchAll(/[.?!] (?=[^a-z])/g)].map(({ index }) => index + 1);

const hasEnded = (text: string): boolean => /[.?!]$/.test(text);
const isSentences = (text: string): boolean => hasEnded(text) || cutsOf(text).length > 0;
/** The end of one sentence and the beginning of another: no value, unless a name has a full stop in it. */
const isTorn = (text: string): boolean => !hasEnded(text) && cutsOf(text).length > 0;

/**
 * Translates what a server says. Sentences that are known are found whole, with their values in them; of several in one
 * text each is looked for by itself. What is not known stays as it is. `words` are known within sentences alone: by itself
 * such a word is what somebody wrote.
 */
export const translator = (known: ServerText, words: ServerText = {}): ((text: string) => string) => {
  const exact = new Map<string, string>();
  const byBeginning = new Map<string, Template[]>();
  for (const [english, translation] of Object.entries(known)) {
    const first = english.indexOf('{{');
    if (first < 0) {
      exact.set(english, translation);
      continue;
    }
    const beginning = first < INDEX_LETTERS ? '' : english.slice(0, INDEX_LETTERS);
    const others = byBeginning.get(beginning) ?? [];
    others.push(templateOf(english, translation, words));
    byBeginning.set(beginning, others);
  }
  for (const templates of byBeginning.values()) templates.sort((a, b) => b.length - a.length);

  const filled = (template: Template, text: string, depth: number, isTornToo: boolean): string | null => {
    const { patterns, touching, translation, isPart, isWeak } = template;
    for (const pattern of patterns) {
      const values = pattern.exec(text)?.slice(1);
      if (!values || (isPart && values.some(isSentences))) continue;
      const isWrong = (value: string, place: number) =>
        isTorn(value) || (touching.includes(place) && hasEnded(value));
      if (!isTornToo && values.some(isWrong)) continue;
      const said = values.map((value) => translated(value, depth + 1));
      if (isWeak && said.every((value, place) => value === values[place])) continue;
      return translation.replaceAll(PLACE, (_place, number: string) => said[Number(number) - 1] ?? '');
    }
    return null;
  };

  const whole = (text: string, depth: number, isTornToo = false): string | null => {
    const same = exact.get(text) ?? (depth > 0 ? words[text] : undefined);
    if (same !== undefined || depth > MOST_NESTED) return same ?? null;
    for (const beginning of [text.slice(0, INDEX_LETTERS), ''])
      for (const template of byBeginning.get(beginning) ?? []) {
        const found = filled(template, text, depth, isTornToo);
        if (found !== null) return found;
      }
    // A title that is put at the beginning of a longer text ends like a sentence.
    return text.endsWith('.') ? withStop(whole(text.slice(0, -1), depth, isTornToo)) : null;
  };

  /** The longest beginning that is known, then the rest; a sentence that is not known is passed over. */
  const translated = (text: string, depth: number): string => {
    const found = whole(text, depth);
    if (found !== null) return found;
    const cuts = cutsOf(text);
    for (const cut of cuts.toReversed()) {
      const beginning = whole(text.slice(0, cut), depth);
      if (beginning !== null) return `${beginning} ${translated(text.slice(cut + 1), depth)}`;
    }
    const torn = whole(text, depth, true);
    if (torn !== null) return torn;
    const [first] = cuts;
    return first === undefined ? text : `${text.slice(0, first)} ${translated(text.slice(first + 1), depth)}`;
  };

  return (text) => translated(text, 0);
};

const withStop = (title: string | null): string | null => title && `${title}.`;
