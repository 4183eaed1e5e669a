import { Refusal } from '../refusal.ts';

/** The only way in which JSON can hold the character NUL; behind another backslash it is a text that looks like it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

const holdsNul = (json: string): boolean => json.includes('\\u0000') && NUL.test(json);

const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null;

/**
 * Fields of a body that hold the character NUL; null when none. At NUL other programs end a text, and a backup would be
 * refused for it later.
 */
export const fieldsWithNul = (json: string, body: unknown): string[] | null =>
  holdsNul(json)
    ? Object.entries(isFields(body) ? body : {})
        .filter(([, value]) => holdsNul(JSON.stringify(value)))
        .map(([name]) => name)
    : null;

const WHY = 'holds a character (NUL) that no text has';

export const nulRefusal = (fields: readonly string[]): Refusal =>
  new Refusal('invalid', `The request ${WHY}.`, {
    fields: Object.fromEntries(fields.map((name) => [name, WHY])),
  });
