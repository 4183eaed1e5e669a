/** The only way in which JSON can hold the character NUL; behind another backslash it is a text that looks like it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Whether a text of JSON holds the character NUL. Other programs end a text there, and a backup with it is refused. */
export const holdsNul = (json: string): boolean => json.includes('\\u0000') && NUL.test(json);
