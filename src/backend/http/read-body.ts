import { fieldsWithNul } from './nul-text.ts';
import { isNestedBeyond, MOST_LEVELS } from './nesting.ts';
import { hasMoreValues, MOST_VALUES } from './values.ts';

/** The JSON of a request, or what is wrong with it. */
export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: 'not-json' | 'nested' | 'many' }
  /** `fields` hold a character that no text has. */
  | { readonly ok: false; readonly why: 'nul'; readonly fields: readonly string[] };

/** Reads the JSON of a request. An empty one is an empty payload. A task of a worker thread when it is large. */
export const readBody = (bytes: Uint8Array): ReadBody => {
  if (bytes.length === 0) return { ok: true, value: {} };
  if (hasMoreValues(bytes, MOST_VALUES)) return { ok: false, why: 'many' };
  let text = '';
  let value: unknown;
  try {
    text = new TextDecoder().decode(bytes);
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false, why: 'not-json' };
    throw error;
  }
  if (isNestedBeyond(value, MOST_LEVELS)) return { ok: false, why: 'nested' };
  const fields = fieldsWithNul(text, value);
  return fields === null ? { ok: true, value } : { ok: false, why: 'nul', fields };
};
