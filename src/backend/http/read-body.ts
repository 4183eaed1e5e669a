import { isNestedBeyond, MOST_LEVELS } from './nesting.ts';

/** The JSON of a request, or what is wrong with it. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'not-json' | 'nested' };

/** Reads the JSON of a request. An empty one is an empty payload. A task of a worker thread when it is large. */
export const readBody = (bytes: Uint8Array): ReadBody => {
  if (bytes.length === 0) return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, why: 'not-json' };
    throw error;
  }
  return isNestedBeyond(value, MOST_LEVELS) ? { ok: false, why: 'nested' } : { ok: true, value };
};
