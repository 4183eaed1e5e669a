/** English sentences with `{{1}}`, `{{2}}`, … where a value stands, and what each is in another language. */
export type ServerText = Readonly<Record<string, string>>;

interface Template {
  readonly pattern: RegExp;
  readonly translation: string;
  /** Letters that are no value: the more, the surer a match. */
  readonly letters: number;
}

const PLACE = /\{\{(\d+)\}\}/g;
/** Values may be sentences themselves, such as the reason in a refusal; deeper than this nothing is nested. */
const MOST_NESTED = 3;
/** First letters that sort templates: longer ones would leave out what begins with a value. */
const INDEX_LETTERS = 4;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const templateOf = (english: string, translation: string): Template => {
  const parts = english.split(/\{\{\d+\}\}/);
  return {
    pattern: new RegExp(`^${parts.map(escaped).join('(.+?)')}$`, 's'),
    translation,
    letters: parts.join('').length,
  };
};

/** Where a text may be cut: after the end of a sentence, before the beginning of another. */
const cutsOf = (text: string): number[] =>
  [...text.matchAll(/[.?!] (?=[^a-z])/g)].map(({ index }) => index + 1);

/**
 * Translates what a server says. Sentences that are known are found whole, with their values in them; of several in one
 * text each is looked for by itself. What is not known stays as it is.
 */
export const translator = (known: ServerText): ((text: string) => string) => {
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
    others.push(templateOf(english, translation));
    byBeginning.set(beginning, others);
  }
  for (const templates of byBeginning.values()) templates.sort((a, b) => b.letters - a.letters);

  const whole = (text: string, depth: number): string | null => {
    const same = exact.get(text);
    if (same !== undefined || depth > MOST_NESTED) return same ?? null;
    for (const beginning of [text.slice(0, INDEX_LETTERS), ''])
      for (const { pattern, translation } of byBeginning.get(beginning) ?? []) {
        const values = pattern.exec(text)?.slice(1);
        if (values)
          return translation.replaceAll(PLACE, (_place, number: string) =>
            translated(values[Number(number) - 1] ?? '', depth + 1),
          );
      }
    return null;
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
    const [first] = cuts;
    return first === undefined ? text : `${text.slice(0, first)} ${translated(text.slice(first + 1), depth)}`;
  };

  return (text) => translated(text, 0);
};
