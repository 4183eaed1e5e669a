import { Refusal } from '../refusal.ts';

/** The only way in which JSON can hold the character NUL; behind another backslash it is a text that looks like it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

const holdsNul = (json: string): boolean => json.includes('\\u0000') && NUL.test(json);

const isFields = (body: unknown): body is object => typeof body === 'object' && body !== null;

/**
 * Why a body must not be taken: it holds the character NUL, at which other programs end a text, and for which a backup
 * would be refused later. Null when it does not.
 */
export const nulTrouble = (json: string, body: unknown): Refusal | null => {
  if (!holdsNul(json)) return null;
  const why = 'holds a character (NUL) that no text has';
  const names = Object.entries(isFields(body) ? body : {})
    .filter(([, value]) => holdsNul(JSON.stringify(value)))
    .map(([name]) => [name, why] as const);
  return new Refusal('invalid', `The request ${why}.`, { fields: Object.fromEntries(names) });
};
