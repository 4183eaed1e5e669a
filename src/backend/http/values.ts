/**
 * Values in a request; the largest that the contract has, files to import, holds some thousand. What is long in it is
 * texts, which cost next to nothing. Each value is made, copied from the thread that read it and looked at, and that
 * keeps everybody waiting when there are millions.
 */
export const MOST_VALUES = 10_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
/** A comma, and what opens a list or an object: there are about as many values as these. */
const BEFORE_VALUE: ReadonlySet<number> = new Set([0x2c, 0x5b, 0x7b]);

/** Whether a JSON text has more values than allowed; looks at its bytes, since making the values is what costs. */
export const hasMoreValues = (json: Uint8Array, most: number): boolean => {
  let count = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at++;
    else if (!isText && BEFORE_VALUE.has(byte) && ++count > most) return true;
  }
  return false;
};
